import { DATE_PRESETS, type DatePreset, presetRange } from '#contract/domain/datePresets.ts'
import type { Formats } from '#contract/words/formats.ts'

/** Days as YYYY-MM-DD, both included. */
export interface DayRange {
  from: string
  to: string
}

/** First preset that covers exactly these days; null for other days. */
export const presetOf = (range: Partial<DayRange>, now: Date): DatePreset | null =>
  DATE_PRESETS.find((preset) => {
    const { from, to } = presetRange(preset, now)
    return from === range.from && to === range.to
  }) ?? null

/** `18 Jun, 2026 – 2 Jul, 2026`; one day is written once, an open end as three dots. */
export function rangeWords(
  formats: Formats,
  { from, to }: { from: string | undefined; to: string | undefined },
): string {
  const format = (day: string | undefined) => (day ? formats.date(new Date(`${day}T00:00`).getTime()) : '…')
  return from === to ? format(from) : `${format(from)} – ${format(to)}`
}
