import { parseField, type SeriesKey } from '#contract/domain/series.ts'

/** Gears as NMEA 2000 and Signal K number them. */
const GEARS = ['Forward', 'Neutral', 'Reverse', 'Unknown'] as const
const OFF_ON = ['Off', 'On'] as const

/** Series whose values are codes, with the word of each code. */
const STATE_WORDS: Partial<Record<SeriesKey, readonly string[]>> = {
  transmission_gear: GEARS,
  switch: OFF_ON,
  further_switch: OFF_ON,
}

/** The English word of a code: `transmission_gear_1` at 0 → `Forward`; null where the value is a number. */
export function stateWord(field: string, value: number): string | null {
  return wordsOf(field)?.[Math.round(value)] ?? null
}

/** True for a series that is on or off. */
export const isOnOff = (field: string): boolean => wordsOf(field) === OFF_ON

function wordsOf(field: string): readonly string[] | undefined {
  const series = parseField(field)
  return series ? STATE_WORDS[series.key] : undefined
}
