/**
 * Taffrail's frame for motion samples, described with a worked example in docs/imu-frame.md. The columns lie in the
 * message as they lie in memory (little-endian, as every machine that Node runs on), so decoding copies them whole.
 */
import {
  type Decoded,
  IMU_NOT_AVAILABLE,
  type MotionBlock,
  nothingDecoded,
} from '#contract/domain/reading.ts'
import type { MessageDecoder } from './codec.ts'
import { crc32 } from './crc32.ts'

/** `TFR1`: the format, and its version. */
const MAGIC = 0x31524654
const MAGIC_TEXT = 'TFR1'
const HEADER_BYTES = 20
const CRC_BYTES = 4
const HAS_FORCE = 1
const HAS_ATTITUDE = 2
/** Blocks that are further apart than this are no run of samples. */
const MAX_INTERVAL_US = 10_000_000
const FORCE = ['forceX', 'forceY', 'forceZ'] as const
const ATTITUDE = ['roll', 'pitch', 'yaw'] as const

interface Header {
  sensor: number
  flags: number
  samples: number
  startUs: number
  intervalUs: number
  /** Length of the whole block with its checksum, in bytes. */
  bytes: number
}

export class ImuDecoder implements MessageDecoder {
  decode = (message: Uint8Array) => decodeImuFrame(message)
}

/**
 * Any number of blocks one after another. A block with a wrong checksum is dropped, and the next one is read.
 */
export function decodeImuFrame(message: Uint8Array): Decoded {
  const decoded = nothingDecoded()
  const reject = (reason: 'checksum' | 'malformed', count = 1) =>
    decoded.rejected.push({ reason, detail: 'motion block', count })
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let at = 0
  while (at < message.length) {
    const header = readHeader(view, at)
    const end = header ? at + header.bytes : Number.POSITIVE_INFINITY
    const isWhole = header !== null && end <= message.length
    if (isWhole && crc32(message.subarray(at, end - CRC_BYTES)) === view.getUint32(end - CRC_BYTES, true)) {
      decoded.motion.push(readBlock(message, at, header))
      at = end
      continue
    }
    // A wrong length would swallow the next blocks, so reading continues at the next start of a block.
    const next = nextBlock(message, at + 1)
    reject(isWhole ? 'checksum' : 'malformed', isWhole && next === end ? header.samples : 1)
    at = next
  }
  return decoded
}

/** Offset where the next block may start, at the earliest `from`; the length of the message when none does. */
function nextBlock(message: Uint8Array, from: number): number {
  const at = Buffer.from(message.buffer, message.byteOffset, message.byteLength).indexOf(MAGIC_TEXT, from)
  return at < 0 ? message.length : at
}

/**
 * End of the block that starts at `from`, or of the bytes there that belong to no block. Null while more bytes must
 * arrive to tell.
 */
export function blockEnd(bytes: Uint8Array, from: number): { end: number; isBlock: boolean } | null {
  if (bytes.length - from < HEADER_BYTES) return null
  const header = readHeader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), from)
  // Nonsense does not become better by waiting, but its last bytes may begin a block.
  if (!header)
    return { end: Math.min(nextBlock(bytes, from + 1), bytes.length - MAGIC_TEXT.length + 1), isBlock: false }
  return from + header.bytes > bytes.length ? null : { end: from + header.bytes, isBlock: true }
}

/** How many bytes at the start of `bytes` are whole blocks: a file is cut there, the rest waits for more. */
export function wholeBlocksBytes(bytes: Uint8Array): number {
  for (let at = 0; ; ) {
    const block = blockEnd(bytes, at)
    if (!block) return at
    at = block.end
  }
}

export const looksLikeImu = (bytes: Uint8Array) =>
  bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC

export function encodeImuFrame(blocks: readonly MotionBlock[]): Uint8Array {
  const parts = blocks.map(encodeBlock)
  const message = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    message.set(part, at)
    at += part.length
  }
  return message
}

function encodeBlock(block: MotionBlock): Uint8Array {
  const force = FORCE.map((name) => block[name])
  const attitude = ATTITUDE.map((name) => block[name])
  const flags = (isThere(force) ? HAS_FORCE : 0) | (isThere(attitude) ? HAS_ATTITUDE : 0)
  const columns = [...(flags & HAS_FORCE ? force : []), ...(flags & HAS_ATTITUDE ? attitude : [])]
  const samples = block.forceX.length
  const bytes = new Uint8Array(blockBytes(samples, flags))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint8(4, block.sensor)
  view.setUint8(5, flags)
  view.setUint16(6, samples, true)
  view.setBigUint64(8, BigInt(Math.round(block.startUs)), true)
  view.setUint32(16, Math.round(block.intervalUs), true)
  columns.forEach((column, i) => {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, samples * 2), HEADER_BYTES + i * samples * 2)
  })
  view.setUint32(bytes.length - CRC_BYTES, crc32(bytes.subarray(0, -CRC_BYTES)), true)
  return bytes
}

const isThere = (columns: readonly Int16Array[]) =>
  columns.some((column) => column.some((value) => value !== IMU_NOT_AVAILABLE))

function blockBytes(samples: number, flags: number): number {
  const columns = (flags & HAS_FORCE ? 3 : 0) + (flags & HAS_ATTITUDE ? 3 : 0)
  return HEADER_BYTES + columns * samples * 2 + CRC_BYTES
}

function readHeader(view: DataView, at: number): Header | null {
  if (view.byteLength - at < HEADER_BYTES || view.getUint32(at, true) !== MAGIC) return null
  const flags = view.getUint8(at + 5)
  const samples = view.getUint16(at + 6, true)
  const startUs = Number(view.getBigUint64(at + 8, true))
  const intervalUs = view.getUint32(at + 16, true)
  if (flags === 0 || flags > (HAS_FORCE | HAS_ATTITUDE) || samples === 0) return null
  if (intervalUs === 0 || intervalUs > MAX_INTERVAL_US || !Number.isSafeInteger(startUs)) return null
  return {
    sensor: view.getUint8(at + 4),
    flags,
    samples,
    startUs,
    intervalUs,
    bytes: blockBytes(samples, flags),
  }
}

function readBlock(message: Uint8Array, at: number, header: Header): MotionBlock {
  const { sensor, flags, samples, startUs, intervalUs } = header
  let next = at + HEADER_BYTES
  const column = (there: number) => {
    if (!there) return new Int16Array(samples).fill(IMU_NOT_AVAILABLE)
    // A copy: the message may lie at an odd address, and its buffer belongs to the network.
    const values = new Int16Array(samples)
    new Uint8Array(values.buffer).set(message.subarray(next, next + samples * 2))
    next += samples * 2
    return values
  }
  return {
    sensor,
    startUs,
    intervalUs,
    forceX: column(flags & HAS_FORCE),
    forceY: column(flags & HAS_FORCE),
    forceZ: column(flags & HAS_FORCE),
    roll: column(flags & HAS_ATTITUDE),
    pitch: column(flags & HAS_ATTITUDE),
    yaw: column(flags & HAS_ATTITUDE),
  }
}
