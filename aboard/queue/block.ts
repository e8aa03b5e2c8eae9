import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { FORMATS, type Format } from '#contract/wire/device.ts'
import { crc32 } from '#protocols/crc32.ts'
import { DATA_CLASSES, type DataClass, type QueueRecord } from '../record.ts'

/** Records of one class and format that reached the disk in one write. A block is acknowledged as a whole. */
export interface BlockInfo {
  /** Number within its segment, which stays when the segment is written again without some blocks. */
  number: number
  dataClass: DataClass
  format: Format
  records: number
  fromMs: number
  toMs: number
  /** Length of the records before compression. */
  rawBytes: number
  /** Place in the file. */
  at: number
  /** Length in the file, with the header. */
  bytes: number
}

/** `TFB1`: a block of version 1. */
const MAGIC = 0x31424654
export const HEADER_BYTES = 48
const RECORD_HEADER_BYTES = 13
/** Compression of shorter blocks saves less than a header. */
const LEAST_DEFLATED = 256
const IS_DEFLATED = 1
const IS_CONTEXT = 0x80
const MAX_SLOT = 0x7f

/** The block of records of one class and format. `at` is known once the block is written. */
export function encodeBlock(
  number: number,
  records: readonly QueueRecord[],
): { info: BlockInfo; bytes: Buffer } {
  const [first] = records
  if (!first) throw new Error('A block has at least one record.')
  const raw = Buffer.allocUnsafe(
    records.reduce((sum, { bytes }) => sum + RECORD_HEADER_BYTES + bytes.length, 0),
  )
  let at = 0
  for (const { bytes, measuredMs, slot, isContext } of records) {
    raw.writeUInt32LE(bytes.length, at)
    raw.writeDoubleLE(measuredMs, at + 4)
    raw.writeUInt8(Math.min(slot, MAX_SLOT) | (isContext ? IS_CONTEXT : 0), at + 12)
    raw.set(bytes, at + RECORD_HEADER_BYTES)
    at += RECORD_HEADER_BYTES + bytes.length
  }
  const isDeflated = raw.length >= LEAST_DEFLATED
  const payload = isDeflated ? deflateRawSync(raw, { level: 1 }) : raw
  const own = records.filter(({ isContext }) => !isContext)
  const info: BlockInfo = {
    number,
    dataClass: first.dataClass,
    format: first.format,
    records: own.length,
    fromMs: own.reduce((least, { measuredMs }) => Math.min(least, measuredMs), Number.POSITIVE_INFINITY),
    toMs: own.reduce((most, { measuredMs }) => Math.max(most, measuredMs), Number.NEGATIVE_INFINITY),
    rawBytes: raw.length,
    at: 0,
    bytes: HEADER_BYTES + payload.length,
  }
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(payload.length, 8)
  header.writeUInt32LE(number, 12)
  header.writeUInt8(DATA_CLASSES.indexOf(first.dataClass), 16)
  header.writeUInt8(FORMATS.indexOf(first.format), 17)
  header.writeUInt8(isDeflated ? IS_DEFLATED : 0, 18)
  header.writeUInt32LE(info.records, 20)
  header.writeUInt32LE(info.rawBytes, 24)
  header.writeDoubleLE(info.fromMs, 28)
  header.writeDoubleLE(info.toMs, 36)
  const bytes = Buffer.concat([header, payload])
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4)
  return { info, bytes }
}

/** The block whose header this is, null for other bytes. `size` is that of the file, in which the whole block must lie. */
export function readBlockHeader(header: Buffer, at: number, size: number): BlockInfo | null {
  if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== MAGIC) return null
  const bytes = HEADER_BYTES + header.readUInt32LE(8)
  const dataClass = DATA_CLASSES[header.readUInt8(16)]
  const format = FORMATS[header.readUInt8(17)]
  if (!dataClass || !format || at + bytes > size) return null
  return {
    number: header.readUInt32LE(12),
    ...{ dataClass, format, at, bytes },
    records: header.readUInt32LE(20),
    rawBytes: header.readUInt32LE(24),
    fromMs: header.readDoubleLE(28),
    toMs: header.readDoubleLE(36),
  }
}

/** The block at this place; null where the bytes are cut, damaged or no block. */
export function readBlockInfo(file: Buffer, at: number): BlockInfo | null {
  const block = readBlockHeader(file.subarray(at, at + HEADER_BYTES), at, file.length)
  if (!block) return null
  const isRight = crc32(file.subarray(at + 8, at + block.bytes)) === file.readUInt32LE(at + 4)
  return isRight ? block : null
}

/** Bytes of a whole block to its records. */
export function readRecords(block: Buffer, { dataClass, format }: BlockInfo): QueueRecord[] {
  const payload = block.subarray(HEADER_BYTES)
  const raw = block.readUInt8(18) & IS_DEFLATED ? inflateRawSync(payload) : payload
  const records: QueueRecord[] = []
  for (let at = 0; at < raw.length; ) {
    const end = at + RECORD_HEADER_BYTES + raw.readUInt32LE(at)
    records.push({
      ...{ dataClass, format },
      measuredMs: raw.readDoubleLE(at + 4),
      slot: raw.readUInt8(at + 12) & MAX_SLOT,
      isContext: (raw.readUInt8(at + 12) & IS_CONTEXT) !== 0,
      bytes: raw.subarray(at + RECORD_HEADER_BYTES, end),
    })
    at = end
  }
  return records
}

/** The next place from `from` on where a whole block starts; the length of the file when there is none. */
export function nextBlockAt(file: Buffer, from: number): number {
  const magic = Buffer.alloc(4)
  magic.writeUInt32LE(MAGIC)
  for (let at = file.indexOf(magic, from); at >= 0; at = file.indexOf(magic, at + 1))
    if (readBlockInfo(file, at)) return at
  return file.length
}
