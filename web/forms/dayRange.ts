import { DATE_PRESETS, type DatePreset, presetRange } from '#contract/domain/datePresets.ts'
import type { Formats } from '#contract/words/formats.ts'

/** Days as YYYY-MM-DD, both included. */
export interface DayRange {
  from: string
  to: string
}

/** The first preset that means these days, null when they are one's own. */
export const presetOf = (range: Partial<DayRange>, now: Date): DatePreset | null =>
  DATE_PRESETS.find((preset) => {
    const { from, to } = presetRange(preset, now)
    return from === range.from && to === range.to
  }) ?? null

/** `18 Jun, 2026 – 2 Jul, 2026`; one day is said once, an open end is three dots. */
export function rangeWords(
  formats: Formats,
  { from, to }: { from: string | undefined; to: string | undefined },
): string {
  const say = (day: string | undefined) => (day ? formats.date(new Date(`${day}T00:00`).getTime()) : '…')
  return from === to ? say(from) : `${say(from)} – ${say(to)}`
}
