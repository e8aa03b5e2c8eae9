import { DAY_US } from '#contract/domain/time.ts'
import type { Bus } from '#server/platform/bus.ts'
import { captainAtHelm } from '#server/records/helm.ts'
import {
  type DetectedTrip,
  deleteTrip,
  type EarlierSpan,
  earlierSpans,
  holdsUpToUs,
  holdTrips,
  insertTrip,
  markIntervalsStale,
  mergeTripAway,
  reassignToTrips,
  returnTrip,
  type TripRow,
  tripsTouching,
  updateTrips,
  type VesselInterval,
} from '#server/records/trips.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { ALGO_VERSION } from '../formulas/parameters.ts'
import { correctedVoyages, REACH_US } from '../formulas/trips/correctedVoyages.ts'
import type { Voyage } from '../formulas/trips/findVoyages.ts'
import { measureTrip, type TripMeasures } from '../formulas/trips/measureTrip.ts'
import { type Reconciled, reconcileTrips } from '../formulas/trips/reconcileTrips.ts'
import type { SecondGrid } from '../formulas/trips/secondGrid.ts'
import { clearQuarterHours, isSeen } from './analyseTrips.ts'
import { GrowingTrips } from './growingTrips.ts'
import type { Redrawn, Share } from './step.ts'
import { takeBackDrawn } from './takeBackDrawn.ts'

export interface TripDetection {
  db: Db
  telemetry: Telemetry
  bus: Bus
}

/** Movement of more vessel time than this is read in several questions, for the memory that it takes. */
const MOST_READ_US = DAY_US

/** Interval of a vessel's time in which trips may have changed. */
export interface Changed {
  vessel: DirectoryEntry
  fromUs: number
  toUs: number
  share?: Share
  /** Time of the vessel's newest record, as far as the caller knows. */
  newestUs?: number
}

/** A trip that no longer exists, or covers less time. */
export interface LostTrip extends Redrawn {
  vessel: DirectoryEntry
  isGone: boolean
}

/**
 * Updates the stored trips of vessels from their stored samples around intervals of event time, and returns
 * the lost trips. The result depends on the samples alone: any order, batches, repetition and number of runs
 * give equal trips. `keepNewest` is called with the vessel's newest voyage, when the interval contains one.
 */
export async function detectTrips(
  stores: TripDetection,
  changes: readonly Changed[],
  nowUs: number,
  keepNewest: KeepNewest,
  growing = new GrowingTrips(),
): Promise<LostTrip[]> {
  const lost: LostTrip[] = []
  let part: Changed[] = []
  for (const changed of changes) {
    // The next interval of a vessel starts from the trips that the previous one changed.
    if (part.some(({ vessel }) => vessel === changed.vessel)) await settleAll()
    part.push(changed)
  }
  await settleAll()
  return lost

  async function settleAll() {
    const all = await storedAround(stores.db, part)
    const grown = await grow(
      stores,
      all.filter((around) => growing.mayGrow(around)),
      nowUs,
      keepNewest,
      growing,
    )
    let read: Around[] = []
    let lengthUs = 0
    for (const around of all.filter((one) => !grown.has(one))) {
      if (read.length > 0 && lengthUs + around.toUs - around.fromUs > MOST_READ_US) {
        lost.push(...(await settle(stores, read, nowUs, keepNewest, growing)))
        read = []
        lengthUs = 0
      }
      lengthUs += around.toUs - around.fromUs
      read.push(around)
    }
    lost.push(...(await settle(stores, read, nowUs, keepNewest, growing)))
    part = []
  }
}

/** Stored part of a vessel's newest voyage. */
type Newest = Pick<Voyage, 'startUs' | 'endUs' | 'lastMovingUs' | 'lastRecordUs'>
type KeepNewest = (vessel: DirectoryEntry, newest: Newest) => void

