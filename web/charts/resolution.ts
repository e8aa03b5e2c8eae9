/** Points that a chart over a trip is asked to have at most, and never closer than this. */
const TELEMETRY = { mostPoints: 300, leastS: 15 }
/** What a drilled-into minute shows: a second per point. */
export const MINUTE_S = 60

export const telemetryStepS = (durationS: number) =>
  Math.max(TELEMETRY.leastS, Math.ceil(durationS / TELEMETRY.mostPoints))

/** The minute that holds a moment, epoch seconds. */
export const minuteOf = (timeMs: number) => Math.floor(timeMs / 60_000) * MINUTE_S
