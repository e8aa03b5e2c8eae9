import {
  DEBOUNCE_MOVING_US,
  DEBOUNCE_WINDOW_US,
  MOVING_ABOVE_MPS,
  SPARSE_INTERVAL_US,
} from '../parameters.ts'
import type { SecondGrid } from './secondGrid.ts'

/**
 * Marks the rows of the grid that are moving evidence: SOG above 3 kn, and not a blip. A moving row stands for the
 * time to the next row (at most SPARSE_INTERVAL_US); it counts when some window of 30 s that holds it has 20 s of
 * such time, or, where the feed is sparser than that, when the row before or after it is moving too.
 */
export function movingSeconds({ timeUs, sogMps }: SecondGrid): Uint8Array {
  const rows = timeUs.length
  const fast = new Uint8Array(rows)
  const movingUs = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    if (!((sogMps[i] as number) > MOVING_ABOVE_MPS)) continue
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
    if (fast[start] && isSparse(timeUs, start) && (fast[start - 1] || fast[start + 1])) moving[start] = 1
  }
  return moving
}

const isSparse = (timeUs: Float64Array, i: number) =>
  (i === 0 || at(timeUs, i) - at(timeUs, i - 1) > SPARSE_INTERVAL_US) &&
  (i + 1 >= timeUs.length || at(timeUs, i + 1) - at(timeUs, i) > SPARSE_INTERVAL_US)

const at = (values: Float64Array, i: number) => values[i] as number
