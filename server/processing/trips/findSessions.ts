/** Trips as sessions of moving evidence: a function of stored samples, whatever order they arrived in. */
import { haversineM } from '#contract/geo.ts'
import { KNOT_MPS } from '#contract/units.ts'
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

export interface Session {
  /** First and last moving second. */
  startUs: number
  lastMovingUs: number
  /** Last record that belongs to it: idling at the quay counts for at most the post-roll. */
  lastRecordUs: number
  /** Null while it is open. */
  endUs: number | null
  startCause: 'moving' | 'split' | 'trim'
  endCause: 'idle' | 'silence' | 'split' | 'trim' | null
  /** Rows of the grid from the first moving second to the last record. */
  firstRow: number
  lastRow: number
}

/** `nowUs` is the wall clock: only it can tell that a silent boat has arrived. */
export function findSessions(grid: SecondGrid, topSpeedMps: number | null, nowUs: number): Session[] {
  const moving = movingSeconds(grid)
  const { timeUs } = grid
  const spans: [first: number, last: number][] = []
  for (let row = 0; row < timeUs.length; row++) {
    if (!moving[row]) continue
    const current = spans.at(-1)
    if (current && belongTogether(pauseBetween(grid, current[1], row), topSpeedMps)) current[1] = row
    else spans.push([row, row])
  }
  return spans.map(([first, last], i) => toSession(grid, first, last, i === spans.length - 1, nowUs))
}

/** What lies between two consecutive moving samples. */
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

export function pauseBetween(grid: SecondGrid, a: number, b: number): Pause {
  const { timeUs } = grid
  const gapUs = at(timeUs, b) - at(timeUs, a)
  if (gapUs <= GAP_MERGE_US) return { gapUs, covered: 1, distanceM: null }
  let coveredUs = 0
  for (let row = a + 1; row <= b; row++) {
    const spacing = at(timeUs, row) - at(timeUs, row - 1)
    if (spacing <= RECORD_SPACING_US) coveredUs += spacing
  }
  return {
    gapUs,
    covered: coveredUs / gapUs,
    distanceM: distance(grid, positionNear(grid, a, -1), positionNear(grid, b, 1)),
  }
}

function toSession(grid: SecondGrid, first: number, last: number, latest: boolean, nowUs: number): Session {
  const { timeUs } = grid
  const lastMovingUs = at(timeUs, last)
  let lastRow = last
  while (lastRow + 1 < timeUs.length && at(timeUs, lastRow + 1) <= lastMovingUs + POST_ROLL_US) lastRow++
  const newestUs = at(timeUs, timeUs.length - 1)
  const idle = newestUs - lastMovingUs > IDLE_MAX_US
  const open = latest && !idle && nowUs - newestUs <= SILENCE_US
  const rolledOn = lastRow + 1 < timeUs.length && at(timeUs, lastRow + 1) - lastMovingUs <= IDLE_MAX_US
  return {
    startUs: at(timeUs, first),
    startCause: 'moving',
    lastMovingUs,
    lastRecordUs: open ? newestUs : at(timeUs, lastRow),
    endUs: open ? null : rolledOn ? lastMovingUs + POST_ROLL_US : at(timeUs, lastRow),
    endCause: open ? null : rolledOn ? 'idle' : 'silence',
    firstRow: first,
    lastRow: open ? timeUs.length - 1 : lastRow,
  }
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
