import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { crc32 } from '#protocols/crc32.ts'
import { DATA_CLASSES, type DataClass } from '../record.ts'
import {
  HEADER_BYTES as BLOCK_HEADER_BYTES,
  type BlockInfo,
  nextBlockAt,
  readBlockHeader,
  readBlockInfo,
} from './block.ts'
import { addInterval, type DataInterval } from './intervals.ts'

/** Not acknowledged data of one class. */
export interface Amount {
  blocks: number
  records: number
  /** On disk. */
  bytes: number
  fromMs: number
  toMs: number
}

/** Limit of the intervals of one class; a segment mostly has a few minutes. */
const MOST_INTERVALS = 16

export const noAmount = (): Amount => ({
  ...{ blocks: 0, records: 0, bytes: 0 },
  fromMs: Number.POSITIVE_INFINITY,
  toMs: Number.NEGATIVE_INFINITY,
})

export function addAmount(
  sum: Amount,
  more: Pick<Amount, 'records' | 'bytes' | 'fromMs' | 'toMs'>,
  blocks = 1,
) {
  sum.blocks += blocks
  sum.records += more.records
  sum.bytes += more.bytes
  sum.fromMs = Math.min(sum.fromMs, more.fromMs)
  sum.toMs = Math.max(sum.toMs, more.toMs)
}

/** `TFQ1`, then the id of the boot whose monotonic clock dates the records. */
const MAGIC = 'TFQ1'
const EPOCH_BYTES = 36
export const HEADER_BYTES = MAGIC.length + EPOCH_BYTES

export const encodeHeader = (epoch: string) => Buffer.from(MAGIC + epoch.padEnd(EPOCH_BYTES), 'latin1')

/**
 * One file of the queue: a header and blocks. The numbers of acknowledged blocks stand in a second file, which is not synced:
 * an acknowledgement that a power cut takes away only has a block sent twice.
 */
export class Segment {
  readonly id: number
  readonly epoch: string
  /** Length of the file up to its last whole block. */
  bytes = HEADER_BYTES
  /** Not acknowledged data by class. */
  left: Record<DataClass, Amount>
  /** When the data of `left` were measured. */
  readonly intervals: Record<DataClass, DataInterval[]> = { now: [], later: [], on_demand: [] }
  readonly #path: string
  /** Null while the blocks of a sealed segment are not in memory. */
  #known: Known | null = { blocks: [], acknowledged: new Set() }
  #nextNumber = 0
  /** True once no more blocks are added. */
  #isSealed = false
  /** False while `left` is that of the summary, which does not know of damage in the file. */
  #isCounted = true
  /** False after a full disk: acknowledgements are in memory alone. */
  #isSaved = true

  private constructor(path: string, id: number, epoch: string) {
    this.#path = path
    this.id = id
    this.epoch = epoch
    this.left = emptyAmounts()
  }

  static create(path: string, id: number, epoch: string): Segment {
    return new Segment(path, id, epoch)
  }

