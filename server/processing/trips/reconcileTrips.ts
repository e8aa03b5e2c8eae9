/** Stored trips against the sessions that the samples show now: ids stay stable, deletions stay deleted. */

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
  /** Ids whose time a session under another id now holds. */
  merged: { id: string; into: Session }[]
  /** Ids whose samples show no session any more. */
  gone: string[]
}

/**
 * Matches by largest overlap, one stored trip to one session. What overlaps a session but lost it to another trip is
 * merged away. A deleted trip is a tombstone: it takes a session only when it overlaps more than half of it, and is
 * never removed.
 */
export function reconcileTrips<Session extends Span>(
  stored: readonly StoredSpan[],
  sessions: readonly Session[],
): Reconciled<Session> {
  const pairs = stored
    .flatMap((trip) => sessions.map((session) => ({ trip, session, overlapUs: overlapUs(trip, session) })))
    .filter(({ trip, session, overlapUs }) => overlapUs > (trip.isDeleted ? lengthUs(session) / 2 : 0))
    .sort((a, b) => b.overlapUs - a.overlapUs || a.trip.startUs - b.trip.startUs)
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
  const unmatched = stored.filter((trip) => !matched.has(trip) && !trip.isDeleted)
  return {
    kept: sessions.map((session) => ({
      session,
      id: owner.get(session)?.id ?? null,
      isDeleted: owner.get(session)?.isDeleted ?? false,
    })),
    merged: unmatched.flatMap((trip) => {
      const into = loser.get(trip)
      return into ? [{ id: trip.id, into }] : []
    }),
    gone: unmatched.filter((trip) => !loser.has(trip)).map(({ id }) => id),
  }
}

const end = (span: Span) => span.endUs ?? span.lastRecordUs
/** One second is added so that a trip of a single record still overlaps itself. */
const lengthUs = (span: Span) => end(span) - span.startUs + 1_000_000
const overlapUs = (a: Span, b: Span) =>
  Math.max(0, Math.min(end(a), end(b)) - Math.max(a.startUs, b.startUs) + 1_000_000)
