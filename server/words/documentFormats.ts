import { DAY_MS } from '#contract/domain/time.ts'
import type { Units } from '#contract/domain/unitChoice.ts'
import { type Language, NUMBER_SIGNS } from '#contract/text/language.ts'
import { fill } from '#contract/text/sentence.ts'
import { createFormats, type Formats } from '#contract/words/formats.ts'
import { wordsIn } from './wordsIn.ts'

export interface DocumentFormats
  extends Pick<Formats, 'number' | 'quantity' | 'shown' | 'unit' | 'duration' | 'course' | 'coordinates'> {
  /** Days of a calendar, counted from 1 January 1970. */
  day(localDay: number): string
  /** Without its year, for an axis. */
  dayMonth(localDay: number): string
}

/** Numbers, places and days as documents and mails write them for a reader; the console writes them alike. */
export function documentFormats(language: Language, units: Units): DocumentFormats {
  const { format } = wordsIn(language)
  const unitWords: Readonly<Record<string, string>> = format.unit
  const formats = createFormats(
    {
      ...NUMBER_SIGNS[language],
      date: () => '',
      today: () => '',
      unit: (unit) => unitWords[unit] ?? unit,
      ago: () => '',
      compass: (point) => format.compass[point],
    },
    units,
  )
  const blanksOf = (localDay: number) => {
    const date = new Date(localDay * DAY_MS)
    const month = format.month[String(date.getUTCMonth()) as keyof typeof format.month]
    return { day: date.getUTCDate(), month, year: date.getUTCFullYear() }
  }
  return {
    ...formats,
    day: (localDay) => fill(format.date, blanksOf(localDay)),
    dayMonth: (localDay) => fill(format.dayMonth, blanksOf(localDay)),
  }
}
