import { HOUR_S, MINUTE_MS, MINUTE_S, QUARTER_HOUR_S } from '#contract/domain/time.ts'

/** Most points requested for a plot over a trip, and the least distance between them. */
const TELEMETRY = { mostPoints: 300, leastS: 15 }

export const telemetryStepS = (durationS: number) =>
  Math.max(TELEMETRY.leastS, Math.ceil(durationS / TELEMETRY.mostPoints))

/** Start of the minute that contains a time, epoch seconds. */
export const minuteOf = (timeMs: number) => Math.floor(timeMs / MINUTE_MS) * MINUTE_S

/** Most points requested for a plot of the data studio. */
const STUDIO_POINTS = 500
const STUDIO_STEPS_S = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 300, 600, QUARTER_HOUR_S, 1800, HOUR_S] as const

/** Takes round steps, so that similar zooms request the same buckets; at least a second. */
export function studioStepS(durationS: number): number {
  const least = durationS / STUDIO_POINTS
  return STUDIO_STEPS_S.find((step) => step >= least) ?? Math.ceil(least / HOUR_S) * HOUR_S
}
