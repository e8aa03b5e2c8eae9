import type { DayRange } from '../forms/dayRange.ts'

/** The span that whole days of the reader's calendar take, as the server wants it; an open end is left away. */
export function daysSpan({ from, to }: Partial<DayRange>): { start?: string; end?: string } {
  const instant = (moment: string) => new Date(moment).toISOString()
  return {
    ...(from ? { start: instant(`${from}T00:00:00`) } : {}),
    ...(to ? { end: instant(`${to}T23:59:59.999`) } : {}),
  }
}
