import type { Trip } from '#contract/wire/trip.ts'
import { telemetryStepS } from '../../plots/resolution.ts'

/** Width of the buckets for statistics of a trip, the same in all tabs, so that they share one answer. */
export const tripStepS = (trip: Trip) => telemetryStepS(trip.stats.duration * 60)

/** Width of the server's buckets for statistics over distance, nmi. */
export const mileStep = (distanceNmi: number) => Math.max(0.1, distanceNmi / 300)