/** Saves the trips under way that have only grown. */
async function grow(
  stores: TripDetection,
  part: readonly Around[],
  nowUs: number,
  keepNewest: KeepNewest,
  growing: GrowingTrips,
): Promise<Set<Around>> {
  if (part.length === 0) return new Set()
  const answers = await growing.look(stores, part, nowUs)
  const grown = part.flatMap((around, i) => {
    const one = answers[i]
    if (!one) return []
    const { measures, ...voyage } = one
    return [{ around, voyage, found: decide(around, [toTrip(voyage, measures)], []) }]
  })
  await saveAll(
    stores,
    grown.map(({ found }) => found),
  )
  for (const { around, voyage } of grown) keepNewest(around.vessel, voyage)
  return new Set(grown.map(({ around }) => around))
}

async function settle(
  stores: TripDetection,
  part: readonly Around[],
  nowUs: number,
  keepNewest: KeepNewest,
  growing: GrowingTrips,
): Promise<LostTrip[]> {
  if (part.length === 0) return []
  const answers = await correctedVoyages(stores, part, nowUs)
  const seen = part.flatMap((around, i) => {
    const one = answers[i]
    return one && (one.voyages.length > 0 || around.stored.length > 0) ? [{ around, ...one }] : []
  })
  const spans = await earlierSpans(
    stores.db,
    seen.flatMap(({ around }) => around.stored.map(({ id }) => id)),
  )
  const lost = await saveAll(
    stores,
    seen.map(({ around, grid, voyages }) => decide(around, measure(grid, voyages), spans)),
  )
  for (const { around, ...one } of seen) {
    growing.keep(around.vessel, one)
    const newest = one.voyages.at(-1)
    if (newest) keepNewest(around.vessel, newest)
  }
  return lost
}

async function saveAll(stores: TripDetection, found: readonly Decided[]): Promise<LostTrip[]> {
  // Trips with new samples are analysed again even when their boundaries stay.
  await markIntervalsStale(
    stores.db,
    found.map(({ around: { vessel, changed } }) => ({ ...changed, vesselId: vessel.id })),
  )
  await saveGrown(
    stores,
    found.filter(({ hasOnlyGrown, changes }) => hasOnlyGrown && changes.length > 0),
  )
  const lost: LostTrip[] = []
  for (const one of found) if (!one.hasOnlyGrown) lost.push(...(await save(stores, one)))
  return lost
}

/** All of the time that a change and the trips that it touches reach into. */
interface Around extends Changed {
  stored: TripRow[]
  changed: Changed
  /** Time of the newest known record. */
  knownUs: number
}

const reachOf = ({ vessel, fromUs, toUs }: Changed): VesselInterval => ({
  vesselId: vessel.id,
  ...{ fromUs: fromUs - REACH_US, toUs: toUs + REACH_US },
})

async function storedAround(db: Db, changes: readonly Changed[]): Promise<Around[]> {
  const reaches = changes.map(reachOf)
  const found = await tripsTouching(db, reaches)
  return changes.map((changed, i) => {
    const stored = found[i] ?? []
    const { fromUs, toUs } = reaches[i] as VesselInterval
    return {
      ...{ vessel: changed.vessel, stored, changed },
      knownUs: newestOf(changed, stored),
      fromUs: Math.min(fromUs, ...stored.map(({ startUs }) => startUs)),
      toUs: Math.max(toUs, ...stored.map(untilUs)),
    }
  })
}

/** The end of a correction by users is no time of a record. */
const newestOf = ({ toUs, share, newestUs = 0 }: Changed, stored: readonly TripRow[]) =>
  Math.max(newestUs, share === 'asked' ? 0 : toUs, ...stored.map(({ lastRecordUs }) => lastRecordUs))

type Measured = DetectedTrip & { lastRecordUs: number }

const measure = (grid: SecondGrid, voyages: readonly Voyage[]): Measured[] =>
  voyages.map((voyage) => toTrip(voyage, measureTrip(grid, voyage)))

const toTrip = (
  {
    startUs,
    endUs,
    lastMovingUs,
    lastRecordUs,
    startCause,
    endCause,
    sea,
  }: Omit<Voyage, 'firstRow' | 'lastRow'>,
  { tooFast, ...measures }: TripMeasures,
): Measured => ({
  ...{ startUs, endUs, lastMovingUs, lastRecordUs, startCause, endCause },
  algoVersion: ALGO_VERSION,
  seaState: sea === null ? (tooFast ? 'doubted' : 'assumed') : sea === 'at_sea' ? 'confirmed' : 'ashore',
  ...measures,
})

