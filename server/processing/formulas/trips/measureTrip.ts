import { haversineM } from '#contract/geo.ts'
import {
  HOLD_US,
  INTEGRAL_GAP_US,
  JITTER_MPS,
  JITTER_STEP_M,
  SILENT_MAX_US,
  SUSPECT_MIN_M,
  SUSPECT_RATIO,
  VISIBLE_MIN_M,
  VISIBLE_MIN_S,
} from '../parameters.ts'
import type { Voyage } from './findVoyages.ts'
import type { SecondGrid } from './secondGrid.ts'

export interface TripMeasures {
  durationS: number
  distanceM: number
  /** The path and the integral of SOG tell different stories. */
  distanceSuspect: boolean
  avgSogMps: number | null
  maxSogMps: number | null
  visible: boolean
}

/** Distance, speeds and visibility of one voyage of the grid it was found in. */
export function measureTrip(grid: SecondGrid, voyage: Voyage): TripMeasures {
  const { firstRow, lastRow } = voyage
  const durationS = ((voyage.endUs ?? voyage.lastRecordUs) - voyage.startUs) / 1e6
  const distanceM = pathLengthM(grid, firstRow, lastRow)
  const speed = integrate(grid.timeUs, grid.sogMps, firstRow, lastRow)
  const off = Math.abs(speed.integral - distanceM)
  return {
    durationS,
    distanceM,
    distanceSuspect: speed.coveredS > 0 && off > SUSPECT_RATIO * distanceM && off > SUSPECT_MIN_M,
    avgSogMps: speed.coveredS > 0 ? speed.integral / speed.coveredS : null,
    maxSogMps: highestMedian(grid.sogMps, firstRow, lastRow),
    visible: durationS >= VISIBLE_MIN_S && distanceM >= VISIBLE_MIN_M,
  }
}

export const pathLengthM = (grid: SecondGrid, firstRow: number, lastRow: number): number =>
  pathSteps(grid, firstRow, lastRow).reduce((sum, step) => sum + step, 0)

/**
 * The great-circle step that each row's believed position adds to the path, from the last one before it; 0 for rows
 * without. A step with both ends at rest is receiver wander and is left out; where nobody gives SOG, a step under 5 m is. Across a
 * hole in coverage the chord counts, as the speed gate let it pass. The chord that the gate did not let pass, from a
 * wrong position back to the right one, never counts.
 */
export function pathSteps(grid: SecondGrid, firstRow: number, lastRow: number): Float64Array {
  const { timeUs, latitudeDeg, longitudeDeg, sogMps, sogDerived, jump } = grid
  const steps = new Float64Array(Math.max(0, lastRow - firstRow + 1))
  let previous = -1
  let sog = Number.NaN
  let sogUs = Number.NEGATIVE_INFINITY
  let previousSog = Number.NaN
  for (let row = firstRow; row <= lastRow; row++) {
    if (!Number.isNaN(sogMps[row]) && !sogDerived[row]) {
      sog = at(sogMps, row)
      sogUs = at(timeUs, row)
    }
    if (Number.isNaN(latitudeDeg[row])) continue
    const held = at(timeUs, row) - sogUs <= HOLD_US ? sog : Number.NaN
    if (previous >= 0 && !jump[row] && at(timeUs, row) - at(timeUs, previous) <= SILENT_MAX_US) {
      const step = haversineM(
        at(latitudeDeg, previous),
        at(longitudeDeg, previous),
        at(latitudeDeg, row),
        at(longitudeDeg, row),
      )
      const known = !Number.isNaN(held) && !Number.isNaN(previousSog)
      const resting = known ? held <= JITTER_MPS && previousSog <= JITTER_MPS : step < JITTER_STEP_M
      if (!resting) steps[row - firstRow] = step
    }
    previous = row
    previousSog = held
  }
  return steps
}

/** Trapezoidal integral over the intervals that are covered at both ends, and how long those are. */
export function integrate(timeUs: Float64Array, values: Float64Array, firstRow: number, lastRow: number) {
  let integral = 0
  let coveredS = 0
  let previous = -1
  for (let row = firstRow; row <= lastRow; row++) {
    if (Number.isNaN(values[row])) continue
    const gapUs = previous < 0 ? 0 : at(timeUs, row) - at(timeUs, previous)
    if (gapUs > 0 && gapUs <= INTEGRAL_GAP_US) {
      integral += ((at(values, row) + at(values, previous)) / 2) * (gapUs / 1e6)
      coveredS += gapUs / 1e6
    }
    previous = row
  }
  return { integral, coveredS }
}

/** Largest median of three neighbouring seconds: one Doppler spike is not a record. */
function highestMedian(sogMps: Float64Array, firstRow: number, lastRow: number): number | null {
  const known = sogMps.subarray(firstRow, lastRow + 1).filter((sog) => !Number.isNaN(sog))
  if (known.length < 3) return known.length === 0 ? null : Math.min(...known)
  let highest = 0
  for (let i = 2; i < known.length; i++) {
    const [a, b, c] = [at(known, i - 2), at(known, i - 1), at(known, i)]
    highest = Math.max(highest, Math.max(Math.min(a, b), Math.min(Math.max(a, b), c)))
  }
  return highest
}

const at = (values: Float64Array, i: number) => values[i] as number
