import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FORMATS, type Format } from '#contract/wire/device.ts'
import { parseFrameLine } from '#protocols/can/frameLine.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import type { QueueRecord } from '../record.ts'
import { StreamClocks } from './streamClock.ts'
import { Thinner } from './thinner.ts'

function thin(format: Format, messages: readonly [text: string, arrivedMs: number][]) {
  const records: QueueRecord[] = []
  const times: number[] = []
  const thinner = new Thinner({
    append: (record) => records.push(record),
    onGnssTime: (utcMs) => times.push(utcMs),
  })
  for (const [text, arrivedMs] of messages)
    thinner.take({ format, bytes: Buffer.from(text, 'latin1'), arrivedMs })
  return { records, times, texts: records.map(({ bytes }) => Buffer.from(bytes).toString('latin1')) }
}
const DEPTH = sentenceLine('$', 'SDDPT,4.1,0.0')

test('passes a kind at once each minute, once a second later, and the rest on demand', () => {
  const { records } = thin(
    'nmea0183',
    Array.from({ length: 650 }, (_, i) => [DEPTH, 1000 + i * 100]),
  )
  const count = (dataClass: string) => records.filter((record) => record.dataClass === dataClass).length
  expect([count('now'), records.length]).toEqual([2, 650])
  expect(count('later')).toBeGreaterThanOrEqual(63)
  expect(count('later')).toBeLessThanOrEqual(72)
})

test('appends the last motion block when it is closed', () => {
  const records: QueueRecord[] = []
  const thinner = new Thinner({ append: (record) => records.push(record) })
  const some = Int16Array.of(0, 1)
  const axes = { forceX: some, forceY: some, forceZ: some, roll: some, pitch: some, yaw: some }
  for (const startUs of [0, 40_000]) {
    const bytes = encodeImuFrame([{ sensor: 1, startUs, intervalUs: 20_000, ...axes }])
    thinner.take({ format: 'imu', bytes, arrivedMs: 1000 + startUs / 1000 })
  }
  thinner.close()
  expect(records.map(({ measuredMs }) => measuredMs)).toEqual([960, 1000])
})

test('gives the same records of a frame that the source has parsed', () => {
  const lines = [
    '00:00:00.000 R 09F11203 FF 10 3B FF 7F CE F5 FC',
    '00:00:00.100 R 09F20103 20 1A 00 10 27 20 4E FF',
    '00:00:00.100 R 09F20103 21 FF FF FF FF 10 00 00',
    '00:00:00.100 R 09F20103 22 00 FF FF FF FF FF FF',
    '00:00:00.100 R 09F20103 23 00 00 00 00 7F 7F FF',
  ]
  const take = (isParsed: boolean) => {
    const records: QueueRecord[] = []
    const thinner = new Thinner({ append: (record) => records.push(record) })
    for (const line of lines) {
      const frame = parseFrameLine(line)
      thinner.take({
        ...{ format: 'n2k', bytes: Buffer.from(line), arrivedMs: 1000 },
        ...(isParsed && typeof frame === 'object' && { frame }),
      })
    }
    return records
  }
  expect(take(true)).toEqual(take(false))
  expect(take(true)).toHaveLength(2)
})

test('passes a change of switches at once', () => {
  const bank = (state: string) => `00:00:00.000 R 0DF20D10 00 ${state} FF FF FF FF FF FF`
  const { records } = thin('n2k', [
    [bank('00'), 1000],
    [bank('00'), 1500],
    [bank('01'), 1700],
  ])
  expect(records.map(({ dataClass }) => dataClass)).toEqual(['now', 'on_demand', 'now'])
})

test('leaves out the TAG block or time before a sentence, and keeps AIS messages together', () => {
  const first = sentenceLine('!', 'AIVDM,2,1,3,A,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0')
  const second = sentenceLine('!', 'AIVDM,2,2,3,A,1@0000000000000,2')
  const { texts } = thin('nmea0183', [
    [`\\s:r003669945,c:1120959341*51\\${DEPTH}`, 1000],
    [`1568394000058;N;${DEPTH}`, 2000],
    [first, 3000],
    [second, 3001],
  ])
  expect(texts).toEqual([DEPTH, DEPTH, `${first}\n${second}`])
})

test('learns the time only from a receiver with a fix', () => {
  const rmc = (status: string) =>
    sentenceLine('$', `GPRMC,090344.000,${status},6409.18,N,02156.24,W,0.0,75.9,040926,,,A`)
  expect(thin('nmea0183', [[rmc('V'), 1000]]).times).toEqual([])
  expect(thin('nmea0183', [[rmc('A'), 1000]]).times).toEqual([Date.UTC(2026, 8, 4, 9, 3, 44)])
})

test('dates the values of a Signal K server well beside a receiver that is years off', () => {
  const delta = (timestamp: string, path: string) =>
    JSON.stringify({ updates: [{ $source: path, timestamp, values: [{ path, value: 1 }] }] })
  const { records } = thin('signalk', [
    [delta('2014-08-15T19:00:07Z', 'navigation.headingTrue'), 1000],
    [delta('2026-06-01T12:00:00Z', 'environment.depth.belowKeel'), 1500],
    [delta('2014-08-15T19:00:08Z', 'navigation.headingTrue'), 2000],
    [delta('2026-06-01T12:00:01Z', 'environment.depth.belowKeel'), 2500],
    // A value that the server keeps of a source that is off for two days.
    [delta('2026-05-30T12:00:02Z', 'tanks.fuel.0.currentLevel'), 3500],
  ])
  expect(records.map(({ measuredMs }) => measuredMs)).toEqual([1000, 1500, 2000, 2500, 3500 - 172_800_000])
})

test('keeps the clocks of few sources when every value has another year', () => {
  const clocks = new StreamClocks()
  const yearMs = 365 * 86_400_000
  for (let year = 0; year < 1000; year++) expect(clocks.measuredMs(year * yearMs, year)).toBe(year)
  expect(clocks.count).toBeLessThanOrEqual(8)
})

test('takes any bytes without an exception', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FORMATS), fc.uint8Array({ maxLength: 80 }), (format, bytes) => {
      const thinner = new Thinner({ append: () => undefined })
      thinner.take({ format, bytes, arrivedMs: 1000 })
    }),
    { numRuns: 300 },
  )
})