/** Comparison of a vessel's voyages with her stored trips. */
interface Decided extends Reconciled<Measured> {
  around: Around
  measured: readonly Measured[]
  /** Trips of `kept` that differ from the stored ones. */
  changes: Reconciled<Measured>['kept']
  /** True when only trips under way have changed, by growing. */
  hasOnlyGrown: boolean
}

function decide(
  around: Around,
  measured: readonly Measured[],
  spans: readonly (EarlierSpan & { tripId: string })[],
): Decided {
  const before = new Map(around.stored.map((trip) => [trip.id, trip]))
  const reconciled = reconcileTrips(
    around.stored,
    measured,
    spans.filter(({ tripId }) => before.has(tripId)),
  )
  const { kept, merged, gone } = reconciled
  const changes = kept.filter(({ voyage, id, isDeleted }) => {
    const known = id === null ? undefined : before.get(id)
    return !known || known.isDeleted !== isDeleted || differs(known, voyage)
  })
  const hasOnlyGrown =
    merged.length + gone.length === 0 &&
    changes.every(({ voyage, id }) => isGrowing(before.get(id ?? ''), voyage))
  return { ...reconciled, around, measured, changes, hasOnlyGrown }
}

/**
 * Saves the growth of trips under way, of many vessels in one transaction: they take no time from other
 * trips.
 */
async function saveGrown({ db, bus }: TripDetection, found: readonly Decided[]) {
  if (found.length === 0) return
  await db.transaction(async (tx) => {
    await requireUnchanged(
      tx,
      found.map(({ around }) => around),
    )
    await updateTrips(tx, found.flatMap(updatesOf))
  })
  for (const { around, changes } of found)
    for (const { id } of changes)
      if (id !== null) bus.publish({ type: 'trip.changed', ...namesOf(around.vessel), tripId: id })
}

const updatesOf = ({ changes, around }: Decided) =>
  changes.flatMap(({ voyage, id, isDeleted }) =>
    id === null ? [] : [{ id, sinceUs: around.changed.fromUs, trip: { ...voyage, isDeleted } }],
  )

const namesOf = ({ organizationId, departmentId, id }: DirectoryEntry) => ({
  ...{ organizationId, departmentId, vesselId: id },
})

/**
 * Writes the differences in one transaction and publishes them. Stored figures of removed trips are emptied
 * before.
 */
async function save({ db, telemetry, bus }: TripDetection, decided: Decided): Promise<LostTrip[]> {
  const { around, measured, kept, returned, merged, gone, changes } = decided
  const { vessel, stored } = around
  const before = new Map(stored.map((trip) => [trip.id, trip]))
  for (const id of [...gone, ...merged.map((trip) => trip.id)]) {
    const trip = before.get(id)
    if (!trip) continue
    const hers = { number: trip.number, vesselNumber: vessel.number }
    const quarterHours = await telemetry.quarterHours.ofTrip(vessel.number, trip.number)
    await clearQuarterHours({ telemetry }, hers, quarterHours)
  }
  const lost = await takeBackLost(telemetry, decided)
  const touched: { tripId: string; type: 'trip.started' | 'trip.changed' | 'trip.ended' }[] = []
  await db.transaction(async (tx) => {
    await requireUnchanged(tx, [around])
    for (const id of gone) await deleteTrip(tx, id)
    const idOf = new Map<Measured, string>(
      kept.flatMap(({ voyage, id }) => (id === null ? [] : [[voyage, id]])),
    )
    for (const { voyage, id, isDeleted } of changes) {
      const trip = { ...voyage, isDeleted }
      if (id === null) {
        const { organizationId } = vessel
        const captainId =
          captainOf(stored, voyage) ??
          (await captainAtHelm(tx, vessel.id, {
            startUs: voyage.startUs,
            toUs: untilUs(voyage),
          }))
        const created = await insertTrip(tx, { organizationId, captainId, vesselId: vessel.id }, trip)
        idOf.set(voyage, created)
        touched.push({ tripId: created, type: voyage.endUs === null ? 'trip.started' : 'trip.ended' })
      } else if (returned.includes(id)) {
        await returnTrip(tx, id, { organizationId: vessel.organizationId, vesselId: vessel.id }, trip)
        touched.push({ tripId: id, type: voyage.endUs === null ? 'trip.started' : 'trip.ended' })
      } else {
        await updateTrips(tx, [{ id, sinceUs: around.changed.fromUs, trip }])
        const ended = voyage.endUs !== null && before.get(id)?.endUs === null
        touched.push({ tripId: id, type: ended ? 'trip.ended' : 'trip.changed' })
      }
    }
    for (const { id, into } of merged) await mergeTripAway(tx, id, idOf.get(into) ?? id)
    const all = [...stored, ...measured]
    const shared = {
      fromUs: Math.min(...all.map(({ startUs }) => startUs)),
      toUs: Math.max(...all.map(holdsUpToUs)),
    }
    await reassignToTrips(tx, vessel.id, shared, [...before.keys()])
  })
  for (const { tripId, type } of touched) bus.publish({ type, ...namesOf(vessel), tripId })
  return lost
}

