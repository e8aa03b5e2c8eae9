import type { Translate } from './i18n.ts'

/** Day on an axis without room for the year, which the range above and the tooltip show. */
export function dayMonth(t: Translate, ms: number): string {
  const date = new Date(ms)
  return t('format.dayMonth', { day: date.getDate(), month: t(`format.month.${date.getMonth() as 0}`) })
}

/** Day on an axis of several years: the first of January shows the year. */
export const dayMonthYear = (t: Translate, ms: number): string => {
  const date = new Date(ms)
  return date.getMonth() === 0 && date.getDate() === 1 ? String(date.getFullYear()) : dayMonth(t, ms)
}
