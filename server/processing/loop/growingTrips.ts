import { MINUTE_US, QUARTER_HOUR_US } from '#contract/domain/time.ts'
import type { TripRow } from '#server/records/trips.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { lowerBound } from '../formulas/lowerBound.ts'
import { decidedAround, type Seen, voyagesSoFar } from '../formulas/trips/correctedVoyages.ts'
import type { Voyage } from '../formulas/trips/findVoyages.ts'
import { sumsOf, type TripMeasures, type TripSums, toMeasures } from '../formulas/trips/measureTrip.ts'
import { CONTEXT_US, GRID_REACH_US } from '../formulas/trips/readMovement.ts'
import type { SecondGrid } from '../formulas/trips/secondGrid.ts'
import type { Share } from './step.ts'

/** Sources are selected by quarter-hour, and their samples change speeds and marks shortly before. */
const unchangedBeforeUs = (changedUs: number) =>
  Math.floor(changedUs / QUARTER_HOUR_US) * QUARTER_HOUR_US - GRID_REACH_US

/** The sums of a trip under way up to a time before which only late data changes anything. */
interface Settled {
  startUs: number
  startCause: Voyage['startCause']
  topSpeedMps: number | null
  toUs: number
  sums: TripSums
}

interface Growth {
  vessel: DirectoryEntry
  /** The stored trips around the change. */
  stored: readonly TripRow[]
  changed: { fromUs: number; share?: Share }
  /** As far as is to be looked. */
  toUs: number
  knownUs: number
}

export type Grown = Omit<Voyage, 'firstRow' | 'lastRow'> & { measures: TripMeasures }

/**
 * Trips under way whose whole has been measured. While such a trip only grows, just its new samples are read,
 * so a long trip costs as much as a short one. A change of the past, an unclear case and the end of a trip
 * need the whole trip.
 */
export class GrowingTrips {
  readonly #settled = new Map<number, Settled>()

  /** True when the change may be growth alone. */
  mayGrow({ vessel, stored, changed }: Growth): boolean {
    const settled = this.#settled.get(vessel.number)
    const [trip] = stored
    return (
      settled !== undefined &&
      trip !== undefined &&
      stored.length === 1 &&
      trip.endUs === null &&
      !trip.isDeleted &&
      trip.startUs === settled.startUs &&
      vessel.topSpeedMps === settled.topSpeedMps &&
      unchangedBeforeUs(changed.fromUs) >= settled.toUs &&
      // Only the whole trip shows corrections by users.
      changed.share !== 'asked'
    )
  }

  /** Result for trips that may have grown; null when only the whole trip can show it. */
  async look(
    stores: { db: Db; telemetry: Telemetry },
    growths: readonly Growth[],
    nowUs: number,
  ): Promise<(Grown | null)[]> {
    const questions = growths.map(({ vessel, toUs, knownUs }) => ({
      ...{ vessel, toUs, knownUs, isWithinTrip: true },
      fromUs: this.#settled.get(vessel.number)?.toUs ?? 0,
    }))
    const found = await voyagesSoFar(stores, questions, nowUs)
    const decided = await decidedAround(stores, questions, nowUs)
    return growths.map(({ vessel }, i) => {
      const settled = this.#settled.get(vessel.number)
      const { corrections = [], ends = [] } = decided[i] ?? {}
      const seen = found[i]
      if (!settled || !seen || corrections.length + ends.length > 0) return null
      return this.#grown(vessel, settled, seen)
    })
  }

  #grown(vessel: DirectoryEntry, settled: Settled, { grid, voyages }: Seen): Grown | null {
    const [voyage] = voyages
    if (!voyage || voyages.length > 1 || voyage.endUs !== null || voyage.startUs >= settled.toUs) return null
    const fromRow = lowerBound(grid.timeUs, settled.toUs)
    const known = (values: Float64Array) =>
      values.subarray(0, fromRow).reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0)
    // The continuation needs earlier values: the last position, and the speeds of the last median.
    if (known(grid.latitudeDeg) < 1 || known(grid.sogMps) < 2) return null
    const sums = sumsOf(grid, 0, voyage.lastRow, fromRow, settled.sums)
    const grown = { ...voyage, startUs: settled.startUs, startCause: settled.startCause }
    this.#settle(vessel, { grid, voyages: [grown] }, 0, fromRow, settled)
    return { ...grown, measures: toMeasures(grown, sums, () => Number.NaN) }
  }

  /** Makes the next look cover the whole trip. */
  forget(vesselNumber: number): void {
    this.#settled.delete(vesselNumber)
  }

  /** Keeps the state of the trip under way after measuring the whole, if there is such a trip. */
  keep(vessel: DirectoryEntry, seen: Seen): void {
    const voyage = seen.voyages.at(-1)
    this.#settled.delete(vessel.number)
    if (voyage?.endUs === null) this.#settle(vessel, seen, voyage.firstRow, voyage.firstRow, null)
  }

  #settle(
    vessel: DirectoryEntry,
    { grid, voyages }: Seen,
    firstRow: number,
    fromRow: number,
    before: Settled | null,
  ) {
    const voyage = voyages.at(-1)
    if (!voyage) return
    const toUs = unchangedBeforeUs(voyage.lastMovingUs)
    if (toUs - voyage.startUs <= CONTEXT_US || toUs <= (before?.toUs ?? 0)) return
    if (isSparse(grid, toUs - 2 * MINUTE_US)) return
    const sums = sumsOf(grid, firstRow, lowerBound(grid.timeUs, toUs) - 1, fromRow, before?.sums)
    if (sums.sogRows < 3) return
    const { startUs, startCause } = voyage
    this.#settled.set(vessel.number, { startUs, startCause, topSpeedMps: vessel.topSpeedMps, toUs, sums })
  }
}

/** True where positions, or reported speeds, from this time on are more than a minute apart: then a later one may change them. */
function isSparse(
  { timeUs, latitudeDeg, sogMps, sogDerived, sogStuck }: SecondGrid,
  fromUs: number,
): boolean {
  const first = lowerBound(timeUs, fromUs)
  const hasHole = (isKnown: (row: number) => boolean) => {
    let lastUs = Number.NaN
    for (let row = first; row < timeUs.length; row++) {
      const us = timeUs[row] as number
      if (us - lastUs > MINUTE_US) return true
      if (isKnown(row)) lastUs = us
    }
    return false
  }
  const hasPosition = (row: number) => !Number.isNaN(latitudeDeg[row])
  const isReported = (row: number) =>
    sogStuck[row] === 1 || (!Number.isNaN(sogMps[row]) && sogDerived[row] !== 1)
  return hasHole(hasPosition) || hasHole(isReported)
}
