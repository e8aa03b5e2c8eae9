export const DATE_PRESETS = [
  'last30Days',
  'last90Days',
  'last365Days',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
  'allTime',
] as const
export type DatePreset = (typeof DATE_PRESETS)[number]

/** First and last day (YYYY-MM-DD, both included) by the reader's calendar. Weeks begin on Monday; none ends after today. */
export function presetRange(preset: DatePreset, now: Date): { from: string; to: string } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const sinceMonday = (now.getDay() + 6) % 7
  const span = (from: Date, to: Date = now) => ({ from: toDay(from), to: toDay(to) })
  const daysAgo = (days: number) => new Date(year, month, day - days)
  /** The last `days` days, including today. */
  const lastDays = (days: number) => span(daysAgo(days - 1))
  switch (preset) {
    case 'last30Days':
      return lastDays(30)
    case 'last90Days':
      return lastDays(90)
    case 'last365Days':
      return lastDays(365)
    case 'thisWeek':
      return span(daysAgo(sinceMonday))
    case 'lastWeek':
      return span(daysAgo(sinceMonday + 7), daysAgo(sinceMonday + 1))
    case 'thisMonth':
      return span(new Date(year, month, 1))
    case 'lastMonth':
      return span(new Date(year, month - 1, 1), new Date(year, month, 0))
    case 'thisYear':
      return span(new Date(year, 0, 1))
    case 'lastYear':
      return span(new Date(year - 1, 0, 1), new Date(year - 1, 11, 31))
    case 'allTime':
      return span(new Date(2020, 0, 1))
  }
}

export function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
