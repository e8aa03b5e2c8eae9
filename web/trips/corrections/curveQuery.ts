import type { Trip } from '#contract/trip.ts'
import { pathQuery } from '../../api/telemetry.ts'

/** Points that a curve as wide as a dialog can show. */
const CURVE_POINTS = 500

export const curveQuery = (trip: Trip) => pathQuery(trip.id, { points: CURVE_POINTS, live: trip.live })
