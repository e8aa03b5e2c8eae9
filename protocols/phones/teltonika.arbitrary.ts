/** Frames of a pretend Teltonika tracker, for tests. */
import { crc16 } from './teltonika.ts'

export interface TeltonikaRecord {
  timeMs: number
  latitudeDeg: number
  longitudeDeg: number
  speedKmh: number
  courseDeg: number
  satellites: number
  /** Values by AVL id; each is sent with two bytes. */
  values: Readonly<Record<number, number>>
}

export const imeiHello = (imei: string): Uint8Array =>
  Uint8Array.from([0, imei.length, ...new TextEncoder().encode(imei)])

export function teltonikaPacket(records: readonly TeltonikaRecord[], isExtended = false): Uint8Array {
  const data = [isExtended ? 0x8e : 0x08, records.length]
  for (const record of records) data.push(...recordBytes(record, isExtended))
  data.push(records.length)
  const crc = crc16(Uint8Array.from(data))
  return Uint8Array.from([0, 0, 0, 0, ...number(data.length, 4), ...data, ...number(crc, 4)])
}

function recordBytes(record: TeltonikaRecord, isExtended: boolean): number[] {
  const wide = isExtended ? 2 : 1
  const values = Object.entries(record.values)
  return [
    ...number(record.timeMs, 8),
    1,
    ...number(Math.round(record.longitudeDeg * 1e7) >>> 0, 4),
    ...number(Math.round(record.latitudeDeg * 1e7) >>> 0, 4),
    ...[0, 30],
    ...number(record.courseDeg, 2),
    record.satellites,
    ...number(record.speedKmh, 2),
    ...number(0, wide),
    ...number(values.length, wide),
    ...number(0, wide),
    ...number(values.length, wide),
    ...values.flatMap(([id, value]) => [...number(Number(id), wide), ...number(value, 2)]),
    ...[...number(0, wide), ...number(0, wide)],
    ...(isExtended ? number(0, wide) : []),
  ]
}

/** Big-endian. */
const number = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** (bytes - 1 - i)) % 256)
