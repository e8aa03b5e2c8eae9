/**
 * Codec 8 and Codec 8 Extended of Teltonika over TCP, https://wiki.teltonika-gps.com/view/Codec. Numbers are big-endian.
 */
import type { Decoded } from '#contract/domain/reading.ts'
import { ReadingSink } from '../readingSink.ts'
import { AVL_VALUES, HDOP_ID } from './avlValues.ts'
import { addReport } from './phoneReport.ts'

const CODEC_8 = 0x08
const CODEC_8_EXTENDED = 0x8e
const IMEI_DIGITS = 15
/** Largest data field; devices keep a packet below 1,280 bytes by default, and the extended codec allows more. */
const MOST_BYTES = 16 * 1024
const PREAMBLE_BYTES = 8
const CRC_BYTES = 4
const KMH_MPS = 1 / 3.6

/** Records of a packet, each by itself; null with the reason when the packet cannot be used. */
export type TeltonikaPacket =
  | { records: Decoded[]; refused: null }
  | { records: null; refused: { reason: 'checksum' | 'malformed' | 'unknown_format'; detail: string } }

/** A piece of a connection: the IMEI that comes first, then packets. */
export type TeltonikaPiece = { imei: string } | { packet: Uint8Array }

/** Cuts the bytes of a connection into pieces. It throws nothing: after bytes of no known form it is `broken`. */
export class TeltonikaStream {
  #bytes: Uint8Array = new Uint8Array()
  #hasImei = false
  broken = false

  push(chunk: Uint8Array): TeltonikaPiece[] {
    const all = new Uint8Array(this.#bytes.length + chunk.length)
    all.set(this.#bytes)
    all.set(chunk, this.#bytes.length)
    this.#bytes = all
    const pieces: TeltonikaPiece[] = []
    for (let piece = this.#next(); piece; piece = this.#next()) pieces.push(piece)
    return pieces
  }

  #next(): TeltonikaPiece | null {
    if (this.broken) return null
    const bytes = this.#bytes
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    if (!this.#hasImei) {
      if (bytes.length < 2) return null
      if (view.getUint16(0) !== IMEI_DIGITS) return this.#break()
      if (bytes.length < 2 + IMEI_DIGITS) return null
      const imei = new TextDecoder().decode(bytes.subarray(2, 2 + IMEI_DIGITS))
      if (!/^\d{15}$/.test(imei)) return this.#break()
      this.#hasImei = true
      this.#bytes = bytes.slice(2 + IMEI_DIGITS)
      return { imei }
    }
    if (bytes.length < PREAMBLE_BYTES) return null
    const length = view.getUint32(4)
    if (view.getUint32(0) !== 0 || length === 0 || length > MOST_BYTES) return this.#break()
    const end = PREAMBLE_BYTES + length + CRC_BYTES
    if (bytes.length < end) return null
    this.#bytes = bytes.slice(end)
    return { packet: bytes.slice(PREAMBLE_BYTES, end) }
  }

  #break(): null {
    this.broken = true
    return null
  }
}

/** Reads a packet from its codec id to its checksum. No bytes make it throw. */
export function decodeTeltonika(packet: Uint8Array): TeltonikaPacket {
  const data = packet.subarray(0, Math.max(packet.length - CRC_BYTES, 0))
  const view = new DataView(packet.buffer, packet.byteOffset, packet.length)
  if (packet.length <= CRC_BYTES || view.getUint32(data.length) !== crc16(data))
    return refusal('checksum', 'Teltonika: wrong CRC')
  const codec = data[0]
  if (codec !== CODEC_8 && codec !== CODEC_8_EXTENDED)
    return refusal('unknown_format', `Teltonika: codec 0x${codec?.toString(16)}`)
  try {
    return { records: readRecords(new Reader(data), codec === CODEC_8_EXTENDED), refused: null }
  } catch (error) {
    if (error instanceof RangeError) return refusal('malformed', 'Teltonika: structure of the records')
    throw error
  }
}

const refusal = (reason: 'checksum' | 'malformed' | 'unknown_format', detail: string): TeltonikaPacket => ({
  records: null,
  refused: { reason, detail },
})

/** Throws RangeError beyond the end of the data. */
class Reader {
  readonly #view: DataView
  #at = 1

  constructor(data: Uint8Array) {
    this.#view = new DataView(data.buffer, data.byteOffset, data.length)
  }

  get left(): number {
    return this.#view.byteLength - this.#at
  }

  u(bytes: 1 | 2 | 4 | 8): number {
    const at = this.#skip(bytes)
    if (bytes === 1) return this.#view.getUint8(at)
    if (bytes === 2) return this.#view.getUint16(at)
    return bytes === 4 ? this.#view.getUint32(at) : Number(this.#view.getBigUint64(at))
  }

  i32(): number {
    return this.#view.getInt32(this.#skip(4))
  }

  skip(bytes: number): void {
    this.#skip(bytes)
  }

  #skip(bytes: number): number {
    const at = this.#at
    if (bytes > this.left) throw new RangeError('beyond the end of the packet')
    this.#at += bytes
    return at
  }
}

function readRecords(reader: Reader, isExtended: boolean): Decoded[] {
  const count = reader.u(1)
  const records = Array.from({ length: count }, () => readRecord(reader, isExtended))
  if (count === 0 || reader.u(1) !== count || reader.left > 0) throw new RangeError('counts differ')
  return records
}

function readRecord(reader: Reader, isExtended: boolean): Decoded {
  const timeUs = reader.u(8) * 1000
  reader.skip(1)
  const longitudeDeg = reader.i32() / 1e7
  const latitudeDeg = reader.i32() / 1e7
  reader.skip(2)
  const courseDeg = reader.u(2)
  // Without a fix the device repeats its last position, with 0 satellites.
  const valid = reader.u(1) > 0
  const speedKmh = reader.u(2)
  const values = readValues(reader, isExtended)
  const hdopTenths = values.get(HDOP_ID)
  const sink = new ReadingSink('phone')
  addReport(sink, {
    ...{ timeUs, latitudeDeg, longitudeDeg, valid, accuracyM: null },
    speedMps: valid ? speedKmh * KMH_MPS : null,
    courseDeg: valid ? courseDeg : null,
    hdop: hdopTenths ? hdopTenths / 10 : null,
  })
  for (const [id, value] of values) {
    const meaning = AVL_VALUES[id]
    if (!meaning) continue
    const instance = meaning.name === undefined ? meaning.instance : { number: 255, name: meaning.name }
    sink.scalar(timeUs, meaning.key, instance, value * meaning.factor)
  }
  return sink.take()
}

/** Values by AVL id; those of a variable length are skipped. */
function readValues(reader: Reader, isExtended: boolean): Map<number, number> {
  const wide = isExtended ? 2 : 1
  reader.skip(wide)
  const total = reader.u(wide)
  const values = new Map<number, number>()
  let read = 0
  for (const bytes of [1, 2, 4, 8] as const) {
    for (let left = reader.u(wide); left > 0; left--, read++) values.set(reader.u(wide), reader.u(bytes))
  }
  if (isExtended)
    for (let left = reader.u(2); left > 0; left--, read++) {
      reader.skip(2)
      reader.skip(reader.u(2))
    }
  if (read !== total) throw new RangeError('counts differ')
  return values
}

/** CRC-16/IBM: polynomial 0xA001, reflected, from 0. */
export function crc16(data: Uint8Array): number {
  let crc = 0
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}
