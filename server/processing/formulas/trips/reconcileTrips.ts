/** Stored trips against the sessions that the samples show now: ids stay stable, deletions stay deleted. */

import type { EarlierSpan } from '#server/records/trips.ts'

interface Span {
  startUs: number
  endUs: number | null
  lastRecordUs: number
}

export interface StoredSpan extends Span {
  id: string
  isDeleted: boolean
}

export interface Reconciled<Session> {
  /** Each session with the id it keeps, or null when it is new. */
  kept: { session: Session; id: string | null; isDeleted: boolean }[]
  /** Ids among them whose trips were merged away and are there again. */
  returned: string[]
  /** Ids whose time a session under another id now holds. */
  merged: { id: string; into: Session }[]
  /** Ids whose samples show no session any more. */
  gone: string[]
}

/**
 * Matches by largest overlap, one stored trip to one session. What overlaps a session but lost it to another trip is
 * merged away. A deleted trip is a tombstone: it takes a session only when it overlaps more than half of it, and is
 * never removed. A session that is what an `earlier` id stood for takes that id again, so that joining two trips and
 * parting them leaves both as they were; a stored trip has it only where it would have no other.
 */
export function reconcileTrips<Session extends Span>(
  stored: readonly StoredSpan[],
  sessions: readonly Session[],
  earlier: readonly EarlierSpan[] = [],
): Reconciled<Session> {
  const back = matchEarlier(earlier, sessions)
  const pairs = stored
    .flatMap((trip) => sessions.map((session) => ({ trip, session, overlapUs: overlapUs(trip, session) })))
    .filter(({ trip, session, overlapUs }) => overlapUs > (trip.isDeleted ? lengthUs(session) / 2 : 0))
    .sort(
      (a, b) =>
        Number(back.has(a.session)) - Number(back.has(b.session)) ||
        b.overlapUs - a.overlapUs ||
        a.trip.startUs - b.trip.startUs,
    )
  const owner = new Map<Session, StoredSpan>()
  const matched = new Map<StoredSpan, Session>()
  const loser = new Map<StoredSpan, Session>()
  for (const { trip, session } of pairs) {
    if (matched.has(trip)) continue
    if (owner.has(session)) {
      if (!loser.has(trip)) loser.set(trip, session)
      continue
    }
    owner.set(session, trip)
    matched.set(trip, session)
  }
  const idOf = (session: Session) => owner.get(session)?.id ?? back.get(session) ?? null
  const unmatched = stored.filter((trip) => !matched.has(trip) && !trip.isDeleted)
  return {
    kept: sessions.map((session) => ({
      session,
      id: idOf(session),
      isDeleted: owner.get(session)?.isDeleted ?? false,
    })),
    returned: sessions.flatMap((session) => (owner.has(session) ? [] : (back.get(session) ?? []))),
    merged: unmatched.flatMap((trip) => {
      const into = loser.get(trip)
      return into ? [{ id: trip.id, into }] : []
    }),
    gone: unmatched.filter((trip) => !loser.has(trip)).map(({ id }) => id),
  }
}

/** The earlier id of each session that is more than half of what the id stood for, and the other way round. */
function matchEarlier<Session extends Span>(
  earlier: readonly EarlierSpan[],
  sessions: readonly Session[],
): Map<Session, string> {
  const pairs = earlier
    .map((one) => ({ ...one, lastRecordUs: one.endUs }))
    .flatMap((one) => sessions.map((session) => ({ one, session, overlapUs: overlapUs(one, session) })))
    .filter(({ one, session, overlapUs }) => 2 * overlapUs > Math.max(lengthUs(one), lengthUs(session)))
    .sort((a, b) => b.overlapUs - a.overlapUs)
  const back = new Map<Session, string>()
  for (const { one, session } of pairs) {
    if (!back.has(session) && ![...back.values()].includes(one.id)) back.set(session, one.id)
  }
  return back
}

const end = (span: Span) => span.endUs ?? span.lastRecordUs
/** One second is added so that a trip of a single record still overlaps itself. */
const lengthUs = (span: Span) => end(span) - span.startUs + 1_000_000
const overlapUs = (a: Span, b: Span) =>
  Math.max(0, Math.min(end(a), end(b)) - Math.max(a.startUs, b.startUs) + 1_000_000)
