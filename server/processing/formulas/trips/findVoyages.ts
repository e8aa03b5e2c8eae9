/** Trips as voyages of moving evidence: a function of stored samples, whatever order they arrived in. */

import { KNOT_MPS } from '#contract/domain/units.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import { lowerBound } from '../lowerBound.ts'
import {
  COVERED_RATIO,
  FALLBACK_TOP_SPEED_MPS,
  GAP_MERGE_US,
  IDLE_MAX_US,
  POST_ROLL_US,
  RECORD_SPACING_US,
  SILENCE_US,
  SILENT_MAX_US,
} from '../parameters.ts'
import { movingSeconds } from './movingSeconds.ts'
import type { SecondGrid } from './secondGrid.ts'

export interface Voyage {
  /** First and last moving second. */
  startUs: number
  lastMovingUs: number
  /** Last record that belongs to it: idling at the quay counts for at most the post-roll. */
  lastRecordUs: number
  /** Null while it is open. */
  endUs: number | null
  startCause: 'moving' | 'split' | 'trim' | 'paired'
  endCause: 'idle' | 'silence' | 'split' | 'trim' | 'unpaired' | null
  /** Decision of a user: the boat did not travel over water, or it did; null without a decision. */
  sea: 'ashore' | 'at_sea' | null
  /** Rows of the grid from the first moving second to the last record. */
  firstRow: number
  lastRow: number
}

/**
 * Finds the voyages on a grid. `nowUs` is the wall clock, which alone shows that a silent boat has arrived.
 * `recordUs` are the times of records of any kind, including the grid: an engine that reports covers a wait
 * without a receiver.
 */
export function findVoyages(
  grid: SecondGrid,
  topSpeedMps: number | null,
  nowUs: number,
  recordUs: Float64Array = grid.timeUs,
): Voyage[] {
  const moving = movingSeconds(grid)
  const { timeUs } = grid
  const spans: [first: number, last: number][] = []
  for (let row = 0; row < timeUs.length; row++) {
    if (!moving[row]) continue
    const current = spans.at(-1)
    if (current && belongTogether(pauseBetween(grid, current[1], row, recordUs), topSpeedMps))
      current[1] = row
    else spans.push([row, row])
  }
  return spans.map(([first, last], i) =>
    toVoyage(grid, recordUs, first, last, i === spans.length - 1 ? nowUs : null),
  )
}

/** Time between two consecutive moving samples. */
export interface Pause {
  gapUs: number
  /** Share of the gap between records at most a minute apart, 0 to 1. */
  covered: number
  /** Straight line between the positions at its ends, null when one is unknown. */
  distanceM: number | null
}

export function belongTogether({ gapUs, covered, distanceM }: Pause, topSpeedMps: number | null): boolean {
  if (gapUs <= GAP_MERGE_US) return true
  if (covered >= COVERED_RATIO) return gapUs <= IDLE_MAX_US
  if (gapUs > SILENT_MAX_US || distanceM === null) return false
  const impliedMps = distanceM / (gapUs / 1e6)
  return impliedMps >= 3 * KNOT_MPS && impliedMps <= 1.2 * (topSpeedMps ?? FALLBACK_TOP_SPEED_MPS)
}

export function pauseBetween(
  grid: SecondGrid,
  a: number,
  b: number,
  recordUs: Float64Array = grid.timeUs,
): Pause {
  const { timeUs } = grid
  const gapUs = at(timeUs, b) - at(timeUs, a)
  if (gapUs <= GAP_MERGE_US) return { gapUs, covered: 1, distanceM: null }
  let coveredUs = 0
  const end = lowerBound(recordUs, at(timeUs, b))
  for (let i = lowerBound(recordUs, at(timeUs, a)) + 1; i <= end; i++) {
    const spacing = at(recordUs, i) - at(recordUs, i - 1)
    if (spacing <= RECORD_SPACING_US) coveredUs += spacing
  }
  return {
    gapUs,
    covered: coveredUs / gapUs,
    distanceM: distance(grid, positionNear(grid, a, -1), positionNear(grid, b, 1)),
  }
}

/** `nowUs` is given for the latest voyage alone, because only that voyage can still be open. */
function toVoyage(
  grid: SecondGrid,
  recordUs: Float64Array,
  first: number,
  last: number,
  nowUs: number | null,
): Voyage {
  const { timeUs } = grid
  const lastMovingUs = at(timeUs, last)
  const { lastSeenUs, endCause } = whatFollowed(recordUs, lastMovingUs, nowUs)
  const open = endCause === null
  const rolledUs = Math.min(lastSeenUs, lastMovingUs + POST_ROLL_US)
  const lastRow = lowerBound(timeUs, (open ? lastSeenUs : rolledUs) + 1) - 1
  return {
    startUs: at(timeUs, first),
    startCause: 'moving',
    lastMovingUs,
    lastRecordUs: open ? lastSeenUs : at(recordUs, lowerBound(recordUs, rolledUs + 1) - 1),
    endUs: open ? null : rolledUs,
    endCause,
    sea: null,
    firstRow: first,
    lastRow,
  }
}

/**
 * The last record before the trip closed, and the cause: a silence, or records of a boat at rest for too
 * long. Records decide, and not the time of the call.
 */
function whatFollowed(
  recordUs: Float64Array,
  lastMovingUs: number,
  nowUs: number | null,
): { lastSeenUs: number; endCause: Voyage['endCause'] } {
  let lastSeenUs = lastMovingUs
  for (let i = lowerBound(recordUs, lastMovingUs + 1); i < recordUs.length; i++) {
    const us = at(recordUs, i)
    if (us - lastSeenUs > SILENCE_US) return { lastSeenUs, endCause: 'silence' }
    if (us - lastMovingUs > IDLE_MAX_US) return { lastSeenUs, endCause: 'idle' }
    lastSeenUs = us
  }
  if (nowUs === null) return { lastSeenUs, endCause: 'idle' }
  return { lastSeenUs, endCause: nowUs - lastSeenUs > SILENCE_US ? 'silence' : null }
}

/** Index of the row with a position that is nearest to `row` in one direction, within a minute; -1 when none is. */
function positionNear({ timeUs, latitudeDeg }: SecondGrid, row: number, step: 1 | -1): number {
  for (
    let i = row;
    i >= 0 && i < timeUs.length && Math.abs(at(timeUs, i) - at(timeUs, row)) <= RECORD_SPACING_US;
    i += step
  ) {
    if (!Number.isNaN(latitudeDeg[i])) return i
  }
  return -1
}

const distance = ({ latitudeDeg, longitudeDeg }: SecondGrid, a: number, b: number) =>
  a < 0 || b < 0
    ? null
    : haversineM(at(latitudeDeg, a), at(longitudeDeg, a), at(latitudeDeg, b), at(longitudeDeg, b))

const at = (values: Float64Array, i: number) => values[i] as number
