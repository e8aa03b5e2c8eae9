import type { Trip } from '#contract/wire/trip.ts'
import { telemetryStepS } from '../../plots/resolution.ts'

/** Width of the buckets in which the tabs read the statistics of a trip; all the same, so that one answer serves them. */
export const tripStepS = (trip: Trip) => telemetryStepS(trip.stats.duration * 60)

/** Width of the buckets of statistics over the miles of a trip, as the server makes them, nmi. */
export const mileStep = (distanceNmi: number) => Math.max(0.1, distanceNmi / 300)
