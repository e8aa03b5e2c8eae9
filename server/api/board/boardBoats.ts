import { DAY_MS } from '#contract/domain/time.ts'
import { mpsToKn } from '#contract/domain/units.ts'
import type { BoardBoat } from '#contract/wire/board.ts'
import { LIVE_WINDOW_MS, SAILING_ABOVE_KN } from '#contract/wire/vessel.ts'

/** Time for which a boat whose data stopped at speed stays on the board: longer than a weekend. */
export const MISSING_KEPT_MS = 4 * DAY_MS

export interface BoatFacts {
  id: string
  name: string
  /** Newest sample, ms; null before the first. */
  lastWordMs: number | null
  /** Newest speed, however old; null before the first. */
  lastSpeedMps: number | null
  trip: { id: string; startMs: number; endMs: number | null; endCause: string | null } | null
  captain: string | null
  /** Time when a user expects the boat back, and when the user said so, ms. */
  expected: { atMs: number; setMs: number } | null
}

/**
 * A boat that belongs on the board: it is out, or it is not back when expected. Null for all others. A boat is out while
 * its trip has no end. It stays out when silence ended the trip at speed: switched off in harbour, boats lie still.
 */
export function boardBoat(facts: BoatFacts, nowMs: number): BoardBoat | null {
  const { id, name, lastWordMs, lastSpeedMps, trip, captain, expected } = facts
  const isSilent = lastWordMs === null || nowMs - lastWordMs > LIVE_WINDOW_MS
  const isUnderWay = trip !== null && trip.endMs === null
  const isMissing =
    isSilent &&
    trip?.endCause === 'silence' &&
    mpsToKn(lastSpeedMps ?? 0) > SAILING_ABOVE_KN &&
    nowMs - (lastWordMs ?? 0) < MISSING_KEPT_MS
  const isOut = isUnderWay || isMissing
  // An expectation ends with its trip: a trip that begins after the expected time is another one.
  const isOfTrip = expected !== null && (!isOut || trip === null || trip.startMs < expected.atMs)
  const isLate = isOfTrip && expected.atMs < nowMs && (isOut || !hasComeBack(facts, isSilent))
  if (!isOut && !isLate) return null
  return {
    vessel_id: id,
    name,
    trip_id: trip?.id ?? null,
    since: isOut && trip ? new Date(trip.startMs).toISOString() : null,
    captain,
    last_word: isoOrNull(lastWordMs),
    sog: isSilent || lastSpeedMps === null ? null : mpsToKn(lastSpeedMps),
    expected_back: isOfTrip ? new Date(expected.atMs).toISOString() : null,
    overdue: isSilent ? 'silent' : isLate ? 'expected' : null,
  }
}

/** True for a boat without a trip under way that reports, or that ended a trip at rest after the expectation was set. */
function hasComeBack({ trip, expected, lastWordMs }: BoatFacts, isSilent: boolean): boolean {
  const setMs = expected?.setMs ?? 0
  if (!isSilent) return true
  if (trip?.endMs && trip.endMs > setMs) return true
  // A boat that reported after the expectation was set and made no trip never left.
  return lastWordMs !== null && lastWordMs > setMs && (trip === null || trip.startMs < setMs)
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Overdue boats first, then those whose last word is oldest. */
export const byUrgency = (a: BoardBoat, b: BoardBoat) =>
  rankOf(a) - rankOf(b) ||
  (a.last_word ?? '').localeCompare(b.last_word ?? '') ||
  (a.vessel_id < b.vessel_id ? -1 : 1)

const rankOf = ({ overdue }: BoardBoat) => (overdue === 'silent' ? 0 : overdue === 'expected' ? 1 : 2)
