import type { Bus } from '#server/platform/bus.ts'
import { correctionsTouching } from '#server/records/tripCorrections.ts'
import {
  type DetectedTrip,
  deleteTrip,
  earlierSpans,
  insertTrip,
  markTripsStale,
  mergeTripAway,
  returnTrip,
  settleWords,
  type TripRow,
  tripsTouching,
  updateTrip,
} from '#server/records/trips.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Stretch, Telemetry } from '#server/telemetry/telemetry.ts'
import { clearQuarters } from '../analysis/analyseTrip.ts'
import {
  ALGO_VERSION,
  DEBOUNCE_WINDOW_US,
  MOVING_ABOVE_MPS,
  RECORD_SPACING_US,
  SILENCE_US,
  SILENT_MAX_US,
} from '../parameters.ts'
import { applyCorrections, type Correction } from './applyCorrections.ts'
import { findSessions, type Session } from './findSessions.ts'
import { measureTrip, type TripMeasures } from './measureTrip.ts'
import { reconcileTrips } from './reconcileTrips.ts'
import { type SecondGrid, secondGrid } from './secondGrid.ts'

/** A new sample can join, part or lengthen trips this far away, no further. */
export const REACH_US = SILENT_MAX_US + DEBOUNCE_WINDOW_US
/** Read before the trips in question, so that debounce and speed gate start as they would have. */
const CONTEXT_US = 300_000_000
/** Read after them: what was heard then says how a trip ended. */
const AFTERMATH_US = SILENT_MAX_US

export interface TripDetection {
  db: Db
  telemetry: Telemetry
  bus: Bus
}

/**
 * Brings the stored trips of a vessel in line with its stored samples around a stretch of event time. The answer
 * depends on the samples alone: any order, batching or repetition of them, and any number of runs, ends the same.
 * Returns the vessel's newest session when the stretch holds one.
 */
export async function detectTrips(
  { db, telemetry, bus }: TripDetection,
  vessel: DirectoryEntry,
  stretch: { fromUs: number; toUs: number },
  nowUs: number,
): Promise<Session | null> {
  const reach = { fromUs: stretch.fromUs - REACH_US, toUs: stretch.toUs + REACH_US }
  const stored = await tripsTouching(db, vessel.id, reach.fromUs, reach.toUs)
  const fromUs = Math.min(reach.fromUs, ...stored.map(({ startUs }) => startUs))
  const toUs = Math.max(reach.toUs, ...stored.map((trip) => trip.endUs ?? trip.lastRecordUs))
  const seen = await correctedSessions({ db, telemetry }, vessel, { fromUs, toUs }, nowUs)
  if (!seen) return null
  const { grid, sessions } = seen
  if (sessions.length === 0 && stored.length === 0) return null
  const measured = measure(grid, sessions)
  await save({ db, telemetry, bus }, vessel, stored, measured, stretch)
  return sessions.at(-1) ?? null
}

/** What the trips of a stretch would measure if these corrections were decided as well. */
export async function tripsAfter(
  stores: Pick<TripDetection, 'db' | 'telemetry'>,
  vessel: Pick<DirectoryEntry, 'id' | 'number' | 'topSpeedMps'>,
  stretch: { fromUs: number; toUs: number },
  nowUs: number,
  more: readonly Correction[],
): Promise<TripMeasures[]> {
  const around = { fromUs: stretch.fromUs - REACH_US, toUs: stretch.toUs + REACH_US }
  const seen = await correctedSessions(stores, vessel, around, nowUs, more)
  if (!seen) return []
  return seen.sessions
    .filter(({ startUs, lastMovingUs }) => startUs <= stretch.toUs && lastMovingUs >= stretch.fromUs)
    .map((session) => measureTrip(seen.grid, session))
}

/** The sessions that the samples of a stretch show, as people corrected them; null when nothing was heard. */
async function correctedSessions(
  { db, telemetry }: Pick<TripDetection, 'db' | 'telemetry'>,
  vessel: Pick<DirectoryEntry, 'id' | 'number' | 'topSpeedMps'>,
  { fromUs, toUs }: { fromUs: number; toUs: number },
  nowUs: number,
  more: readonly Correction[] = [],
): Promise<{ grid: SecondGrid; sessions: Session[] } | null> {
  const [movement] = await telemetry.movement([
    { vesselNumber: vessel.number, fromUs: fromUs - CONTEXT_US, toUs: toUs + AFTERMATH_US },
  ])
  if (!movement) return null
  const grid = secondGrid(movement, vessel.topSpeedMps)
  const decided = await correctionsTouching(db, vessel.id, fromUs - CONTEXT_US, toUs + CONTEXT_US)
  const recordUs = await recordsOf(telemetry, vessel.number, grid, Math.min(nowUs, toUs + AFTERMATH_US))
  const found = findSessions(grid, vessel.topSpeedMps, nowUs, recordUs)
  const sessions = applyCorrections(grid, found, [...decided, ...more]).filter(
    (session) => session.startUs <= toUs && session.lastMovingUs >= fromUs,
  )
  return { grid, sessions }
}

/**
 * Times of records of any kind. Where the receiver is heard those of the grid do; only what else there is in its
 * silences, as far from moving as that matters, is read in addition.
 */
