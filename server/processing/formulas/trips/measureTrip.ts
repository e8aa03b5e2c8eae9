import { haversineM } from '#contract/geodesy/geo.ts'
import {
  DERIVE_GAP_US,
  HOLD_US,
  INTEGRAL_GAP_US,
  JITTER_MPS,
  SILENT_MAX_US,
  SUSPECT_MIN_M,
  SUSPECT_RATIO,
  TOO_FAST_S,
  VISIBLE_MIN_M,
  VISIBLE_MIN_S,
} from '../parameters.ts'
import type { Voyage } from './findVoyages.ts'
import type { SecondGrid } from './secondGrid.ts'
import { FROZEN_US } from './stuckReceiver.ts'

export interface TripMeasures {
  durationS: number
  distanceM: number
  /** True when the path and the integral of SOG disagree. */
  distanceSuspect: boolean
  avgSogMps: number | null
  maxSogMps: number | null
  visible: boolean
  /** The boat was far faster than her top speed for a minute together. */
  tooFast: boolean
}

/** Sums behind the measures of a trip, up to some row. */
export interface TripSums {
  distanceM: number
  /** Trapezoids of SOG over the time that is covered at both ends, and how long that is. */
  sogM: number
  coveredS: number
  /** Rows with a SOG, and the largest median of three consecutive rows: one Doppler spike is not a record. */
  sogRows: number
  highestMps: number
  /**
   * Time between two speeds that are both far above the vessel's top speed: a single spike does not count.
   */
  tooFastS: number
}

const NOTHING: TripSums = { distanceM: 0, sogM: 0, coveredS: 0, sogRows: 0, highestMps: 0, tooFastS: 0 }

/** Distance, speeds and visibility of one voyage of the grid it was found in. */
export function measureTrip(grid: SecondGrid, voyage: Voyage): TripMeasures {
  const { firstRow, lastRow } = voyage
  return toMeasures(voyage, sumsOf(grid, firstRow, lastRow), () =>
    Math.min(...knownSog(grid.sogMps, firstRow, lastRow)),
  )
}

/** The measures from sums; `least` gives the maximum speed of a trip with too few speeds for a median. */
export function toMeasures(
  { startUs, endUs, lastRecordUs }: Pick<Voyage, 'startUs' | 'endUs' | 'lastRecordUs'>,
  { distanceM, sogM, coveredS, sogRows, highestMps, tooFastS }: TripSums,
  least: () => number,
): TripMeasures {
  const durationS = ((endUs ?? lastRecordUs) - startUs) / 1e6
  const off = Math.abs(sogM - distanceM)
  return {
    durationS,
    distanceM,
    distanceSuspect: coveredS > 0 && off > SUSPECT_RATIO * distanceM && off > SUSPECT_MIN_M,
    avgSogMps: coveredS > 0 ? sogM / coveredS : null,
    maxSogMps: sogRows >= 3 ? highestMps : sogRows === 0 ? null : least(),
    visible: durationS >= VISIBLE_MIN_S && distanceM >= VISIBLE_MIN_M,
    tooFast: tooFastS >= TOO_FAST_S,
  }
}

/**
 * Adds the rows of a trip from `fromRow` on to the sums of earlier rows. The code reads only rows shortly
 * before `fromRow`. So sums continue to the last digit when the grid begins later than the trip.
 */
export function sumsOf(
  grid: SecondGrid,
  firstRow: number,
  lastRow: number,
  fromRow = firstRow,
  before = NOTHING,
): TripSums {
  const { timeUs, sogMps, tooFastMps } = grid
  const sums = { ...before }
  const steps = pathSteps(grid, firstRow, lastRow)
  let [previous, oneBefore] = [-1, -1]
  for (let row = firstRow; row <= lastRow; row++) {
    const isNew = row >= fromRow
    if (isNew) sums.distanceM += at(steps, row - firstRow)
    if (Number.isNaN(sogMps[row])) continue
    const gapUs = previous < 0 ? 0 : at(timeUs, row) - at(timeUs, previous)
    if (isNew && gapUs > 0 && gapUs <= INTEGRAL_GAP_US) {
      sums.sogM += ((at(sogMps, row) + at(sogMps, previous)) / 2) * (gapUs / 1e6)
      sums.coveredS += gapUs / 1e6
    }
    const isTooFast = previous >= 0 && Math.min(at(sogMps, row), at(sogMps, previous)) > tooFastMps
    if (isNew && isTooFast && gapUs <= DERIVE_GAP_US) sums.tooFastS += gapUs / 1e6
    if (isNew) sums.sogRows++
    if (isNew && oneBefore >= 0) {
      const [a, b, c] = [at(sogMps, oneBefore), at(sogMps, previous), at(sogMps, row)]
      const median = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
      sums.highestMps = Math.max(sums.highestMps, median)
    }
    oneBefore = previous
    previous = row
  }
  return sums
}

const knownSog = (sogMps: Float64Array, firstRow: number, lastRow: number) =>
  sogMps.subarray(firstRow, lastRow + 1).filter((sog) => !Number.isNaN(sog))

/**
 * The great-circle step from the last accepted position to that of each row; 0 for rows without a position.
 * Steps with both ends at rest are receiver wander and count 0. Without a reported SOG the step was derived
 * together with the speed. While a position is frozen, the way is computed from SOG.
 *
 * Across a gap in coverage the chord counts, because the outlier filter accepted it. The chord from a wrong
 * position back to a right one never counts.
 */
export function pathSteps(grid: SecondGrid, firstRow: number, lastRow: number): Float64Array {
  const { timeUs, latitudeDeg, longitudeDeg, sogMps, sogDerived, derivedStepM, frozen, jump } = grid
  const steps = new Float64Array(Math.max(0, lastRow - firstRow + 1))
  let previous = -1
  let sog = Number.NaN
  let sogUs = Number.NEGATIVE_INFINITY
  let previousSog = Number.NaN
  for (let row = firstRow; row <= lastRow; row++) {
    if (!Number.isNaN(sogMps[row]) && !sogDerived[row]) {
      const sinceUs = at(timeUs, row) - sogUs
      if (frozen[row] && sinceUs <= FROZEN_US)
        steps[row - firstRow] = ((sog + at(sogMps, row)) / 2) * (sinceUs / 1e6)
      sog = at(sogMps, row)
      sogUs = at(timeUs, row)
    }
    if (Number.isNaN(latitudeDeg[row])) continue
    const held = at(timeUs, row) - sogUs <= HOLD_US ? sog : Number.NaN
    if (previous >= 0 && !jump[row] && at(timeUs, row) - at(timeUs, previous) <= SILENT_MAX_US) {
      const chordM = haversineM(
        at(latitudeDeg, previous),
        at(longitudeDeg, previous),
        at(latitudeDeg, row),
        at(longitudeDeg, row),
      )
      const isKnown = !Number.isNaN(held) && !Number.isNaN(previousSog)
      if (!isKnown) steps[row - firstRow] = Number.isNaN(derivedStepM[row]) ? chordM : at(derivedStepM, row)
      else if (held > JITTER_MPS || previousSog > JITTER_MPS) steps[row - firstRow] = chordM
    }
    previous = row
    previousSog = held
  }
  return steps
}

const at = (values: Float64Array, i: number) => values[i] as number
