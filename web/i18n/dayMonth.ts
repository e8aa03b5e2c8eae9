import type { Translate } from './i18n.ts'

/** A day on an axis, which has no room for its year: that stands in the range above and in the tooltip. */
export function dayMonth(t: Translate, ms: number): string {
  const date = new Date(ms)
  return t('format.dayMonth', { day: date.getDate(), month: t(`format.month.${date.getMonth() as 0}`) })
}

/** The same where an axis goes on for years: the first of January is the year. */
export const dayMonthYear = (t: Translate, ms: number): string => {
  const date = new Date(ms)
  return date.getMonth() === 0 && date.getDate() === 1 ? String(date.getFullYear()) : dayMonth(t, ms)
}
