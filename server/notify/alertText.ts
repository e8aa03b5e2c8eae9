import type { AlertFacts } from '#contract/alert.ts'
import { createFormats, type FormatWords } from '#contract/formats.ts'
import { type Language, NUMBER_SIGNS } from '#contract/language.ts'

/** An alert in the words and numbers of whoever reads it, on the screen or in a message. */
export function alertText(facts: AlertFacts, language: Language): string {
  const { quantity } = createFormats({ ...NO_TIMES, ...NUMBER_SIGNS[language] })
  const impact = quantity(facts.impact, 'g', 1)
  return facts.impact < facts.limit
    ? WORDS[language].impact(impact)
    : WORDS[language].impactAbove(impact, quantity(facts.limit, 'g', Number.isInteger(facts.limit) ? 0 : 1))
}

const WORDS: Readonly<
  Record<
    Language,
    { impact: (impact: string) => string; impactAbove: (impact: string, limit: string) => string }
  >
> = {
  en: {
    impact: (impact) => `Impact of ${impact}`,
    impactAbove: (impact, limit) => `Impact of ${impact}, above the limit of ${limit}`,
  },
  it: {
    impact: (impact) => `Impatto di ${impact}`,
    impactAbove: (impact, limit) => `Impatto di ${impact}, oltre il limite di ${limit}`,
  },
  is: {
    impact: (impact) => `Högg upp á ${impact}`,
    impactAbove: (impact, limit) => `Högg upp á ${impact}, yfir mörkunum ${limit}`,
  },
}

/** Alerts say no times: those stand beside them. */
const NO_TIMES: Omit<FormatWords, 'decimalSign' | 'groupSign'> = {
  date: () => '',
  today: () => '',
  unit: (unit) => unit,
  ago: () => '',
  compass: (point) => point,
}
