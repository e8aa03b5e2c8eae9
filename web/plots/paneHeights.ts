import { AXIS_PX } from './panePlot.ts'

/** Space that the names and values of a pane need. */
export interface PaneNeeds {
  /** Height of the values above the pane, CSS pixels. */
  headPx: number
  /** Lines of values beside the pane. */
  rows: number
}

/** Height of a pane where all have the same. */
const EVEN_PX = 104
/** Lowest height in which lines can be read. */
const LEAST_PX = 40
/** Height of a row in the column of values. */
const ROW_PX = 20

const leastOf = ({ headPx, rows }: PaneNeeds, leastPx: number) => headPx + Math.max(leastPx, rows * ROW_PX)
const axisOf = (index: number, { length }: readonly unknown[]) => (index === length - 1 ? AXIS_PX : 0)

/** Equal heights, with heads and axis, or more where the values of a pane need more. */
export const evenHeights = (needs: readonly PaneNeeds[]): number[] =>
  needs.map((need, index) => leastOf(need, EVEN_PX) + axisOf(index, needs))

/**
 * Heights with heads and axis that fill the available height: the first pane is the tallest. No pane is lower than it
 * needs, so the sum may be more than the available height.
 */
export function sharedHeights(needs: readonly PaneNeeds[], height: number): number[] {
  const panes = needs.map((need, index) => ({
    index,
    weight: [11, 8][index] ?? 5,
    least: leastOf(need, LEAST_PX),
    px: 0,
  }))
  let room = height - AXIS_PX
  let open = panes
  while (open.length > 0) {
    const total = open.reduce((sum, { weight }) => sum + weight, 0)
    for (const pane of open) pane.px = Math.floor((room * pane.weight) / total)
    const low = open.filter(({ px, least }) => px < least)
    if (low.length === 0) break
    for (const pane of low) {
      pane.px = pane.least
      room -= pane.least
    }
    open = open.filter((pane) => !low.includes(pane))
  }
  return panes.map(({ px, index }) => px + axisOf(index, panes))
}
