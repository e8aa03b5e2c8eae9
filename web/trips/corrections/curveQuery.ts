import type { Trip } from '#contract/wire/trip.ts'
import { pathQuery } from '../../api/telemetry.ts'

/** Number of points for a curve as wide as a dialog. */
const CURVE_POINTS = 500

export const curveQuery = (trip: Trip) => pathQuery(trip.id, { points: CURVE_POINTS, live: trip.live })

/** Distance between the knob and each end of a slider's track. */
export const SLIDER_INSET_PX = 8
