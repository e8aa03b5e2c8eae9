import type { PathPoint } from '#contract/wire/timeSeries.ts'

/** Full scale of a path coloured by speed: its highest speed, rounded up to five knots. */
export function topSpeedKn(points: readonly PathPoint[]): number {
  const fastest = points.reduce((most, { sog }) => Math.max(most, sog ?? 0), 0)
  return Math.max(5, Math.ceil(fastest / 5) * 5)
}