async function recordsOf(
  telemetry: Telemetry,
  vesselNumber: number,
  { timeUs, sogMps }: SecondGrid,
  untilUs: number,
): Promise<Float64Array> {
  let movingUs = Number.NEGATIVE_INFINITY
  const quiet: Stretch[] = []
  for (let row = 0; row < timeUs.length; row++) {
    const fromUs = timeUs[row] as number
    if ((sogMps[row] as number) > MOVING_ABOVE_MPS) movingUs = fromUs
    const toUs = Math.min(timeUs[row + 1] ?? untilUs, movingUs + SILENT_MAX_US)
    if (toUs - fromUs <= RECORD_SPACING_US) continue
    const last = quiet.at(-1)
    // A receiver that speaks seldom has a silence after each word.
    if (last && fromUs - last.toUs <= SILENCE_US) last.toUs = toUs
    else quiet.push({ vesselNumber, fromUs, toUs })
  }
  if (quiet.length === 0) return timeUs
  return Float64Array.from([...timeUs, ...(await telemetry.recordTimes(quiet))]).sort()
}

type Measured = DetectedTrip & { lastRecordUs: number }

const measure = (grid: SecondGrid, sessions: readonly Session[]): Measured[] =>
  sessions.map((session) => ({
    startUs: session.startUs,
    endUs: session.endUs,
    lastMovingUs: session.lastMovingUs,
    lastRecordUs: session.lastRecordUs,
    startCause: session.startCause,
    endCause: session.endCause,
    algoVersion: ALGO_VERSION,
    ...measureTrip(grid, session),
  }))

/**
 * Writes what differs, in one transaction, and tells the bus. Trips that hold new samples are analysed again even when
 * their boundaries stand; what is kept of trips that go away is emptied before they do.
 */
async function save(
  { db, telemetry, bus }: TripDetection,
  vessel: DirectoryEntry,
  stored: readonly TripRow[],
  measured: readonly Measured[],
  stretch: { fromUs: number; toUs: number },
) {
  const ids = stored.map(({ id }) => id)
  const { kept, returned, merged, gone } = reconcileTrips(stored, measured, await earlierSpans(db, ids))
  const before = new Map(stored.map((trip) => [trip.id, trip]))
  const changes = kept.filter(({ session, id, isDeleted }) => {
    const known = id === null ? undefined : before.get(id)
    return !known || known.isDeleted !== isDeleted || differs(known, session)
  })
  await markTripsStale(db, vessel.id, Math.floor(stretch.fromUs), Math.ceil(stretch.toUs))
  if (changes.length + merged.length + gone.length === 0) return
  for (const id of [...gone, ...merged.map((trip) => trip.id)]) {
    const trip = before.get(id)
    if (trip)
      await clearQuarters({ telemetry }, { number: trip.number, vesselNumber: vessel.number }, new Set())
  }
  const touched: { tripId: string; type: 'trip.started' | 'trip.changed' | 'trip.ended' }[] = []
  await db.transaction(async (tx) => {
    for (const id of gone) await deleteTrip(tx, id)
    const idOf = new Map<Measured, string>(
      kept.flatMap(({ session, id }) => (id === null ? [] : [[session, id]])),
    )
    for (const { session, id, isDeleted } of changes) {
      const trip = { ...session, isDeleted }
      if (id === null) {
        const { companyId } = vessel
        const captainId = captainOf(stored, session) ?? vessel.captainId
        const created = await insertTrip(tx, { companyId, captainId, vesselId: vessel.id }, trip)
        idOf.set(session, created)
        touched.push({ tripId: created, type: session.endUs === null ? 'trip.started' : 'trip.ended' })
      } else if (returned.includes(id)) {
        await returnTrip(tx, id, { companyId: vessel.companyId, vesselId: vessel.id }, trip)
        touched.push({ tripId: id, type: session.endUs === null ? 'trip.started' : 'trip.ended' })
      } else {
        await updateTrip(tx, id, trip)
        const ended = session.endUs !== null && before.get(id)?.endUs === null
        touched.push({ tripId: id, type: ended ? 'trip.ended' : 'trip.changed' })
      }
    }
    for (const { id, into } of merged) await mergeTripAway(tx, id, idOf.get(into) ?? id)
    const grew = changes.every(({ session, id }) => hasOnlyGrown(before.get(id ?? ''), session))
    if (grew && merged.length + gone.length === 0) return
    const all = [...stored, ...measured]
    const around = {
      fromUs: Math.min(...all.map(({ startUs }) => startUs)),
      toUs: Math.max(...all.map((trip) => trip.endUs ?? trip.lastRecordUs)),
    }
    await settleWords(tx, vessel.id, around, ids)
  })
  for (const { tripId, type } of touched) {
    bus.publish({
      type,
      companyId: vessel.companyId,
      departmentId: vessel.departmentId,
      vesselId: vessel.id,
      tripId,
    })
  }
}

/** Who sailed the whole sailed its parts. */
const captainOf = (stored: readonly TripRow[], { startUs, startCause, endCause }: Measured) =>
  startCause === 'split' || endCause === 'split'
    ? stored.find((trip) => trip.startUs <= startUs && (trip.endUs ?? trip.lastRecordUs) >= startUs)
        ?.captainId
    : null

/** A trip under way takes nothing from another one. */
const hasOnlyGrown = (known: TripRow | undefined, { startUs, endUs }: Measured) =>
  known?.endUs === null && endUs === null && known.startUs === startUs

const differs = (known: TripRow, trip: Measured) =>
  (Object.keys(trip) as (keyof Measured)[]).some((name) => known[name] !== trip[name])
