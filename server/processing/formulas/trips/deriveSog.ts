import { haversineM } from '#contract/geo.ts'
import { SECOND_US } from '#contract/time.ts'
import { HOLD_US } from '../parameters.ts'
import type { GatedFix } from './acceptFixes.ts'

/** A believed fix, and whether nobody sailed from the one before to it. */
export interface BelievedFix extends GatedFix {
  jump: boolean
}

/** Fixes further apart than this say nothing about the speed between them, and closer together mostly noise. */
const LONGEST_US = 10_000_000
const SHORTEST_US = SECOND_US

/**
 * Speed over ground at each fix, NaN where it cannot be told: the chord of up to five seconds to both sides over its
 * time, and of three neighbours the median. The longest chord that is allowed, because a receiver that rounds to two
 * metres would else make three knots of standing still.
 */
export function deriveSog(fixes: readonly BelievedFix[]): Float64Array {
  const chords = fixes.map((_, i) => {
    const before = furthest(fixes, i, -1, LONGEST_US / 2)
    const after = furthest(fixes, i, 1, LONGEST_US / 2)
    if (before < after) return speedMps(fixes, before, after)
    return (
      speedMps(fixes, furthest(fixes, i, -1, LONGEST_US), i) ??
      speedMps(fixes, i, furthest(fixes, i, 1, LONGEST_US))
    )
  })
  return Float64Array.from(chords, (own, i) => {
    const known = [chords[i - 1], own, chords[i + 1]].filter((chord) => typeof chord === 'number')
    return typeof own === 'number'
      ? (known.sort((a, b) => a - b)[(known.length - 1) >> 1] ?? Number.NaN)
      : Number.NaN
  })
}

/** True for the times that have a value of `sogMps` within the time that one is held. */
export function hasSogAround(timeUs: Float64Array, sogMps: Float64Array): (us: number) => boolean {
  const known = timeUs.filter((_, i) => !Number.isNaN(sogMps[i]))
  let next = 0
  // Asked in the order of time.
  return (us) => {
    while (next < known.length && (known[next] as number) < us) next++
    const sinceUs = us - (known[next - 1] ?? Number.NEGATIVE_INFINITY)
    const untilUs = (known[next] ?? Number.POSITIVE_INFINITY) - us
    return Math.min(sinceUs, untilUs) <= HOLD_US
  }
}

/** The furthest fix in one direction within a time, without a jump in between. */
function furthest(fixes: readonly BelievedFix[], from: number, step: 1 | -1, withinUs: number): number {
  const own = fixes[from]?.timeUs ?? 0
  let i = from
  for (let next = i + step; next >= 0 && next < fixes.length; next += step) {
    if (Math.abs((fixes[next]?.timeUs ?? 0) - own) > withinUs) break
    if (fixes[step === 1 ? next : i]?.jump) break
    i = next
  }
  return i
}

function speedMps(fixes: readonly BelievedFix[], a: number, b: number): number | null {
  const [from, to] = [fixes[a], fixes[b]]
  if (!from || !to || to.timeUs - from.timeUs < SHORTEST_US) return null
  return (
    haversineM(from.latitudeDeg, from.longitudeDeg, to.latitudeDeg, to.longitudeDeg) /
    ((to.timeUs - from.timeUs) / 1e6)
  )
}
