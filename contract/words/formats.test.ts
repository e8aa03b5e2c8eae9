import { describe, expect, test } from 'vitest'
import { createFormats, readable } from './formats.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const words: Parameters<typeof createFormats>[0] = {
  decimalSign: '.',
  groupSign: ',',
  date: (day, month, year) => `${day} ${MONTHS[month]}, ${year}`,
  today: (time) => `Today, ${time}`,
  unit: (unit) => unit,
  ago: (value, unit) => `${value} ${unit} ago`,
  compass: (point) => point,
}
const formats = createFormats(words)
const at = (hours: number, minutes: number) => new Date(2026, 5, 18, hours, minutes, 41).getTime()

describe('numbers', () => {
  test('writes numbers with as many decimals as their unit needs', () => {
    const { quantity } = formats
    expect(quantity(18.44, 'kn')).toBe('18.4 kn')
    expect(quantity(4.416, 'g')).toBe('4.42 g')
    expect(quantity(999.94, 'nmi')).toBe('999.9 nmi')
    expect(quantity(1204.4, 'nmi')).toBe('1,204 nmi')
    expect(quantity(2999.6, 'rpm')).toBe('3,000 rpm')
  })

  test('writes numbers in the reader’s units, with the decimals that these need', () => {
    const { quantity, unit } = createFormats(words, {
      ...{ speed: 'mph', distance: 'km', volume: 'gal', temperature: '°F', length: 'ft' },
    })
    expect(quantity(18.44, 'kn')).toBe('21.2 mph')
    expect(quantity(1204.4, 'nmi')).toBe('2,231 km')
    expect(quantity(1.5, 'L/nmi')).toBe('0.214 gal/km')
    expect(quantity(-4, '°C')).toBe('24.8 °F')
    expect(quantity(2.5, 'm', 0)).toBe('8 ft')
    expect(quantity(null, 'kn')).toBe('–')
    expect([unit('L/hr'), unit('g'), unit('mph')]).toEqual(['gal/hr', 'g', 'mph'])
  })

  test('writes a true minus and never a negative zero', () => {
    const { number } = formats
    expect(number(-180)).toBe('−180')
    expect(number(-0.04, 1)).toBe('0.0')
    expect(number(1_234_567.25, 1)).toBe('1,234,567.3')
  })

  test('writes an en dash for an unknown number', () => {
    const { number, quantity, duration, course, coordinates } = formats
    expect([number(null), quantity(undefined, 'kn'), duration(null), course(Number.NaN)]).toEqual([
      '–',
      '–',
      '–',
      '–',
    ])
    expect(coordinates(64, null)).toBe('–')
  })
})

describe('times', () => {
  test('writes day, month, year and clock', () => {
    const { dateTime, dateTimeSeconds, time } = formats
    expect(dateTime(at(9, 12))).toBe('18 Jun, 2026 09:12')
    expect(dateTimeSeconds(at(9, 12))).toBe('18 Jun, 2026 09:12:41')
    expect(time(at(0, 5))).toBe('00:05')
  })

  test('marks times of today in live lists', () => {
    const { liveDateTime } = formats
    expect(liveDateTime(at(9, 12), at(23, 59))).toBe('Today, 09:12')
    expect(liveDateTime(at(9, 12), at(23, 59) + 60_000)).toBe('18 Jun, 2026 09:12')
  })

  test('writes an age in the largest unit that fits', () => {
    const { ago } = formats
    const ages = [0, 59.9, 60, 3599, 3600, 86_400 * 3].map((seconds) => ago(0, seconds * 1000))
    expect(ages).toEqual(['0 s ago', '59 s ago', '1 min ago', '59 min ago', '1 h ago', '3 d ago'])
    expect(ago(5000, 0)).toBe('0 s ago')
  })

  test('writes durations in hours and minutes, rounded as a whole', () => {
    const { duration } = formats
    expect(duration(22)).toBe('22 min')
    expect(duration(94)).toBe('1 h 34 min')
    expect(duration(59.6)).toBe('1 h 00 min')
    expect(duration(66)).toBe('1 h 06 min')
  })

  test('writes long durations in coarser units', () => {
    const lasted = (minutes: number) => formats.lasting(minutes * 60_000)
    expect([0.5, 1.99, 2, 59, 60, 200, 1440].map(lasted)).toEqual([
      ...['30 s', '119 s', '2 min', '59 min', '1 h', '3 h 20 min', '24 h'],
    ])
    expect([2880, 3120, 14 * 1440 - 1, 3789 * 60 + 42].map(lasted)).toEqual([
      '2 d',
      '2 d 4 h',
      '14 d',
      '158 d',
    ])
    expect(formats.lasting(null)).toBe('–')
  })
})

describe('places', () => {
  test('writes degrees, minutes and seconds with their hemisphere', () => {
    const { coordinates } = formats
    expect(coordinates(64.15195, -21.94198)).toBe('64° 09′ 07″ N, 21° 56′ 31″ W')
    expect(coordinates(-0.99999, 179.99999)).toBe('1° 00′ 00″ S, 180° 00′ 00″ E')
  })

  test('names one of eight points of the compass', () => {
    const { course } = formats
    expect([course(332), course(359.6), course(22.4), course(22.6), course(-90)]).toEqual([
      '332° NW',
      '0° N',
      '22° N',
      '23° NE',
      '270° W',
    ])
  })
})

describe('thresholds', () => {
  test('writes thresholds in °C and bar, to one decimal', () => {
    expect(readable(371.48, 'K')).toEqual({ value: 98.3, unit: '°C' })
    expect(readable(273.05, 'K')).toEqual({ value: -0.1, unit: '°C' })
    expect(readable(273.14, 'K')).toEqual({ value: 0, unit: '°C' })
    expect(readable(415_000, 'Pa')).toEqual({ value: 4.2, unit: 'bar' })
    expect(readable(28.75, 'kn')).toEqual({ value: 28.75, unit: 'kn' })
  })
})
