/** Stored trips against the voyages that the samples show now: ids stay stable, deletions stay deleted. */

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

export interface Reconciled<Voyage> {
  /** Each voyage with the id it keeps; null for a new voyage. */
  kept: { voyage: Voyage; id: string | null; isDeleted: boolean }[]
  /** Ids of trips that were merged away and have come back. */
  returned: string[]
  /** Ids of trips whose time a voyage with another id now covers. */
  merged: { id: string; into: Voyage }[]
  /** Ids of trips whose samples no longer show a voyage. */
  gone: string[]
}

/**
 * Matches stored trips to voyages by largest overlap, one trip to one voyage. A trip that overlaps a voyage
 * but lost it to another trip is merged away.
 *
 * A deleted trip is a tombstone: it takes a voyage only when it overlaps more than half of it, and is never
 * removed. A voyage that equals the time of an `earlier` id gets that id back. So joining two trips and
 * splitting them again restores both ids. A stored trip gets an earlier id only if it would otherwise have
 * none.
 */
export function reconcileTrips<Voyage extends Span>(
  stored: readonly StoredSpan[],
  voyages: readonly Voyage[],
  earlier: readonly EarlierSpan[] = [],
): Reconciled<Voyage> {
  const back = matchEarlier(earlier, voyages)
  const pairs = stored
    .flatMap((trip) => voyages.map((voyage) => ({ trip, voyage, overlapUs: overlapUs(trip, voyage) })))
    .filter(({ trip, voyage, overlapUs }) => overlapUs > (trip.isDeleted ? lengthUs(voyage) / 2 : 0))
    .sort(
      (a, b) =>
        Number(back.has(a.voyage)) - Number(back.has(b.voyage)) ||
        b.overlapUs - a.overlapUs ||
        a.trip.startUs - b.trip.startUs,
    )
  const owner = new Map<Voyage, StoredSpan>()
  const matched = new Map<StoredSpan, Voyage>()
  const loser = new Map<StoredSpan, Voyage>()
  for (const { trip, voyage } of pairs) {
    if (matched.has(trip)) continue
    if (owner.has(voyage)) {
      if (!loser.has(trip)) loser.set(trip, voyage)
      continue
    }
    owner.set(voyage, trip)
    matched.set(trip, voyage)
  }
  const idOf = (voyage: Voyage) => owner.get(voyage)?.id ?? back.get(voyage) ?? null
  const unmatched = stored.filter((trip) => !matched.has(trip) && !trip.isDeleted)
  return {
    kept: voyages.map((voyage) => ({
      voyage,
      id: idOf(voyage),
      isDeleted: owner.get(voyage)?.isDeleted ?? false,
    })),
    returned: voyages.flatMap((voyage) => (owner.has(voyage) ? [] : (back.get(voyage) ?? []))),
    merged: unmatched.flatMap((trip) => {
      const into = loser.get(trip)
      return into ? [{ id: trip.id, into }] : []
    }),
    gone: unmatched.filter((trip) => !loser.has(trip)).map(({ id }) => id),
  }
}

/** The earlier id of each voyage, when each covers more than half of the other. */
function matchEarlier<Voyage extends Span>(
  earlier: readonly EarlierSpan[],
  voyages: readonly Voyage[],
): Map<Voyage, string> {
  const pairs = earlier
    .map((one) => ({ ...one, lastRecordUs: one.endUs }))
    .flatMap((one) => voyages.map((voyage) => ({ one, voyage, overlapUs: overlapUs(one, voyage) })))
    .filter(({ one, voyage, overlapUs }) => 2 * overlapUs > Math.max(lengthUs(one), lengthUs(voyage)))
    .sort((a, b) => b.overlapUs - a.overlapUs)
  const back = new Map<Voyage, string>()
  for (const { one, voyage } of pairs) {
    if (!back.has(voyage) && ![...back.values()].includes(one.id)) back.set(voyage, one.id)
  }
  return back
}

const end = (span: Span) => span.endUs ?? span.lastRecordUs
/** One second is added so that a trip of a single record still overlaps itself. */
const lengthUs = (span: Span) => end(span) - span.startUs + 1_000_000
const overlapUs = (a: Span, b: Span) =>
  Math.max(0, Math.min(end(a), end(b)) - Math.max(a.startUs, b.startUs) + 1_000_000)
