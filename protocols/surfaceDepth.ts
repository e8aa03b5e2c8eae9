import { acceptValue } from '#contract/domain/series.ts'

/** No transducer is deeper below the surface. */
const MOST_OFFSET_M = 50

/**
 * Depth below the surface. A depth that is none gives none; with an offset that no boat has the sum is refused.
 */
export function surfaceDepth(below: number | null, offset: number): number | null {
  if (below === null || acceptValue('depth_below_transducer', below) === null) return null
  return offset <= MOST_OFFSET_M ? below + offset : Number.NaN
}
