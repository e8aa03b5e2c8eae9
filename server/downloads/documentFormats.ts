import type { CompassPoint } from '#contract/compass.ts'
import { createFormats, type Formats } from '#contract/formats.ts'
import { type Language, NUMBER_SIGNS } from '#contract/language.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Units } from '#contract/unitChoice.ts'

interface Words {
  months: readonly string[]
  date: (day: number, month: string, year: number) => string
  dayMonth: (day: number, month: string) => string
  /** Those that are not called what the wire calls them. */
  units: Readonly<Record<string, string>>
  compass: Readonly<Partial<Record<CompassPoint, string>>>
}

/** As in the console. */
const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
    date: (day, month, year) => `${day} ${month}, ${year}`,
    dayMonth: (day, month) => `${day} ${month}`,
    units: {},
    compass: {},
  },
  it: {
    months: 'gen feb mar apr mag giu lug ago set ott nov dic'.split(' '),
    date: (day, month, year) => `${day} ${month} ${year}`,
    dayMonth: (day, month) => `${day} ${month}`,
    units: { hr: 'h', rpm: 'giri/min', 'L/hr': 'L/h', 'gal/hr': 'gal/h' },
    compass: { SW: 'SO', W: 'O', NW: 'NO' },
  },
  is: {
    months: 'jan. feb. mars apr. maí júní júlí ágú. sep. okt. nóv. des.'.split(' '),
    date: (day, month, year) => `${day}. ${month} ${year}`,
    dayMonth: (day, month) => `${day}. ${month}`,
    units: {
      ...{ s: 'sek.', min: 'mín.', h: 'klst.', hr: 'klst.', rpm: 'sn./mín.', 'km/h': 'km/klst.' },
      ...{ nmi: 'sml', '/nmi': '/sml', 'L/hr': 'L/klst.', 'L/nmi': 'L/sml' },
      ...{ 'gal/hr': 'gal/klst.', 'gal/nmi': 'gal/sml' },
    },
    compass: { NE: 'NA', E: 'A', SE: 'SA', SW: 'SV', W: 'V', NW: 'NV' },
  },
}

export interface DocumentFormats
  extends Pick<Formats, 'number' | 'quantity' | 'shown' | 'unit' | 'duration' | 'course' | 'coordinates'> {
  /** Days of a calendar, counted from 1 January 1970. */
  day(localDay: number): string
  /** Without its year, for an axis. */
  dayMonth(localDay: number): string
}

/** Numbers, places and days as a document writes them, for whom it is for. */
export function documentFormats(language: Language, units: Units): DocumentFormats {
  const words = WORDS[language]
  const formats = createFormats(
    {
      ...NUMBER_SIGNS[language],
      date: () => '',
      today: () => '',
      unit: (unit) => words.units[unit] ?? unit,
      ago: () => '',
      compass: (point) => words.compass[point] ?? point,
    },
    units,
  )
  const parts = (localDay: number) => {
    const date = new Date(localDay * DAY_MS)
    return [date.getUTCDate(), words.months[date.getUTCMonth()] ?? '', date.getUTCFullYear()] as const
  }
  return {
    ...formats,
    day: (localDay) => words.date(...parts(localDay)),
    dayMonth: (localDay) => {
      const [day, month] = parts(localDay)
      return words.dayMonth(day, month)
    },
  }
}
