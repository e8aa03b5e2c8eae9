/**
 * Every number that decides where a trip begins and what it measures. After a change of a number or a
 * formula, raise ALGO_VERSION. Derived rows carry the version that computed them and are computed again by a
 * newer version.
 */
import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import { SHORTEST_TRIP } from '#contract/wire/tripCorrection.ts'

export const ALGO_VERSION = 6

/** Above this speed a boat is moving, below it she swings at anchor or warps along the quay. */
export const MOVING_ABOVE_MPS = knToMps(3)
/** A derived speed errs by some tenths of a knot: a boat that makes three knots stays above this, one at anchor below. */
export const DERIVED_MOVING_ABOVE_MPS = knToMps(2.5)
/** GNSS speed blips at the berth last seconds, a departure lasts minutes: 20 s of any 30 s must be moving. */
export const DEBOUNCE_WINDOW_US = 30 * SECOND_US
export const DEBOUNCE_MOVING_US = 20 * SECOND_US
/** Feeds slower than this cannot fill a debounce window: two moving samples in a row count instead. */
export const SPARSE_INTERVAL_US = 10 * SECOND_US

/** A pause this short is part of the trip, silent or not: it equals the live window. */
export const GAP_MERGE_US = 10 * MINUTE_US
/** Waiting with the engine on (a lock, a pilot, lifting gear), while records keep coming. */
export const IDLE_MAX_US = 15 * MINUTE_US
/** A gap in coverage while under way. */
export const SILENT_MAX_US = 30 * MINUTE_US
/** Records at most this far apart cover the time between them. */
export const RECORD_SPACING_US = MINUTE_US
export const COVERED_RATIO = 0.9
/** A boat idling at the quay after her last moving second does not lengthen the trip beyond this. */
export const POST_ROLL_US = MINUTE_US
/** Wall-clock silence after which an open trip closes. */
export const SILENCE_US = 10 * MINUTE_US

export const FALLBACK_TOP_SPEED_MPS = knToMps(60)
/** Faster than this multiple of the top speed is a position error, not a boat. */
export const GLITCH_FACTOR = 1.5
export const HDOP_MAX = 5
/** A boat that is this much faster than her top speed for this long together is on a trailer, or on another boat. */
export const TOO_FAST_FACTOR = 1.2
export const TOO_FAST_S = 60

/** Below this speed at both ends a step of position is receiver wander, not travel. */
export const JITTER_MPS = knToMps(0.5)
/** The latest SOG counts for this long when fixes come without one. */
export const HOLD_US = 10 * SECOND_US
/** Samples further apart than this are not joined by an integral. */
export const INTEGRAL_GAP_US = 10 * SECOND_US

export const VISIBLE_MIN_S = SHORTEST_TRIP.seconds
export const VISIBLE_MIN_M = SHORTEST_TRIP.nmi * 1852

/** Distance and the integral of SOG may differ by this much before the distance is called suspect. */
export const SUSPECT_RATIO = 0.05
export const SUSPECT_MIN_M = 0.2 * 1852

/** Speed is derived from fixes that are at most this far apart: one every ten minutes, late by a tenth. */
export const DERIVE_GAP_US = 11 * MINUTE_US
