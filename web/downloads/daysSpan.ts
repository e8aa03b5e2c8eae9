import type { DayRange } from '../forms/dayRange.ts'

/** Time span of whole days of the reader's calendar, as the server requires it; leaves out an open end. */
export function daysSpan({ from, to }: Partial<DayRange>): { start?: string; end?: string } {
  const instant = (moment: string) => new Date(moment).toISOString()
  return {
    ...(from ? { start: instant(`${from}T00:00:00`) } : {}),
    ...(to ? { end: instant(`${to}T23:59:59.999`) } : {}),
  }
}
