import type { Trip } from '#contract/trip.ts'
import { telemetryStepS } from '../../charts/resolution.ts'

/** Width of the buckets in which the tabs read the statistics of a trip; all the same, so that one answer serves them. */
export const tripStepS = (trip: Trip) => telemetryStepS(trip.stats.duration * 60)