  /**
   * An existing file, null where it has no whole header. With `isChecked`, everything after damage at the end is cut off.
   * Otherwise the summary of the file suffices, because 2 GB have millions of blocks.
   */
  static open(path: string, id: number, isChecked: boolean): Segment | null {
    const fd = openSync(path, 'r')
    try {
      const header = Buffer.alloc(HEADER_BYTES)
      if (
        readSync(fd, header, 0, HEADER_BYTES, 0) < HEADER_BYTES ||
        !header.toString('latin1').startsWith(MAGIC)
      )
        return null
      const segment = new Segment(path, id, header.toString('latin1', MAGIC.length).trimEnd())
      segment.#isSealed = true
      const { size } = fstatSync(fd)
      if (!isChecked && segment.#readSummary(size)) return segment
      const blocks = isChecked ? checkedBlocks(readFileSync(path)) : listedBlocks(fd, size)
      const last = blocks.at(-1)
      segment.bytes = last ? last.at + last.bytes : HEADER_BYTES
      if (isChecked && segment.bytes < size) truncateSync(path, segment.bytes)
      segment.#known = { blocks, acknowledged: segment.#readAcknowledged() }
      segment.#count()
      segment.#writeSummary()
      segment.forgetBlocks()
      return segment
    } finally {
      closeSync(fd)
    }
  }

  #readAcknowledged(): Set<number> {
    const acknowledged = new Set<number>()
    const numbers = existsSync(this.#ackPath) ? readFileSync(this.#ackPath) : Buffer.alloc(0)
    for (let at = 0; at + 4 <= numbers.length; at += 4) acknowledged.add(inverted(numbers.readUInt32LE(at)))
    // The next number begins where the last whole one ends.
    if (numbers.length % 4 > 0) truncateSync(this.#ackPath, numbers.length - (numbers.length % 4))
    return acknowledged
  }

  /** Takes `left` from the summary; false where it is missing, torn or not that of the present files. */
  #readSummary(size: number): boolean {
    try {
      const [sum = '', text = ''] = readFileSync(this.#summaryPath, 'latin1').split('\n')
      if (sum !== String(crc32(Buffer.from(text)))) return false
      const { bytes, acknowledged, left, intervals } = JSON.parse(text) as Summary
      if (bytes !== size || acknowledged !== sizeOf(this.#ackPath)) return false
      this.bytes = bytes
      for (const one of DATA_CLASSES) {
        this.left[one] = left[one] ?? noAmount()
        this.intervals[one] = intervals[one]
      }
      this.#known = null
      this.#isCounted = false
      return true
    } catch {
      return false
    }
  }

  /** Spares the next start the list of blocks. It is not synced, and a torn one does not count. */
  #writeSummary(): void {
    if (!this.#isSealed || this.isDone) return
    const summary: Summary = {
      ...{ bytes: this.bytes, acknowledged: sizeOf(this.#ackPath), intervals: this.intervals },
      left: mapClasses((one) => (this.left[one].blocks > 0 ? this.left[one] : null)),
    }
    const text = JSON.stringify(summary)
    try {
      writeFileSync(this.#summaryPath, `${crc32(Buffer.from(text))}\n${text}`, { mode: 0o600 })
    } catch {
      // A full disk: the next start lists the blocks.
    }
  }

  get #summaryPath() {
    return `${this.#path}.sum`
  }

  get #ackPath() {
    return `${this.#path}.ack`
  }

  get nextNumber() {
    return this.#nextNumber
  }

  get isDone(): boolean {
    return DATA_CLASSES.every((one) => this.left[one].blocks === 0)
  }

  /** Notes blocks that are on disk. */
  added(blocks: readonly BlockInfo[]): void {
    for (const block of blocks) {
      block.at = this.bytes
      this.bytes += block.bytes
      this.#known?.blocks.push(block)
      this.#nextNumber = Math.max(this.#nextNumber, block.number + 1)
      this.#addLeft(block)
    }
  }

  #addLeft(block: BlockInfo): void {
    addAmount(this.left[block.dataClass], block)
    addInterval(this.intervals[block.dataClass], block, MOST_INTERVALS)
  }

  #clearLeft(dataClass: DataClass): void {
    this.left[dataClass] = noAmount()
    this.intervals[dataClass] = []
  }

  /** Blocks that are not acknowledged, oldest first. */
  waiting(dataClass: DataClass): BlockInfo[] {
    if (this.left[dataClass].blocks === 0) return []
    const { blocks, acknowledged } = this.#load()
    return blocks.filter((block) => block.dataClass === dataClass && !acknowledged.has(block.number))
  }

  /** Like `waiting` for several classes, but keeps no list of blocks in memory that is not there. */
  peek(classes: readonly DataClass[]): BlockInfo[] {
    const { blocks, acknowledged } = this.#known ?? this.#list()
    return blocks.filter(({ dataClass, number }) => classes.includes(dataClass) && !acknowledged.has(number))
  }

  #load(): Known {
    this.#known ??= this.#list()
    if (!this.#isCounted) this.#count()
    return this.#known
  }

  /** The list of blocks of a sealed segment is read again when it is needed. */
  forgetBlocks(): void {
    if (this.#isSaved) this.#known = null
  }

  /** No more blocks are added. */
  seal(): void {
    this.#isSealed = true
    this.#writeSummary()
    this.forgetBlocks()
  }

  /** Bytes of a block, null where the file is damaged there. */
  read(block: BlockInfo): Buffer | null {
    const bytes = Buffer.alloc(block.bytes)
    const fd = openSync(this.#path, 'r')
    try {
      readSync(fd, bytes, 0, block.bytes, block.at)
    } finally {
      closeSync(fd)
    }
    return readBlockInfo(bytes, 0) ? bytes : null
  }

  acknowledge(blocks: readonly BlockInfo[]): void {
    const { acknowledged } = this.#load()
    const fresh = blocks.filter(({ number }) => !acknowledged.has(number))
    const numbers = Buffer.alloc(fresh.length * 4)
    fresh.forEach(({ number }, i) => {
      acknowledged.add(number)
      numbers.writeUInt32LE(inverted(number), i * 4)
    })
    try {
      appendFileSync(this.#ackPath, numbers, { mode: 0o600 })
    } catch {
      // A full disk: the blocks are sent once more after a restart.
      this.#isSaved = false
    }
    const classes = new Set(fresh.map((block) => block.dataClass))
    for (const dataClass of classes) this.#recount(dataClass)
    // Between these moments the next start lists the blocks, which spares a write for each batch.
    if ([...classes].some((dataClass) => this.left[dataClass].blocks === 0)) this.#writeSummary()
  }

  /** Removes the blocks of a class, except those being sent, and those that are acknowledged. Returns what was lost. */
  drop(dataClass: DataClass, isKept: (block: BlockInfo) => boolean): Amount {
    const { blocks, acknowledged } = this.#known ?? this.#list()
    const lost = noAmount()
    const kept: BlockInfo[] = []
    for (const block of blocks) {
      if (acknowledged.has(block.number)) continue
      if (block.dataClass === dataClass && !isKept(block)) addAmount(lost, block)
      else kept.push(block)
    }
    if (kept.length === 0) this.remove()
    else this.#writeAgain(kept)
    this.#known = { blocks: kept, acknowledged }
    this.#count()
    this.#writeSummary()
    return lost
  }

  #writeAgain(kept: readonly BlockInfo[]): void {
    const file = readFileSync(this.#path)
    const draft = `${this.#path}.draft`
    const fd = openSync(draft, 'w', 0o600)
    try {
      writeSync(fd, file.subarray(0, HEADER_BYTES))
      let at = HEADER_BYTES
      for (const block of kept) {
        writeSync(fd, file.subarray(block.at, block.at + block.bytes))
        block.at = at
        at += block.bytes
      }
      fsyncSync(fd)
      this.bytes = at
    } finally {
      closeSync(fd)
    }
    renameSync(draft, this.#path)
  }

  remove(): void {
    for (const path of [this.#path, this.#ackPath, this.#summaryPath]) rmSync(path, { force: true })
    this.bytes = 0
  }

  #list(): Known {
    const fd = openSync(this.#path, 'r')
    try {
      return { blocks: listedBlocks(fd, this.bytes), acknowledged: this.#readAcknowledged() }
    } finally {
      closeSync(fd)
    }
  }

  #count(): void {
    this.#isCounted = true
    const { blocks, acknowledged } = this.#load()
    for (const dataClass of DATA_CLASSES) this.#clearLeft(dataClass)
    for (const block of blocks) {
      this.#nextNumber = Math.max(this.#nextNumber, block.number + 1)
      if (!acknowledged.has(block.number)) this.#addLeft(block)
    }
  }

  #recount(dataClass: DataClass): void {
    const left = this.waiting(dataClass)
    this.#clearLeft(dataClass)
    for (const block of left) this.#addLeft(block)
  }
}

/** Blocks of a segment and the numbers of those that are acknowledged. */
interface Known {
  blocks: BlockInfo[]
  acknowledged: Set<number>
}

/** Content of `.seg.sum`, after a line with its checksum. */
interface Summary {
  /** Sizes of the files for which it holds. */
  bytes: number
  acknowledged: number
  /** Null without blocks: JSON has no infinite times. */
  left: Record<DataClass, Amount | null>
  intervals: Record<DataClass, DataInterval[]>
}

const mapClasses = <One>(of: (one: DataClass) => One) =>
  Object.fromEntries(DATA_CLASSES.map((one) => [one, of(one)])) as Record<DataClass, One>

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** A cut of power may leave zeros at the end of a file, which must not acknowledge block 0. */
const inverted = (number: number) => ~number >>> 0

const emptyAmounts = () => mapClasses(noAmount)

/** Every block with a right checksum; damage between two blocks is skipped. */
function checkedBlocks(file: Buffer): BlockInfo[] {
  const blocks: BlockInfo[] = []
  for (let at = nextBlockAt(file, HEADER_BYTES); at < file.length; at = nextBlockAt(file, at)) {
    const block = readBlockInfo(file, at)
    if (!block) break
    blocks.push(block)
    at += block.bytes
  }
  return blocks
}

/** Bytes that are read at once for headers: a few small blocks. */
const HEADERS_BYTES = 8192

/** Blocks by their headers alone, which is quick; a damaged payload is found when the block is read. */
function listedBlocks(fd: number, size: number): BlockInfo[] {
  const blocks: BlockInfo[] = []
  const bytes = Buffer.alloc(HEADERS_BYTES)
  let [from, length] = [0, 0]
  for (let at = HEADER_BYTES; at < size; ) {
    if (at + BLOCK_HEADER_BYTES > from + length) {
      from = at
      length = readSync(fd, bytes, 0, HEADERS_BYTES, at)
    }
    const block = readBlockHeader(bytes.subarray(at - from, length), at, size)
    if (!block) return checkedBlocks(wholeFile(fd, size))
    blocks.push(block)
    at += block.bytes
  }
  return blocks
}

function wholeFile(fd: number, size: number): Buffer {
  const file = Buffer.alloc(size)
  readSync(fd, file, 0, size, 0)
  return file
}
