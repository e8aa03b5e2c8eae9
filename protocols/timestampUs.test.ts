import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseCanboatJson } from './can/canboatJson.ts'
import { parseSentence } from './nmea0183/sentence.ts'
import { ReadingsDecoder } from './readingsJson.ts'
import { SignalkDecoder } from './signalk/signalkDecoder.ts'
import { timestampUs } from './timestampUs.ts'
import { CsvDecoder } from './tracks/csvDecoder.ts'

const NINE_TWELVE_US = 1_781_773_920e6

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Rome'))
afterEach(() => void vi.unstubAllEnvs())

test('reads times outside the zone of Greenwich', () => {
  expect(new Date(NINE_TWELVE_US / 1e3).getHours()).toBe(11)
})

test.each([
  ['2026-06-18T09:12:00Z', 0],
  ['2026-06-18T09:12:00', 0],
  ['2026-06-18 09:12', 0],
  ['2026-06-18t09:12:00z', 0],
  ['2026/06/18 09:12:00 UTC', 0],
  ['2026.06.18T09:12:00Z', 0],
  ['2026-06-18T11:12:00+02:00', 0],
  ['2026-06-18T11:12:00+0200', 0],
  ['2026-06-18T07:12:00-02', 0],
  ['2026-06-18T09:12:00.25', 250_000],
  ['2026-06-18T09:12:00.123456Z', 123_456],
  ['2026-06-18T09:12:00,5Z', 500_000],
  ['1781773920', 0],
  ['1781773920.5', 500_000],
  ['1781773920000', 0],
  ['1781773920000001', 1],
])('reads the moment %s', (text, afterUs) => {
  expect(timestampUs(text) - NINE_TWELVE_US).toBe(afterUs)
})

test.each(['', '2026-06-18', '09:12:00', '2026-13-18T09:12:00', '2026-06-18T25:12:00Z', 'tomorrow', '17'])(
  'refuses %j',
  (text) => {
    expect(timestampUs(text)).toBeNaN()
  },
)

const bytes = (text: string) => Buffer.from(text)
const firstUs = ({ scalars }: { scalars: { timeUs: number }[] }) => scalars[0]?.timeUs

test.each([
  [
    'device JSON',
    (at: string) =>
      firstUs(
        new ReadingsDecoder().decode(
          bytes(JSON.stringify({ samples: [{ t: at, key: 'sog', value: 5 }] })),
          null,
        ),
      ),
  ],
  [
    'Signal K',
    (at: string) => {
      const values = [{ path: 'navigation.speedOverGround', value: 5 }]
      const delta = { context: 'vessels.self', updates: [{ timestamp: at, values }] }
      return firstUs(new SignalkDecoder().decode(bytes(JSON.stringify(delta)), null))
    },
  ],
  [
    'canboat JSON',
    (at: string) =>
      parseCanboatJson(
        `{"timestamp":"${at}","prio":2,"src":7,"dst":255,"pgn":127250,"fields":{"Heading":1.2}}`,
      )?.timeUs,
  ],
  [
    'NMEA 0183',
    (at: string) => {
      const sentence = parseSentence(`${at} $IIDPT,4.1,0.0`)
      return typeof sentence === 'string' ? sentence : sentence.stampUs
    },
  ],
  [
    'a table of positions',
    (at: string) => {
      const decoder = new CsvDecoder()
      const { fixes } = decoder.decode(bytes(`time,lat,lon\n${at},64.1,-21.9\n`), null)
      return fixes[0]?.timeUs
    },
  ],
])('reads %s without a zone as UTC', (_, readUs) => {
  expect(readUs('2026-06-18T09:12:00')).toBe(NINE_TWELVE_US)
  expect(readUs('2026-06-18T11:12:00+02:00')).toBe(NINE_TWELVE_US)
})
