import { DATE_PRESETS, type DatePreset, presetRange } from '#contract/domain/datePresets.ts'
import type { DayRange } from '../forms/dayRange.ts'

const DEFAULT: DatePreset = 'last30Days'

/** Days that the stored choice means today. */
export function heatDays(stored: string, now: Date): DayRange {
  const [from, to] = stored.split('/')
  if (from && to) return { from, to }
  return presetRange(DATE_PRESETS.find((preset) => preset === stored) ?? DEFAULT, now)
}

/** Stored form of a choice: a preset by its name, so that it moves on with the days. */
export const storedDays = ({ from, to }: DayRange, preset: DatePreset | null): string =>
  preset ?? `${from}/${to}`
