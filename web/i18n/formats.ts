import type { Units } from '#contract/domain/unitChoice.ts'
import { NUMBER_SIGNS } from '#contract/text/language.ts'
import { createFormats, type Formats } from '#contract/words/formats.ts'
import type english from '#words/en/screen/format.json'
import type { Language, Translate } from './i18n.ts'

/** Formats of numbers, times and places in a language of the console. */
export const formatsIn = (language: Language, t: Translate, units?: Units): Formats =>
  createFormats(
    {
      ...NUMBER_SIGNS[language],
      date: (day, month, year) => t('format.date', { day, month: t(`format.month.${month as Month}`), year }),
      today: (time) => t('format.today', { time }),
      unit: (unit) => (isWorded(unit) ? t(`format.unit.${unit}`) : unit),
      ago: (value, unit, count) => t(`format.ago.${unit}`, { value, count }),
      compass: (point) => t(`format.compass.${point}`),
    },
    units,
  )

type WordedUnit = keyof typeof english.format.unit

/** All other units are written the same in every language. */
const WORDED: Readonly<Record<WordedUnit, true>> = {
  ...{ s: true, min: true, h: true, d: true, hr: true, rpm: true },
  ...{ 'L/hr': true, nmi: true, 'L/nmi': true, '/nmi': true, 'km/h': true, 'gal/hr': true, 'gal/nmi': true },
}
const isWorded = (unit: string): unit is WordedUnit => Object.hasOwn(WORDED, unit)

type Month = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11
