import { niceStep } from '../plots/paneScale.ts'

const TICKS = 4
/** Space above the line for its label. */
const ROOM = 1.15

/** Upper end of a vertical axis from 0, so that a line at `mark` is visible. Null when values are above the mark. */
export function axisTop(highest: number, mark: number): number | null {
  if (highest > mark) return null
  const step = niceStep((mark * ROOM) / TICKS)
  return Math.ceil((mark * ROOM) / step) * step
}
