import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
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
  readonly #acknowledged = new Set<number>()
  /** Null while the blocks of a sealed segment are not in memory. */
  #blocks: BlockInfo[] | null
  #nextNumber = 0

  private constructor(path: string, id: number, epoch: string) {
    this.#path = path
    this.id = id
    this.epoch = epoch
    this.left = emptyAmounts()
    this.#blocks = []
  }

  static create(path: string, id: number, epoch: string): Segment {
    return new Segment(path, id, epoch)
  }

  /** An existing file, null where it has no whole header. With `isChecked`, everything after damage at the end is cut off. */
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
      if (existsSync(segment.#ackPath)) {
        const numbers = readFileSync(segment.#ackPath)
        for (let at = 0; at + 4 <= numbers.length; at += 4)
          segment.#acknowledged.add(inverted(numbers.readUInt32LE(at)))
        // The next number begins where the last whole one ends.
        if (isChecked) truncateSync(segment.#ackPath, numbers.length - (numbers.length % 4))
      }
      segment.#blocks = isChecked ? checkedBlocks(readFileSync(path)) : listedBlocks(fd, statSync(path).size)
      const last = segment.#blocks.at(-1)
      segment.bytes = last ? last.at + last.bytes : HEADER_BYTES
      if (isChecked && segment.bytes < statSync(path).size) truncateSync(path, segment.bytes)
      segment.#count()
      segment.forgetBlocks()
      return segment
    } finally {
      closeSync(fd)
    }
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
      this.#blocks?.push(block)
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
    this.#blocks ??= this.#list()
    return this.#blocks.filter(
      (block) => block.dataClass === dataClass && !this.#acknowledged.has(block.number),
    )
  }

  /** Like `waiting` for several classes, but keeps no list of blocks in memory that is not there. */
  peek(classes: readonly DataClass[]): BlockInfo[] {
    return (this.#blocks ?? this.#list()).filter(
      (block) => classes.includes(block.dataClass) && !this.#acknowledged.has(block.number),
    )
  }

  /** The list of blocks of a sealed segment is read again when it is needed. */
  forgetBlocks(): void {
    this.#blocks = null
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
    const fresh = blocks.filter(({ number }) => !this.#acknowledged.has(number))
    const numbers = Buffer.alloc(fresh.length * 4)
    fresh.forEach(({ number }, i) => {
      this.#acknowledged.add(number)
      numbers.writeUInt32LE(inverted(number), i * 4)
    })
    try {
      appendFileSync(this.#ackPath, numbers, { mode: 0o600 })
    } catch {
      // A full disk: the blocks are sent once more after a restart.
    }
    for (const dataClass of new Set(fresh.map((block) => block.dataClass))) this.#recount(dataClass)
  }

  /** Removes the blocks of a class, except those being sent, and those that are acknowledged. Returns what was lost. */
  drop(dataClass: DataClass, isKept: (block: BlockInfo) => boolean): Amount {
    const all = this.#list()
    const lost = noAmount()
    const kept: BlockInfo[] = []
    for (const block of all) {
      if (this.#acknowledged.has(block.number)) continue
      if (block.dataClass === dataClass && !isKept(block)) addAmount(lost, block)
      else kept.push(block)
    }
    if (kept.length === 0) {
      this.remove()
      this.#blocks = []
    } else this.#writeAgain(kept)
    this.#count()
    return lost
  }

  #writeAgain(kept: readonly BlockInfo[]): void {
    const file = readFileSync(this.#path)
    const draft = `${this.#path}.draft`
    const fd = openSync(draft, 'w', 0o600)
    try {
      writeSync(fd, file.subarray(0, HEADER_BYTES))
      let at = HEADER_BYTES
      this.#blocks = []
      for (const block of kept) {
        writeSync(fd, file.subarray(block.at, block.at + block.bytes))
        this.#blocks.push({ ...block, at })
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
    rmSync(this.#path, { force: true })
    rmSync(this.#ackPath, { force: true })
    this.bytes = 0
  }

  #list(): BlockInfo[] {
    const fd = openSync(this.#path, 'r')
    try {
      return listedBlocks(fd, this.bytes)
    } finally {
      closeSync(fd)
    }
  }

  #count(): void {
    const blocks = this.#blocks ?? this.#list()
    for (const dataClass of DATA_CLASSES) this.#clearLeft(dataClass)
    for (const block of blocks) {
      this.#nextNumber = Math.max(this.#nextNumber, block.number + 1)
      if (!this.#acknowledged.has(block.number)) this.#addLeft(block)
    }
  }

  #recount(dataClass: DataClass): void {
    const left = this.waiting(dataClass)
    this.#clearLeft(dataClass)
    for (const block of left) this.#addLeft(block)
  }
}

/** A cut of power may leave zeros at the end of a file, which must not acknowledge block 0. */
const inverted = (number: number) => ~number >>> 0

const emptyAmounts = (): Record<DataClass, Amount> => ({
  now: noAmount(),
  later: noAmount(),
  on_demand: noAmount(),
})

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
