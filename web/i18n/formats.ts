import { createFormats, type Formats } from '#contract/formats.ts'
import type { Language, Translate } from './i18n.ts'

/** How numbers, times and places are written in a language of the console. */
export const formatsIn = (language: Language, t: Translate): Formats =>
  createFormats({
    ...SIGNS[language],
    date: (day, month, year) => t('format.date', { day, month: t(`format.month.${month as Month}`), year }),
    today: (time) => t('format.today', { time }),
    hours: t('format.hours'),
    ago: (value, unit) => t(`format.ago.${unit}`, { value }),
    compass: (point) => t(`format.compass.${point}`),
  })

type Month = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11

/** Written out because browsers ship without Icelandic and would silently write English. */
const SIGNS = {
  en: { decimalSign: '.', groupSign: ',' },
  it: { decimalSign: ',', groupSign: '.' },
  is: { decimalSign: ',', groupSign: '.' },
} as const
