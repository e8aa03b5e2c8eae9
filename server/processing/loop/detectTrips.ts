import type { Bus } from '#server/platform/bus.ts'
import { captainAtHelm } from '#server/records/helm.ts'
import {
  type DetectedTrip,
  deleteTrip,
  earlierSpans,
  holdTrips,
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
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { ALGO_VERSION } from '../formulas/parameters.ts'
import { correctedVoyages, REACH_US } from '../formulas/trips/correctedVoyages.ts'
import type { Voyage } from '../formulas/trips/findVoyages.ts'
import { measureTrip } from '../formulas/trips/measureTrip.ts'
import { reconcileTrips } from '../formulas/trips/reconcileTrips.ts'
import type { SecondGrid } from '../formulas/trips/secondGrid.ts'
import { clearQuarters } from './analyseTrips.ts'

export interface TripDetection {
  db: Db
  telemetry: Telemetry
  bus: Bus
}

/** Movement of more vessel time than this is read in several questions. */
const MOST_READ_US = 4 * 86_400_000_000

/** A stretch of a vessel's time in which trips may have changed. */
export interface Changed {
  vessel: DirectoryEntry
  fromUs: number
  toUs: number
}

/**
 * Brings the stored trips of vessels in line with their stored samples around stretches of event time. The answer
 * depends on the samples alone: any order, batching or repetition of them, and any number of runs, ends the same.
 * Tells for each the vessel's newest voyage, when the stretch holds one.
 */
export async function detectTrips(
  stores: TripDetection,
  changes: readonly Changed[],
  nowUs: number,
  tell: (vessel: DirectoryEntry, newest: Voyage) => void,
): Promise<void> {
  let part: Around[] = []
  let lengthUs = 0
  for (const changed of changes) {
    // Trips that one stretch of a vessel changed are what the next one finds.
    if (part.some(({ vessel }) => vessel === changed.vessel)) await settlePart()
    const around = await storedAround(stores.db, changed)
    if (lengthUs + around.toUs - around.fromUs > MOST_READ_US) await settlePart()
    lengthUs += around.toUs - around.fromUs
    part.push(around)
  }
  await settlePart()

  async function settlePart() {
    const answers = part.length === 0 ? [] : await correctedVoyages(stores, part, nowUs)
    for (const [i, { vessel, stored, changed }] of part.entries()) {
      const seen = answers[i]
      if (!seen || (seen.voyages.length === 0 && stored.length === 0)) continue
      await save(stores, vessel, stored, measure(seen.grid, seen.voyages), changed)
      const newest = seen.voyages.at(-1)
      if (newest) tell(vessel, newest)
    }
    part = []
    lengthUs = 0
  }
}

/** All of the time that a change and the trips that it touches reach into. */
interface Around extends Changed {
  stored: TripRow[]
  changed: Changed
}

async function storedAround(db: Db, changed: Changed): Promise<Around> {
  const [fromUs, toUs] = [changed.fromUs - REACH_US, changed.toUs + REACH_US]
  const stored = await tripsTouching(db, changed.vessel.id, fromUs, toUs)
  return {
    ...{ vessel: changed.vessel, stored, changed },
    fromUs: Math.min(fromUs, ...stored.map(({ startUs }) => startUs)),
    toUs: Math.max(toUs, ...stored.map((trip) => trip.endUs ?? trip.lastRecordUs)),
  }
}

type Measured = DetectedTrip & { lastRecordUs: number }

const measure = (grid: SecondGrid, voyages: readonly Voyage[]): Measured[] =>
  voyages.map((voyage) => ({
    startUs: voyage.startUs,
    endUs: voyage.endUs,
    lastMovingUs: voyage.lastMovingUs,
    lastRecordUs: voyage.lastRecordUs,
    startCause: voyage.startCause,
    endCause: voyage.endCause,
    algoVersion: ALGO_VERSION,
    ...measureTrip(grid, voyage),
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
  const changes = kept.filter(({ voyage, id, isDeleted }) => {
    const known = id === null ? undefined : before.get(id)
    return !known || known.isDeleted !== isDeleted || differs(known, voyage)
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
    await demandUnchanged(tx, vessel, stored, stretch)
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
            toUs: voyage.endUs ?? voyage.lastRecordUs,
          }))
        const created = await insertTrip(tx, { organizationId, captainId, vesselId: vessel.id }, trip)
        idOf.set(voyage, created)
        touched.push({ tripId: created, type: voyage.endUs === null ? 'trip.started' : 'trip.ended' })
      } else if (returned.includes(id)) {
        await returnTrip(tx, id, { organizationId: vessel.organizationId, vesselId: vessel.id }, trip)
        touched.push({ tripId: id, type: voyage.endUs === null ? 'trip.started' : 'trip.ended' })
      } else {
        await updateTrip(tx, id, trip)
        const ended = voyage.endUs !== null && before.get(id)?.endUs === null
        touched.push({ tripId: id, type: ended ? 'trip.ended' : 'trip.changed' })
      }
    }
    for (const { id, into } of merged) await mergeTripAway(tx, id, idOf.get(into) ?? id)
    const grew = changes.every(({ voyage, id }) => hasOnlyGrown(before.get(id ?? ''), voyage))
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
      organizationId: vessel.organizationId,
      departmentId: vessel.departmentId,
      vesselId: vessel.id,
      tripId,
    })
  }
}

/** Throws where another process has written trips since these were read: whoever is late looks again. */
async function demandUnchanged(
  tx: Tx,
  vessel: DirectoryEntry,
  stored: readonly TripRow[],
  { fromUs, toUs }: { fromUs: number; toUs: number },
) {
  await holdTrips(tx, vessel.id)
  const now = await tripsTouching(tx, vessel.id, fromUs - REACH_US, toUs + REACH_US)
  const boundsOf = (trips: readonly TripRow[]) =>
    trips.map(({ id, startUs, endUs, lastRecordUs, isDeleted }) =>
      [id, startUs, endUs, lastRecordUs, isDeleted].join(' '),
    )
  if (boundsOf(now).sort().join() !== boundsOf(stored).sort().join())
    throw new Error('another process has written trips of this vessel meanwhile')
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
