import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { SeriesKey } from '#contract/domain/series.ts'
import { decoderFor, type Format } from './formats.ts'
import { sentenceLine } from './nmea0183/sentence.ts'

const AT = '2026-06-18T09:00:00.000Z'
const AT_US = Date.parse(AT) * 1e3

/** Values of a series, and rejections. */
function read(format: Format, text: string, key: SeriesKey) {
  const { scalars, rejected } = decoderFor(format).decode(Buffer.from(text), AT_US)
  return {
    values: scalars.filter((one) => one.key === key).map(({ value }) => value),
    refused: rejected.map(({ reason, detail }) => `${reason} ${detail}`),
  }
}
const n2k = (pgn: number, hex: string) => {
  const bytes = hex.split(' ')
  return `# format=FAST\n${AT},3,${pgn},5,255,${bytes.length},${bytes.join(',')}\n`
}
const nmea = (...bodies: string[]) => bodies.map((body) => `${sentenceLine('$', body)}\n`).join('')
const signalk = (values: Record<string, number>) =>
  JSON.stringify({
    context: 'vessels.self',
    updates: [
      {
        ...{ $source: 'a', timestamp: AT },
        values: Object.entries(values).map(([path, value]) => ({ path, value })),
      },
    ],
  })

describe('a value that is derived', () => {
  test.each<[string, Format, string, SeriesKey, string]>([
    // 131 % of 200 L.
    ['litres of a level', 'n2k', n2k(127505, '00 ee 7f d0 07 00 00 ff'), 'fuel_remaining', 'fuel_level'],
    [
      ...(['litres of a level', 'signalk'] as const),
      signalk({ 'tanks.fuel.main.capacity': 0.2, 'tanks.fuel.main.currentLevel': 1.31 }),
      ...(['fuel_remaining', 'fuel_level'] as const),
    ],
    [
      'depth of a depth',
      'nmea0183',
      nmea('SDDPT,99999,0.5'),
      'depth_below_surface',
      'depth_below_transducer',
    ],
  ])('derives no %s in %s when its input is rejected', (_, format, text, key, from) => {
    const { values, refused } = read(format, text, key)
    expect(values.every((value) => value === null)).toBe(true)
    expect(refused).toEqual([`out_of_range ${from}`])
  })

  test.each<[string, Format, string, SeriesKey]>([
    ['a magnetic heading of 511°', 'nmea0183', nmea('HCHDG,511.0,,,10.0,W'), 'heading'],
    ['a magnetic heading of −40°', 'nmea0183', nmea('HCHDG,-40.0,,,10.0,W'), 'heading'],
    ['a deviation of 200°', 'nmea0183', nmea('HCHDG,40.0,200.0,E,10.0,W'), 'heading'],
    ['an offset of 500 m', 'nmea0183', nmea('SDDPT,5.0,500.0'), 'depth_below_surface'],
    ['a wind 400° off the bow', 'nmea0183', nmea('HEHDT,30.0,T', 'WIMWV,400,T,10,N,A'), 'wind_direction'],
    [
      'a magnetic heading of 10 rad',
      'signalk',
      signalk({ 'navigation.magneticVariation': 0.1, 'navigation.headingMagnetic': 10 }),
      'heading',
    ],
  ])('rejects a derived value from %s', (_, format, text, key) => {
    const { values, refused } = read(format, text, key)
    expect(values).toEqual([null])
    expect(refused).toEqual([`out_of_range ${key}`])
  })

  test('derives nothing from a variation of more than half a turn', () => {
    const bad = read('nmea0183', nmea('HCHDG,40.0,,,300.0,W'), 'heading')
    expect(bad).toEqual({ values: [null], refused: ['out_of_range variation'] })
    const later = read(
      'signalk',
      signalk({ 'navigation.magneticVariation': 6, 'navigation.headingMagnetic': 1 }),
      'heading',
    )
    expect(later).toEqual({ values: [], refused: ['out_of_range variation'] })
  })

  test('derives nothing from a rejected heading', () => {
    const wind = read('nmea0183', nmea('HEHDT,400.0,T', 'WIMWV,10,T,10,N,A'), 'wind_direction')
    expect(wind).toEqual({ values: [null], refused: ['out_of_range heading'] })
  })

  test.runIf(process.env.RECORDINGS)('derives no volume from a tank at 131 %', () => {
    const text = readFileSync(`${process.env.RECORDINGS}/field/11-tank-131-percent-yd.raw`, 'latin1')
    expect(read('n2k', text, 'fuel_remaining').values).toEqual([null])
  })
})
