import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Format } from '#contract/wire/device.ts'
import { MOST_INTERVALS } from '#contract/wire/deviceHealth.ts'
import { DATA_CLASSES, type DataClass, type QueueRecord } from '../record.ts'
import { type BlockInfo, encodeBlock, readRecords } from './block.ts'
import { addInterval, type DataInterval, type Interval, meets } from './intervals.ts'
import { type Amount, addAmount, encodeHeader, noAmount, Segment } from './segment.ts'

/** Default limit of the folder. */
const MAX_BYTES = 2e9
const SEGMENT_BYTES = 4 * 1024 * 1024
/** A smaller segment goes on after everything in it was acknowledged, because each new file costs a sync. */
const LEAST_REMOVED_BYTES = 1024 * 1024
/** Records of one block; a batch is one block at least. */
const BLOCK_BYTES = 32 * 1024
/** One sync a second spares SD cards. */
const COMMIT_MS = 1000
/** Classes that a person may ask for; `now` never waits for that. */
const DETAIL = ['later', 'on_demand'] as const
/** Records that wait in memory while the disk refuses them. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024

/** Records of one class, format and boot, to be sent together. */
export interface Batch {
  dataClass: DataClass
  format: Format
  epoch: string
  /** In order of arrival, with the context of each block before it. */
  records: QueueRecord[]
  segment: Segment
  blocks: BlockInfo[]
}

interface TakeLimits {
  maxBytes: number
  /** Blocks with records since then pass before older ones of their class. */
  freshMs?: number
  /** False for boots whose time is not known yet. */
  isDatable?: (epoch: string) => boolean
}

/** Records that were dropped before they could be sent, since the state folder was made. */
export type Dropped = Record<
  DataClass,
  /** First and last time in ms since 1970; null while the times are not known. */
  {
    records: number
    bytes: number
    fromMs: number | null
    toMs: number | null
    /** In ms since 1970. */
    intervals: DataInterval[]
  }
>

/**
 * Keeps records on disk until they are acknowledged. Records are on disk at the latest a second after `append`, see `flushed`.
 * Files are only appended to, so a cut of power leaves at most a torn end, which the checksums of the blocks detect.
 */
export class Queue {
  readonly #folder: string
  readonly #epoch: string
  readonly #maxBytes: number
  readonly #segmentBytes: number
  readonly #timeOf: (epoch: string, measuredMs: number) => number | null
  readonly #write: (file: FileHandle, bytes: Buffer) => Promise<void>
  #segments: Segment[] = []
  #active: { segment: Segment; file: FileHandle } | null = null
  #pending = new Map<string, QueueRecord[]>()
  #pendingBytes = 0
  /** The newest message of each kind that completes others. A block begins with them, so that batches may be cut anywhere. */
  readonly #context = new Map<Format, Map<number, QueueRecord>>()
  #commit: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #listeners: (() => void)[] = []
  /** The sealed segment whose blocks are in memory. */
  #listed: Segment | null = null
  readonly #sending = new Map<Segment, Set<number>>()
  readonly #dropped: Dropped
  #damaged = 0
  #diskError: string | null = null

