import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { lastAtOrBefore } from './movement.ts'

/** Values shown beside the picture, each with its own times. */
export interface Readouts {
  sogKn: Column
  cogDeg: Column
  impactG: Column
}

interface Column {
  timeMs: number[]
  value: (number | null)[]
}

/** Maximum age of a shown value, ms. */
const HELD_MS = 10_000

export function toReadouts(entries: readonly TimeSeriesEntry[]): Readouts {
  const column = (field: string): Column => {
    const series = entries.find((entry) => entry.field === field)?.series ?? []
    return { timeMs: series.map(({ time }) => time), value: series.map(({ value }) => value) }
  }
  return { sogKn: column('sog'), cogDeg: column('cog'), impactG: column('impact') }
}

/** Latest value at a time; null before the first value, after a gap, and where the sensor reported none. */
export function valueAt({ timeMs: times, value }: Column, timeMs: number): number | null {
  const row = lastAtOrBefore(times, timeMs)
  const at = times[row]
  return at === undefined || timeMs - at > HELD_MS ? null : (value[row] ?? null)
}
