import { expect, test } from 'vitest'
import type { Decoded } from '#contract/domain/reading.ts'
import { encoderFor, FORMATS, type Format } from './formats.ts'
import { guessFormat } from './guessFormat.ts'
import { readLog } from './readLog.ts'

const START_US = 1_781_773_920e6
const seconds = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    timeUs: START_US + i * 1e6,
    key: 'engine_speed' as const,
    instance: 1,
    value: i % 60,
  }))
const column = () => Int16Array.of(1, 2, 3)
const block = (startUs: number) => ({
  ...{ sensor: 1, startUs, intervalUs: 20_000 },
  ...{ forceX: column(), forceY: column(), forceZ: column(), roll: column(), pitch: column(), yaw: column() },
})

/** The file in chunks of an awkward size. */
async function* chunks(bytes: Uint8Array, size = 997): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function batches(bytes: Uint8Array, format?: Format): Promise<Decoded[]> {
  const all: Decoded[] = []
  for await (const batch of readLog(chunks(bytes), format)) all.push(batch)
  return all
}

test.each(FORMATS)('recognises a %s log by its beginning', (format) => {
  const readings = { scalars: seconds(10), motion: [block(START_US)] }
  expect(guessFormat(encoderFor(format)(readings))).toBe(format)
})

test.each(['n2k', 'j1939', 'nmea0183', 'signalk', 'readings'] as const)(
  'reads a %s log cut anywhere',
  async (format) => {
    const log = await batches(encoderFor(format)({ scalars: seconds(12_000) }))
    const speeds = log
      .flatMap(({ scalars }) => scalars)
      .filter(({ key, value }) => key === 'engine_speed' && value !== null)
    expect(speeds).toHaveLength(12_000)
    expect(speeds.at(-1)?.timeUs).toBe(START_US + 11_999e6)
    expect(log.flatMap(({ rejected }) => rejected)).toEqual([])
    // A JSON document is one chunk; lines come in batches.
    if (format !== 'readings') expect(log.length).toBeGreaterThan(2)
  },
)

test('reads a log of motion frames cut anywhere', async () => {
  const blocks = Array.from({ length: 3000 }, (_, i) => block(START_US + i * 60_000))
  const log = await batches(encoderFor('imu')({ motion: blocks }))
  expect(log.flatMap(({ motion }) => motion)).toEqual(blocks)
})

test('assumes a day only for a log without a date', async () => {
  const writtenBeforeUs = Date.UTC(2026, 5, 18, 11) * 1e3
  const place = '$GPGLL,5229.6021,N,00517.7879,E,235959,A,A\n'
  const depth = '$SDDPT,4.2,,\n'
  const fixTimes = async (text: string) => {
    const times: number[] = []
    for await (const { fixes, scalars } of readLog(chunks(Buffer.from(text)), undefined, { writtenBeforeUs }))
      times.push(...[...fixes, ...scalars].map(({ timeUs }) => timeUs))
    return times
  }
  expect(await fixTimes(depth + place)).toEqual([Date.UTC(2026, 5, 17, 23, 59, 59) * 1e3])
  const dated = '$GPZDA,000000,01,01,2016,00,00\n'
  expect(await fixTimes(place + dated + depth)).toEqual([Date.UTC(2016, 0, 1) * 1e3])
})

test('returns the assumed day: the last on which the log was written before', async () => {
  const read = async (time: string, writtenBeforeUs: number) => {
    const all: Decoded[] = []
    for await (const batch of readLog(
      chunks(Buffer.from(`$GPGLL,5229.6021,N,00517.7879,E,${time},A,A\n`)),
      undefined,
      { writtenBeforeUs },
    ))
      all.push(batch)
    return all.flatMap(({ notes = [] }) => notes)
  }
  const noon = Date.UTC(2026, 5, 18, 12) * 1e3
  expect(await read('115959', noon)).toEqual([{ kind: 'assumed_date', date: '2026-06-18' }])
  expect(await read('120001', noon)).toEqual([{ kind: 'assumed_date', date: '2026-06-17' }])
})

test('joins the chunks of a document once, however many, and refuses one that is too long', async () => {
  const chunk = new Uint8Array(8192).fill(32)
  async function* endless() {
    yield Buffer.from('{"tables":[')
    for (let bytes = 0; bytes < 65_000_000; bytes += chunk.length) yield chunk
  }
  const rejected: Decoded['rejected'] = []
  for await (const batch of readLog(endless(), 'readings')) rejected.push(...batch.rejected)
  expect(rejected[0]).toEqual({ reason: 'too_large', detail: 'line', count: 1 })
})

test('refuses a file that is no log', async () => {
  for (const text of ['', 'a,b,c\n1,2,3\n', '<svg></svg>', '{"type":"Topology"}']) {
    const [only, ...more] = await batches(Buffer.from(text))
    expect(only?.rejected).toEqual([{ reason: 'unknown_format', detail: 'file', count: 1 }])
    expect(more).toEqual([])
  }
})