/** Removes values drawn along trips where no visible trip is left. */
function takeBackLost(telemetry: Telemetry, { around, kept }: Decided): Promise<LostTrip[]> {
  const { vessel, stored } = around
  const seen = kept.flatMap(({ voyage, isDeleted }) => (isSeen({ ...voyage, isDeleted }) ? [voyage] : []))
  const ids = new Set(kept.map(({ id }) => id))
  const lost = stored.filter(
    (trip) =>
      isSeen(trip) && !seen.some((now) => now.startUs <= trip.startUs && untilUs(now) >= untilUs(trip)),
  )
  return Promise.all(
    lost.map(async (trip): Promise<LostTrip> => {
      const span = { fromUs: trip.startUs, toUs: untilUs(trip) }
      await takeBackDrawn(telemetry, { vesselNumber: vessel.number, ...span }, (_, timeUs) =>
        seen.some((now) => timeUs >= now.startUs && timeUs <= untilUs(now)),
      )
      return { vessel, ...span, hasSog: trip.stats.sog_derived === 1, isGone: !ids.has(trip.id) }
    }),
  )
}

const untilUs = ({ endUs, lastRecordUs }: Pick<DetectedTrip, 'endUs' | 'lastRecordUs'>) =>
  endUs ?? lastRecordUs

/** Throws when another process has written trips since these were read; the caller then reads again. */
async function requireUnchanged(tx: Tx, all: readonly Around[]) {
  await holdTrips(
    tx,
    all.map(({ vessel }) => vessel.id),
  )
  const now = await tripsTouching(
    tx,
    all.map(({ changed }) => reachOf(changed)),
  )
  const boundsOf = (trips: readonly TripRow[]) =>
    trips
      .map(({ id, startUs, endUs, lastRecordUs, isDeleted }) =>
        [id, startUs, endUs, lastRecordUs, isDeleted].join(' '),
      )
      .sort()
      .join()
  if (all.some(({ stored }, i) => boundsOf(now[i] ?? []) !== boundsOf(stored)))
    throw new Error('another process has written trips of this vessel meanwhile')
}

/** The captain of a whole trip is the captain of its parts. */
const captainOf = (stored: readonly TripRow[], { startUs, startCause, endCause }: Measured) =>
  startCause === 'split' || endCause === 'split'
    ? stored.find((trip) => trip.startUs <= startUs && untilUs(trip) >= startUs)?.captainId
    : null

const isGrowing = (known: TripRow | undefined, { startUs, endUs }: Measured) =>
  known?.endUs === null && endUs === null && known.startUs === startUs

const differs = (known: TripRow, trip: Measured) =>
  (Object.keys(trip) as (keyof Measured)[]).some((name) => known[name] !== trip[name])
