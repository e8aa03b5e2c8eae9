import type { Format } from '#contract/wire/device.ts'
import { crc32 } from '#protocols/crc32.ts'
import { isRecord, parseJson } from '#protocols/json.ts'
import { checksum } from '#protocols/nmea0183/sentence.ts'
import type { QueueRecord } from '../record.ts'

/** A copy of a message that completes others is repeated when its last one in the batch is older. */
const CONTEXT_EVERY_MS = 5000
const UPDATES = '{"updates":[{'

/** The body of a batch of one format, in which each record has its time. `timeMs` translates monotonic time. */
export function encodeBatch(
  format: Format,
  records: readonly QueueRecord[],
  timeMs: (measuredMs: number) => number,
): Buffer {
  const needed = withoutRepeatedContext(records)
  switch (format) {
    case 'n2k':
    case 'j1939':
      // This line says that each message is whole.
      return Buffer.from(`# format=FAST\n${needed.map((one) => canLine(one, timeMs)).join('')}`, 'latin1')
    case 'nmea0183':
      return Buffer.from(needed.map((one) => taggedLines(one, timeMs)).join(''), 'latin1')
    case 'signalk':
      return Buffer.from(needed.map((one) => datedDelta(one, timeMs)).join(''))
    case 'imu':
      return Buffer.concat(needed.map((one) => datedFrame(one, timeMs)))
    case 'readings':
      return Buffer.from(JSON.stringify(joinedReadings(needed, timeMs)))
  }
}

function withoutRepeatedContext(records: readonly QueueRecord[]): QueueRecord[] {
  const lastMs = new Map<number, number>()
  return records.filter(({ slot, isContext, measuredMs }) => {
    if (slot === 0) return true
    const last = lastMs.get(slot)
    if (isContext && last !== undefined && measuredMs - last < CONTEXT_EVERY_MS) return false
    lastMs.set(slot, measuredMs)
    return true
  })
}

type TimeMs = (measuredMs: number) => number

const isoTime = ({ measuredMs }: QueueRecord, timeMs: TimeMs) => new Date(timeMs(measuredMs)).toISOString()
const textOf = ({ bytes }: QueueRecord) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const canLine = (record: QueueRecord, timeMs: TimeMs) =>
  `${isoTime(record, timeMs)},${textOf(record).toString('latin1')}\n`

function taggedLines(record: QueueRecord, timeMs: TimeMs): string {
  const tag = `c:${Math.round(timeMs(record.measuredMs))}`
  const block = `\\${tag}*${checksum(tag).toString(16).toUpperCase().padStart(2, '0')}\\`
  return textOf(record)
    .toString('latin1')
    .split('\n')
    .map((line) => `${block}${line}\n`)
    .join('')
}

/** A delta is stored without its timestamp, and its update is its first member. */
const datedDelta = (record: QueueRecord, timeMs: TimeMs) =>
  `${UPDATES}"timestamp":"${isoTime(record, timeMs)}",${textOf(record).toString().slice(UPDATES.length)}\n`

function datedFrame(record: QueueRecord, timeMs: TimeMs): Buffer {
  const frame = Buffer.from(record.bytes)
  frame.writeBigUInt64LE(BigInt(Math.round(timeMs(record.measuredMs) * 1000)), 8)
  frame.writeUInt32LE(crc32(frame.subarray(0, -4)), frame.length - 4)
  return frame
}

function joinedReadings(records: readonly QueueRecord[], timeMs: TimeMs) {
  const joined = { samples: [] as unknown[], fixes: [] as unknown[], tables: [] as unknown[] }
  for (const record of records) {
    const body = parseJson(textOf(record).toString())
    if (!isRecord(body)) continue
    const baseMs = timeMs(record.measuredMs)
    const dated = (one: unknown) => (isRecord(one) ? { ...one, t: baseMs + Number(one.t) } : one)
    joined.samples.push(...list(body.samples).map(dated))
    joined.fixes.push(...list(body.fixes).map(dated))
    for (const table of list(body.tables)) {
      if (!isRecord(table)) continue
      const rows = list(table.rows).map((row) =>
        Array.isArray(row) ? [baseMs + Number(row[0]), ...row.slice(1)] : row,
      )
      joined.tables.push({ ...table, rows })
    }
  }
  return joined
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