  constructor(given: {
    folder: string
    /** Names the boot to whose monotonic clock the times of new records belong. */
    epoch: string
    maxBytes?: number
    segmentBytes?: number
    /** Time in ms since 1970 of a moment of a boot, null while it is not known. */
    timeOf?: (epoch: string, measuredMs: number) => number | null
    write?: (file: FileHandle, bytes: Buffer) => Promise<void>
  }) {
    this.#folder = given.folder
    this.#epoch = given.epoch
    this.#maxBytes = given.maxBytes ?? MAX_BYTES
    this.#segmentBytes = given.segmentBytes ?? SEGMENT_BYTES
    this.#write = given.write ?? (async (file, bytes) => void (await file.appendFile(bytes)))
    this.#timeOf = given.timeOf ?? (() => null)
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    chmodSync(this.#folder, 0o700)
    const names = readdirSync(this.#folder)
    for (const name of names) if (name.endsWith('.draft')) rmSync(join(this.#folder, name))
    // Acknowledgements of a deleted segment would count for a new one of its name.
    for (const name of names)
      if (/\.(ack|sum)$/.test(name) && !names.includes(name.slice(0, -'.ack'.length)))
        rmSync(join(this.#folder, name))
    const ids = names.filter((name) => /^\d{8}\.seg$/.test(name)).map((name) => Number.parseInt(name, 10))
    const newest = Math.max(...ids)
    for (const id of ids.sort((a, b) => a - b)) {
      const segment = Segment.open(this.#pathOf(id), id, id === newest)
      if (segment && !segment.isDone) this.#segments.push(segment)
      else (segment ?? Segment.create(this.#pathOf(id), id, '')).remove()
    }
    this.#lastId = Math.max(0, ...ids)
    this.#dropped = this.#readDropped()
    this.#reserve()
  }

  #lastId: number
  readonly #pathOf = (id: number) => join(this.#folder, `${String(id).padStart(8, '0')}.seg`)

  /** Takes a record, which is on disk once `flushed` resolves. */
  append(record: QueueRecord): void {
    const { dataClass, format, slot } = record
    const key = `${dataClass} ${format}`
    const context = this.#context.get(format) ?? new Map<number, QueueRecord>()
    const list = this.#pending.get(key) ?? copies(context, dataClass)
    list.push(record)
    this.#pending.set(key, list)
    if (slot > 0) this.#context.set(format, context.set(slot, record))
    this.#pendingBytes += record.bytes.length
    if (this.#pendingBytes > MAX_PENDING_BYTES) this.#dropPending()
    this.#timer ??= setTimeout(() => void this.flushed().catch(() => undefined), COMMIT_MS)
  }

  /** Resolves when everything that was appended before is on disk; rejects when the disk refuses it, and keeps it then. */
  async flushed(): Promise<void> {
    await this.#commit?.catch(() => undefined)
    if (this.#pending.size === 0) return
    this.#commit ??= this.#commitPending().finally(() => {
      this.#commit = null
    })
    await this.#commit
  }

  /** Calls after each commit. */
  onCommit(listener: () => void): void {
    this.#listeners.push(listener)
  }

  async #commitPending(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const pending = this.#pending
    this.#pending = new Map()
    this.#pendingBytes = 0
    try {
      const { segment, file } = await this.#writable()
      let number = segment.nextNumber
      const encoded = [...pending.values()].flatMap((records) =>
        [...inBlocks(records)].map((some) => encodeBlock(number++, some)),
      )
      try {
        await this.#write(file, Buffer.concat(encoded.map(({ bytes }) => bytes)))
        await file.datasync()
      } catch (error) {
        // The next commit starts where the last whole block ends.
        await file.truncate(segment.bytes).catch(() => undefined)
        throw error
      }
      segment.added(encoded.map(({ info }) => info))
      this.#diskError = null
    } catch (error) {
      this.#diskError = error instanceof Error ? error.message : String(error)
      this.#putBack(pending)
      if (isFull(error)) this.#makeRoom(true)
      throw error
    }
    this.#makeRoom(false)
    for (const listener of this.#listeners) listener()
  }

  #putBack(pending: Map<string, QueueRecord[]>): void {
    for (const [key, records] of pending) {
      this.#pending.set(key, [...records, ...(this.#pending.get(key) ?? [])])
      for (const { bytes, isContext } of records) this.#pendingBytes += isContext ? 0 : bytes.length
    }
    this.#timer ??= setTimeout(() => void this.flushed().catch(() => undefined), COMMIT_MS)
  }

  /** The segment for new blocks, in which all records are of this boot. */
  async #writable() {
    const full = this.#active && this.#active.segment.bytes >= this.#segmentBytes
    if (full) await this.#seal()
    if (this.#active) return this.#active
    const id = ++this.#lastId
    const path = this.#pathOf(id)
    const file = await open(path, 'ax', 0o600)
    try {
      await this.#write(file, encodeHeader(this.#epoch))
      await file.sync()
      syncFolder(this.#folder)
    } catch (error) {
      await file.close()
      rmSync(path, { force: true })
      throw error
    }
    const segment = Segment.create(path, id, this.#epoch)
    this.#segments.push(segment)
    this.#active = { segment, file }
    return this.#active
  }

  async #seal(): Promise<void> {
    const active = this.#active
    this.#active = null
    await active?.file.close()
    active?.segment.seal()
    if (active?.segment.isDone) this.#remove(active.segment)
  }

  /**
   * Records to be sent next: the newest of class `now` first, then the rest of it, what was asked for, and the oldest of the
   * most urgent class that waits. A batch has at most `maxBytes` of records, but a block at least.
   */
  take(
    given: TakeLimits & {
      classes?: readonly DataClass[]
      /** Parts of time, in ms since 1970, whose detail a person asked for: also of classes that otherwise stay. */
      asked?: readonly Interval[]
    },
  ): Batch | null {
    const { classes = DATA_CLASSES, asked = [] } = given
    const now = classes.includes('now') ? this.#takeOf('now', given) : null
    const urgent = now ?? this.#takeAsked(asked, given.maxBytes)
    if (urgent) return urgent
    for (const dataClass of classes) {
      const batch = dataClass === 'now' ? null : this.#takeOf(dataClass, given)
      if (batch) return batch
    }
    return null
  }

  #takeOf(dataClass: DataClass, given: TakeLimits): Batch | null {
    const { maxBytes, freshMs = Number.POSITIVE_INFINITY, isDatable = () => true } = given
    const segments = this.#segments.filter(
      ({ epoch, left }) => left[dataClass].blocks > 0 && isDatable(epoch),
    )
    const isFresh = ({ toMs }: { toMs: number }) => toMs >= freshMs
    const fresh =
      dataClass === 'now'
        ? segments.find(({ epoch, left }) => epoch === this.#epoch && isFresh(left.now))
        : undefined
    if (fresh) {
      const batch = this.#batch(fresh, fresh.waiting('now').filter(isFresh), maxBytes)
      if (batch) return batch
    }
    for (const segment of segments) {
      const batch = this.#batch(segment, this.#waiting(segment, dataClass), maxBytes)
      if (batch) return batch
      // The list may have shown that nothing is there: damage is no part of a summary.
      this.#clean(segment)
    }
    return null
  }

  /** Keeps the list of one sealed segment in memory: those of 2 GB take 1 GB. */
  #waiting(segment: Segment, dataClass: DataClass): BlockInfo[] {
    if (segment !== this.#active?.segment && segment !== this.#listed) {
      this.#listed?.forgetBlocks()
      this.#listed = segment
    }
    return segment.waiting(dataClass)
  }

  #takeAsked(asked: readonly Interval[], maxBytes: number): Batch | null {
    for (const interval of asked)
      for (const dataClass of DETAIL)
        for (const segment of this.#segments) {
          if (!segment.intervals[dataClass].some((one) => this.#isWithin(segment, one, interval))) continue
          const blocks = this.#waiting(segment, dataClass).filter((one) =>
            this.#isWithin(segment, one, interval),
          )
          const batch = this.#batch(segment, blocks, maxBytes)
          if (batch) return batch
        }
    return null
  }

  /** Bytes of detail that wait and were measured in a part of time, which is in ms since 1970. */
  detailWithin(interval: Interval): number {
    let sum = 0
    for (const segment of this.#segments) {
      const cut: DataClass[] = []
      for (const dataClass of DETAIL) {
        const met = segment.intervals[dataClass].filter((one) => this.#isWithin(segment, one, interval))
        if (met.every((one) => this.#isInside(segment, one, interval)))
          for (const { bytes } of met) sum += bytes
        else cut.push(dataClass)
      }
      if (cut.length === 0) continue
      for (const block of segment.peek(cut)) if (this.#isWithin(segment, block, interval)) sum += block.bytes
    }
    return sum
  }

  /** True when `detailWithin` is more than 0. Quicker, because it looks in the order of `take` and ends at the first. */
  hasDetailWithin(interval: Interval): boolean {
    return DETAIL.some((dataClass) =>
      this.#segments.some((segment) => {
        const met = segment.intervals[dataClass].filter((one) => this.#isWithin(segment, one, interval))
        return (
          met.some((one) => this.#isInside(segment, one, interval)) ||
          (met.length > 0 &&
            segment.peek([dataClass]).some((block) => this.#isWithin(segment, block, interval)))
        )
      }),
    )
  }

  /** True when detail of a part of time, in ms since 1970, was dropped for lack of disk. */
  isDetailDropped = (interval: Interval): boolean =>
    DETAIL.some((one) => this.#dropped[one].intervals.some((dropped) => meets(dropped, interval)))

  #isWithin(segment: Segment, one: Interval, interval: Interval): boolean {
    const dated = this.#dated(segment.epoch, one)
    return dated !== null && meets(dated, interval)
  }

  /** True when the whole of `one` lies in a part of time. */
  #isInside(segment: Segment, one: Interval, interval: Interval): boolean {
    const dated = this.#dated(segment.epoch, one)
    return dated !== null && dated.fromMs >= interval.fromMs && dated.toMs <= interval.toMs
  }

  /** An interval of the clock of a boot in ms since 1970; null while the time of that boot is not known. */
  #dated(epoch: string, { fromMs, toMs }: Interval): Interval | null {
    const [from, to] = [this.#timeOf(epoch, fromMs), this.#timeOf(epoch, toMs)]
    return from === null || to === null ? null : { fromMs: from, toMs: to }
  }

  /** When the data that wait were measured, by class, in ms since 1970. Data without a known time are left out. */
  intervals(): Record<DataClass, DataInterval[]> {
    const all: Record<DataClass, DataInterval[]> = { now: [], later: [], on_demand: [] }
    for (const { epoch, intervals } of this.#segments)
      for (const dataClass of DATA_CLASSES)
        for (const one of intervals[dataClass]) {
          const dated = this.#dated(epoch, one)
          if (dated) addInterval(all[dataClass], { ...dated, bytes: one.bytes }, MOST_INTERVALS)
        }
    return all
  }

  #batch(segment: Segment, waiting: readonly BlockInfo[], maxBytes: number): Batch | null {
    const sending = this.#sending.get(segment)
    const idle = waiting.filter(({ number }) => !sending?.has(number))
    const [first] = idle
    if (!first) return null
    const blocks: BlockInfo[] = []
    const damaged: BlockInfo[] = []
    const records: QueueRecord[] = []
    let bytes = 0
    for (const block of idle) {
      if (block.format !== first.format) continue
      bytes += block.rawBytes
      if (blocks.length > 0 && bytes > maxBytes) break
      const read = segment.read(block)
      if (read) {
        blocks.push(block)
        for (const record of readRecords(read, block)) records.push(record)
      } else damaged.push(block)
    }
    if (damaged.length > 0) {
      for (const block of damaged) this.#damaged += block.records
      segment.acknowledge(damaged)
      this.#clean(segment)
    }
    if (blocks.length === 0) return null
    this.#sending.set(segment, new Set([...(sending ?? []), ...blocks.map(({ number }) => number)]))
    return {
      dataClass: first.dataClass,
      format: first.format,
      epoch: segment.epoch,
      records,
      segment,
      blocks,
    }
  }

  /** True when records wait in files that get no more: waiting for others would not make their batches larger. */
  hasSealed(classes: readonly DataClass[], isDatable: (epoch: string) => boolean): boolean {
    return this.#segments.some(
      (segment) =>
        segment !== this.#active?.segment &&
        isDatable(segment.epoch) &&
        classes.some((one) => segment.left[one].blocks > 0),
    )
  }

  /** Deletes what the server has stored. */
  acknowledge(batch: Batch): void {
    this.release(batch)
    batch.segment.acknowledge(batch.blocks)
    this.#clean(batch.segment)
  }

  /** Keeps a batch that did not arrive. */
  release({ segment, blocks }: Batch): void {
    const sending = this.#sending.get(segment)
    for (const { number } of blocks) sending?.delete(number)
    if (sending?.size === 0) this.#sending.delete(segment)
  }

  #clean(segment: Segment): void {
    if (!segment.isDone) return
    if (segment !== this.#active?.segment) this.#remove(segment)
    else if (segment.bytes >= LEAST_REMOVED_BYTES && this.#commit === null) {
      this.#commit = this.#seal().finally(() => {
        this.#commit = null
      })
    }
  }

  #remove(segment: Segment): void {
    segment.remove()
    this.#segments = this.#segments.filter((one) => one !== segment)
  }

  /** Drops the oldest data of the least urgent class until the folder is within its limit. */
  #makeRoom(isDiskFull: boolean): void {
    const limit = isDiskFull ? Math.max(this.#bytes() - 2 * this.#segmentBytes, 0) : this.#maxBytes
    if (this.#bytes() <= limit) return
    if (isDiskFull) rmSync(this.#reservePath, { force: true })
    for (const dataClass of DATA_CLASSES.toReversed()) {
      for (const segment of [...this.#segments]) {
        if (this.#bytes() <= limit) break
        if (segment === this.#active?.segment || segment.left[dataClass].blocks === 0) continue
        const sending = this.#sending.get(segment)
        try {
          const intervals = segment.intervals[dataClass]
          const lost = segment.drop(dataClass, ({ number }) => sending?.has(number) === true)
          this.#noteDropped(dataClass, lost, segment.epoch, intervals)
        } catch {
          // No room to write the rest of the segment again: the whole oldest one goes.
          for (const one of DATA_CLASSES)
            this.#noteDropped(one, segment.left[one], segment.epoch, segment.intervals[one])
          segment.remove()
        }
        if (segment.bytes === 0) this.#segments = this.#segments.filter((one) => one !== segment)
        else segment.forgetBlocks()
      }
    }
    this.#reserve()
  }

  #bytes = () => this.#segments.reduce((sum, { bytes }) => sum + bytes, 0)

  /** The disk refuses records for so long that memory is full: the least urgent ones go. */
  #dropPending(): void {
    for (const dataClass of DATA_CLASSES.toReversed()) {
      for (const [key, records] of this.#pending) {
        if (!key.startsWith(`${dataClass} `)) continue
        this.#pending.delete(key)
        const lost = noAmount()
        for (const { bytes, measuredMs, isContext } of records) {
          this.#pendingBytes -= isContext ? 0 : bytes.length
          if (!isContext)
            addAmount(lost, { records: 1, bytes: bytes.length, fromMs: measuredMs, toMs: measuredMs })
        }
        this.#noteDropped(dataClass, lost, this.#epoch, [lost])
      }
      if (this.#pendingBytes < MAX_PENDING_BYTES / 2) return
    }
  }

  get #droppedPath() {
    return join(this.#folder, 'dropped.json')
  }

  #readDropped(): Dropped {
    try {
      const dropped = JSON.parse(readFileSync(this.#droppedPath, 'utf8')) as Dropped
      for (const one of DATA_CLASSES) dropped[one].intervals ??= []
      return dropped
    } catch {
      return {
        now: nothingDropped(),
        later: nothingDropped(),
        on_demand: nothingDropped(),
      }
    }
  }

  #noteDropped(dataClass: DataClass, lost: Amount, epoch: string, intervals: readonly DataInterval[]): void {
    if (lost.records === 0) return
    this.#dropped[dataClass].records += lost.records
    this.#dropped[dataClass].bytes += lost.bytes
    const [fromMs, toMs] = [this.#timeOf(epoch, lost.fromMs), this.#timeOf(epoch, lost.toMs)]
    if (fromMs !== null && toMs !== null) {
      const { fromMs: first, toMs: last } = this.#dropped[dataClass]
      this.#dropped[dataClass].fromMs = Math.min(first ?? fromMs, fromMs)
      this.#dropped[dataClass].toMs = Math.max(last ?? toMs, toMs)
    }
    for (const one of intervals) {
      const dated = this.#dated(epoch, one)
      if (dated)
        addInterval(this.#dropped[dataClass].intervals, { ...dated, bytes: one.bytes }, MOST_INTERVALS)
    }
    try {
      writeFileSync(`${this.#droppedPath}.draft`, JSON.stringify(this.#dropped), { mode: 0o600 })
      renameSync(`${this.#droppedPath}.draft`, this.#droppedPath)
    } catch {
      // The counts stay in memory and are written with the next loss.
    }
  }

  get #reservePath() {
    return join(this.#folder, 'reserve')
  }

  /** Makes a file whose removal gives room for the work that frees a full disk. */
  #reserve(): void {
    try {
      writeFileSync(this.#reservePath, Buffer.alloc(Math.min(2 * this.#segmentBytes, this.#maxBytes / 8)), {
        mode: 0o600,
        flag: 'wx',
      })
    } catch {
      // It exists, or the disk is full.
    }
  }

  /** Data that wait by class, losses, and the last failure of the disk. */
  state() {
    const waiting = { now: noAmount(), later: noAmount(), on_demand: noAmount() }
    for (const { left, epoch } of this.#segments)
      for (const one of DATA_CLASSES) {
        // In ms since 1970, because monotonic times of two boots cannot be compared. Unknown times stay out.
        const fromMs = this.#timeOf(epoch, left[one].fromMs) ?? Number.POSITIVE_INFINITY
        const toMs = this.#timeOf(epoch, left[one].toMs) ?? Number.NEGATIVE_INFINITY
        addAmount(waiting[one], { ...left[one], fromMs, toMs }, left[one].blocks)
      }
    return {
      waiting,
      dropped: structuredClone(this.#dropped),
      damaged: this.#damaged,
      diskBytes: this.#bytes(),
      maxBytes: this.#maxBytes,
      error: this.#diskError,
    }
  }

  /** Time of the oldest record that waits, with its boot; null when nothing waits. */
  oldest(): { epoch: string; measuredMs: number } | null {
    const [segment] = this.#segments.filter(({ isDone }) => !isDone)
    if (!segment) return null
    const measuredMs = Math.min(...DATA_CLASSES.map((one) => segment.left[one].fromMs))
    return { epoch: segment.epoch, measuredMs }
  }

  async close(): Promise<void> {
    await this.flushed().catch(() => undefined)
    await this.#commit?.catch(() => undefined)
    if (this.#timer) clearTimeout(this.#timer)
    await this.#seal()
  }
}

const copies = (context: ReadonlyMap<number, QueueRecord>, dataClass: DataClass) =>
  [...context.values()].map((record): QueueRecord => ({ ...record, dataClass, isContext: true }))

/** Records of one class and format in blocks, each of which begins with its context. */
function* inBlocks(records: readonly QueueRecord[]): Generator<QueueRecord[]> {
  let block: QueueRecord[] = []
  let bytes = 0
  const context = new Map<number, QueueRecord>()
  for (const record of records) {
    if (bytes > BLOCK_BYTES) {
      yield block
      block = copies(context, record.dataClass)
      bytes = 0
    }
    if (record.slot > 0) context.set(record.slot, record)
    block.push(record)
    bytes += record.isContext ? 0 : record.bytes.length
  }
  if (bytes > 0) yield block
}

const nothingDropped = () => ({ records: 0, bytes: 0, fromMs: null, toMs: null, intervals: [] })

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** The name of a new file is on disk only when its folder is. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
