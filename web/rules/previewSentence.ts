import { DAY_MS } from '#contract/domain/time.ts'
import type { Formats } from '#contract/words/formats.ts'
import type { Translate } from '../i18n/i18n.ts'

interface Previewed {
  total: number
  vessels_fired: number
  from: string
  to: string
}

/** Sentence about how often a rule would have fired; times, boats and days each have their own plural. */
export function previewSentence(
  { total, vessels_fired, from, to }: Previewed,
  t: Translate,
  { number }: Pick<Formats, 'number'>,
): string {
  const count = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS))
  const days = t('rules.previewDays', { count, days: number(count) })
  if (total === 0) return t('rules.previewNever', { days })
  const boats = t('rules.previewBoats', { count: vessels_fired, boats: number(vessels_fired) })
  return t('rules.previewFired', { count: total, times: number(total), boats, days })
}
