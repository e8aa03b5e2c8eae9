import { QUARTER_US } from '#contract/time.ts'
import type { TripRow } from '#server/records/trips.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { lowerBound } from '../formulas/lowerBound.ts'
import { decidedAround, heardVoyages, type Seen } from '../formulas/trips/correctedVoyages.ts'
import { DERIVE_REACH_US, isDerivedSparsely } from '../formulas/trips/deriveSog.ts'
import type { Voyage } from '../formulas/trips/findVoyages.ts'
import { sumsOf, type TripMeasures, type TripSums, toMeasures } from '../formulas/trips/measureTrip.ts'
import { CONTEXT_US } from '../formulas/trips/readMovement.ts'
import type { SecondGrid } from '../formulas/trips/secondGrid.ts'
import type { Share } from './step.ts'

/** What is settled of a trip under way: the sums of what lies before a quarter-hour, whose sources are decided. */
interface Settled {
  startUs: number
  startCause: Voyage['startCause']
  topSpeedMps: number | null
  toUs: number
  sums: TripSums
}

interface Growth {
  vessel: DirectoryEntry
  /** The trips around what changed. */
  stored: readonly TripRow[]
  changed: { fromUs: number; share?: Share }
  /** As far as is to be looked. */
  toUs: number
}

export type Grown = Omit<Voyage, 'firstRow' | 'lastRow'> & { measures: TripMeasures }

/**
 * Trips under way that were looked at as a whole: while they do nothing but go on, only what came since is read, so a look
 * at a long trip costs what one at a short trip does. Whatever changes the past, or is not plain, is for a look at the whole,
 * and so is the end of each trip.
 */
export class GrowingTrips {
  readonly #settled = new Map<number, Settled>()

  /** Whether what changed may be no more than growth. */
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
      changed.fromUs >= settled.toUs &&
      // What people decided, or took back, is nowhere but in a look at the whole.
      changed.share !== 'asked'
    )
  }

  /** What became of trips that may have grown; null where it takes a look at the whole to tell. */
  async look(
    stores: { db: Db; telemetry: Telemetry },
    growths: readonly Growth[],
    nowUs: number,
  ): Promise<(Grown | null)[]> {
    const questions = growths.map(({ vessel, toUs }) => ({
      ...{ vessel, toUs },
      fromUs: this.#settled.get(vessel.number)?.toUs ?? 0,
    }))
    const heard = await heardVoyages(stores, questions, nowUs)
    const decided = await decidedAround(stores, questions, nowUs)
    return growths.map(({ vessel }, i) => {
      const settled = this.#settled.get(vessel.number)
      const { corrections = [], ends = [] } = decided[i] ?? {}
      const seen = heard[i]
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
    // What goes on from before has to be seen: the last position, and the speeds of the last median.
    if (known(grid.latitudeDeg) < 1 || known(grid.sogMps) < 2) return null
    if (isDoubted(grid, 0) || isRepeated(grid, fromRow)) return null
    const sums = sumsOf(grid, 0, voyage.lastRow, fromRow, settled.sums)
    const grown = { ...voyage, startUs: settled.startUs, startCause: settled.startCause }
    this.#settle(vessel, { grid, voyages: [grown] }, 0, fromRow, settled)
    return { ...grown, measures: toMeasures(grown, sums, () => Number.NaN) }
  }

  /** What comes next is looked at as a whole. */
  forget(vesselNumber: number): void {
    this.#settled.delete(vesselNumber)
  }

  /** Keeps what a look at the whole says of the trip under way, if there is one. */
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
    // What comes next may still change a speed that is derived just before it.
    const toUs = Math.floor((voyage.lastMovingUs - DERIVE_REACH_US) / QUARTER_US) * QUARTER_US
    if (toUs - voyage.startUs <= CONTEXT_US || toUs <= (before?.toUs ?? 0)) return
    if (isDerivedSparsely(grid, toUs) || isDoubted(grid, firstRow)) return
    const sums = sumsOf(grid, firstRow, lowerBound(grid.timeUs, toUs) - 1, fromRow, before?.sums)
    if (sums.sogRows < 3) return
    const { startUs, startCause } = voyage
    this.#settled.set(vessel.number, { startUs, startCause, topSpeedMps: vessel.topSpeedMps, toUs, sums })
  }
}

/** True where a value from this row on was stuck or frozen: a later report may show since when, however long ago. */
const isDoubted = ({ sogStuck, frozen }: SecondGrid, firstRow: number) =>
  sogStuck.subarray(firstRow).includes(1) || frozen.subarray(firstRow).includes(1)

/** True where all positions before this row are one and the same: they may be frozen for longer than the grid shows. */
function isRepeated({ latitudeDeg, longitudeDeg }: SecondGrid, endRow: number): boolean {
  const rows = [...latitudeDeg.subarray(0, endRow).keys()].filter((row) => !Number.isNaN(latitudeDeg[row]))
  const last = rows.at(-1) ?? 0
  return rows.every(
    (row) => latitudeDeg[row] === latitudeDeg[last] && longitudeDeg[row] === longitudeDeg[last],
  )
}
