import { HOUR_S, MINUTE_MS, MINUTE_S, QUARTER_HOUR_S } from '#contract/domain/time.ts'

/** Points that a chart over a trip is asked to have at most, and never closer than this. */
const TELEMETRY = { mostPoints: 300, leastS: 15 }

export const telemetryStepS = (durationS: number) =>
  Math.max(TELEMETRY.leastS, Math.ceil(durationS / TELEMETRY.mostPoints))

/** The minute that holds a moment, epoch seconds. */
export const minuteOf = (timeMs: number) => Math.floor(timeMs / MINUTE_MS) * MINUTE_S

/** Points that a chart of the data studio is asked to have at most. */
const STUDIO_POINTS = 500
const STUDIO_STEPS_S = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 300, 600, QUARTER_HOUR_S, 1800, HOUR_S] as const

/** On round steps, so that neighbouring zooms ask for the same buckets; never finer than a second. */
export function studioStepS(durationS: number): number {
  const least = durationS / STUDIO_POINTS
  return STUDIO_STEPS_S.find((step) => step >= least) ?? Math.ceil(least / HOUR_S) * HOUR_S
}
