import type { Translate } from './i18n.ts'

/** A day on an axis, which has no room for its year: that stands in the range above and in the tooltip. */
export function dayMonth(t: Translate, ms: number): string {
  const date = new Date(ms)
  return t('format.dayMonth', { day: date.getDate(), month: t(`format.month.${date.getMonth() as 0}`) })
}
