import { niceStep } from '../plots/paneScale.ts'

const TICKS = 4
/** The line is to have room above it for its words. */
const ROOM = 1.15

/**
 * Upper end of a vertical axis from 0, so that a line across at `mark` shows. Null where the values reach above the
 * mark.
 */
export function axisTop(highest: number, mark: number): number | null {
  if (highest > mark) return null
  const step = niceStep((mark * ROOM) / TICKS)
  return Math.ceil((mark * ROOM) / step) * step
}
