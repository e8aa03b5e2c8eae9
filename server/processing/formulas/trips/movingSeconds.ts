import {
  DEBOUNCE_MOVING_US,
  DEBOUNCE_WINDOW_US,
  DERIVED_MOVING_ABOVE_MPS,
  MOVING_ABOVE_MPS,
  SPARSE_INTERVAL_US,
} from '../parameters.ts'
import type { SecondGrid } from './secondGrid.ts'

/** True when the row's speed, if it lasted, would be the speed of a boat under way. */
export const isFast = ({ sogMps, sogDerived }: SecondGrid, row: number) =>
  (sogMps[row] as number) > (sogDerived[row] ? DERIVED_MOVING_ABOVE_MPS : MOVING_ABOVE_MPS)

/**
 * Marks the rows of the grid that show a moving boat: SOG above 3 kn (derived SOG above 2.5 kn), without
 * blips.
 *
 * A moving row stands for the time to the next row (at most SPARSE_INTERVAL_US). It counts when a window of
 * 30 s around it has 20 s of such time. In a sparser feed it counts when the row before or after it is sparse
 * and moving too.
 */
export function movingSeconds(grid: SecondGrid): Uint8Array {
  const { timeUs } = grid
  const rows = timeUs.length
  const fast = new Uint8Array(rows)
  const movingUs = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    if (!isFast(grid, i)) continue
    fast[i] = 1
    movingUs[i] = Math.min(i + 1 < rows ? at(timeUs, i + 1) - at(timeUs, i) : 1e6, SPARSE_INTERVAL_US)
  }
  const moving = new Uint8Array(rows)
  let end = 0
  let sumUs = 0
  let marked = 0
  for (let start = 0; start < rows; start++) {
    while (end < rows && at(timeUs, end) < at(timeUs, start) + DEBOUNCE_WINDOW_US)
      sumUs += at(movingUs, end++)
    if (sumUs >= DEBOUNCE_MOVING_US) {
      for (let i = Math.max(start, marked); i < end; i++) moving[i] = fast[i] as number
      marked = end
    }
    sumUs -= at(movingUs, start)
    if (fast[start] && isSparse(timeUs, start) && (isFastToo(start - 1) || isFastToo(start + 1)))
      moving[start] = 1
  }
  return moving

  /** A dense feed that begins or ends beside a sparse row has windows of its own. */
  function isFastToo(row: number) {
    return fast[row] === 1 && isSparse(timeUs, row)
  }
}

const isSparse = (timeUs: Float64Array, i: number) =>
  (i === 0 || at(timeUs, i) - at(timeUs, i - 1) > SPARSE_INTERVAL_US) &&
  (i + 1 >= timeUs.length || at(timeUs, i + 1) - at(timeUs, i) > SPARSE_INTERVAL_US)

const at = (values: Float64Array, i: number) => values[i] as number
