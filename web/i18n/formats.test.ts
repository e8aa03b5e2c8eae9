import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import en from './en.json' with { type: 'json' }
import { createFormats } from './formats.ts'
import type { Language, Translate } from './i18n.ts'
import icelandic from './is.json' with { type: 'json' }
import italian from './it.json' with { type: 'json' }

const words = { en, it: italian, is: icelandic }

async function formats(language: Language = 'en') {
  const i18n = createInstance()
  const resources = { [language]: { translation: words[language] } }
  await i18n.init({ lng: language, resources, interpolation: { escapeValue: false } })
  return createFormats(language, i18n.t as Translate)
}
const at = (hours: number, minutes: number) => new Date(2026, 5, 18, hours, minutes, 41).getTime()

describe('numbers', () => {
  test('carry as many decimals as their unit deserves', async () => {
    const { quantity } = await formats()
    expect(quantity(18.44, 'kn')).toBe('18.4 kn')
    expect(quantity(4.416, 'g')).toBe('4.42 g')
    expect(quantity(999.94, 'nmi')).toBe('999.9 nmi')
    expect(quantity(1204.4, 'nmi')).toBe('1,204 nmi')
    expect(quantity(2999.6, 'rpm')).toBe('3,000 rpm')
  })

  test('use a true minus and never a negative zero', async () => {
    const { number } = await formats()
    expect(number(-180)).toBe('−180')
    expect(number(-0.04, 1)).toBe('0.0')
    expect(number(1_234_567.25, 1)).toBe('1,234,567.3')
  })

  test('that are not known are an en dash', async () => {
    const { number, quantity, duration, course, coordinates } = await formats()
    expect([number(null), quantity(undefined, 'kn'), duration(null), course(Number.NaN)]).toEqual([
      '–',
      '–',
      '–',
      '–',
    ])
    expect(coordinates(64, null)).toBe('–')
  })

  test('follow the separators of the language', async () => {
    expect((await formats('it')).number(1204.5, 1)).toBe('1.204,5')
    expect((await formats('is')).number(1204.5, 1)).toBe('1.204,5')
  })
})

describe('times', () => {
  test('are written day, month, year and clock', async () => {
    const { dateTime, dateTimeSeconds, time } = await formats()
    expect(dateTime(at(9, 12))).toBe('18 Jun, 2026 09:12')
    expect(dateTimeSeconds(at(9, 12))).toBe('18 Jun, 2026 09:12:41')
    expect(time(at(0, 5))).toBe('00:05')
    expect((await formats('is')).dateTime(at(9, 12))).toBe('18. júní 2026 09:12')
    expect((await formats('it')).dateTime(at(9, 12))).toBe('18 giu 2026 09:12')
  })

  test('of today say so in live lists', async () => {
    const { liveDateTime } = await formats()
    expect(liveDateTime(at(9, 12), at(23, 59))).toBe('Today, 09:12')
    expect(liveDateTime(at(9, 12), at(23, 59) + 60_000)).toBe('18 Jun, 2026 09:12')
  })

  test('grow old in the largest unit that fits', async () => {
    const { ago } = await formats()
    const ages = [0, 59.9, 60, 3599, 3600, 86_400 * 3].map((seconds) => ago(0, seconds * 1000))
    expect(ages).toEqual(['0 s ago', '59 s ago', '1 min ago', '59 min ago', '1 h ago', '3 d ago'])
    expect(ago(5000, 0)).toBe('0 s ago')
  })

  test('last hours and minutes, rounded as a whole', async () => {
    const { duration } = await formats()
    expect(duration(22)).toBe('22 min')
    expect(duration(94)).toBe('1 h 34 min')
    expect(duration(59.6)).toBe('1 h 00 min')
    expect(duration(66)).toBe('1 h 06 min')
  })
})

describe('places', () => {
  test('are degrees, minutes and seconds with their quarter', async () => {
    const { coordinates } = await formats()
    expect(coordinates(64.15195, -21.94198)).toBe('64° 09′ 07″ N, 21° 56′ 31″ W')
    expect(coordinates(-0.99999, 179.99999)).toBe('1° 00′ 00″ S, 180° 00′ 00″ E')
  })

  test('lie on one of eight points of the compass', async () => {
    const { course } = await formats()
    expect([course(332), course(359.6), course(22.4), course(22.6), course(-90)]).toEqual([
      '332° NW',
      '0° N',
      '22° N',
      '23° NE',
      '270° W',
    ])
    expect((await formats('it')).course(260)).toBe('260° O')
  })
})
