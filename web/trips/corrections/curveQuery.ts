import type { Trip } from '#contract/wire/trip.ts'
import { pathQuery } from '../../api/telemetry.ts'

/** Points that a curve as wide as a dialog can show. */
const CURVE_POINTS = 500

export const curveQuery = (trip: Trip) => pathQuery(trip.id, { points: CURVE_POINTS, live: trip.live })

/** A slider's knob stops this far before each end of its track. */
export const SLIDER_INSET_PX = 8
