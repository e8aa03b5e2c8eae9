import { HOUR_MS } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import type { FleetFixes } from '#contract/wire/fleetTracks.ts'
import type { Interval } from '../replay/player.ts'
import { type Chunk, longestGapMs } from './fleetHistory.ts'

/** Speed from fix to fix above which a boat moves: at rest her receiver wanders less than this. */
const MOVING_ABOVE_KN = 0.5
/** Shortest calm that the playback skips. */
const CALM_MS = HOUR_MS

/** Movement of the fleet in a period. */
export interface Movement {
  /** Intervals in which a boat moves, in order. A calm of less than an hour belongs to them. */
  moving: readonly Interval[]
  /** Calm intervals of an hour or more, in order. Without any movement there are none. */
  calm: readonly Interval[]
}

export function movementOf(whole: Chunk, { fromMs, toMs }: Interval): Movement {
  // Each fix is the last one of its step, so a boat may have left up to a step before it.
  const all = [...whole.tracks.values()]
    .flatMap((fixes) => [...movesOf(fixes, whole.stepMs)])
    .map((move) => ({ ...move, fromMs: Math.max(fromMs, move.fromMs - whole.stepMs) }))
  all.sort((a, b) => a.fromMs - b.fromMs)
  const moving: Interval[] = []
  for (const one of all) {
    const last = moving.at(-1)
    if (last && one.fromMs - last.toMs < CALM_MS) last.toMs = Math.max(last.toMs, one.toMs)
    else moving.push(one)
  }
  if (moving.length === 0) return { moving, calm: [] }
  const edges = [fromMs, ...moving.flatMap((one) => [one.fromMs, one.toMs]), toMs]
  const calm = Array.from({ length: moving.length + 1 }, (_, at) => ({
    fromMs: edges[2 * at] as number,
    toMs: edges[2 * at + 1] as number,
  }))
  return { moving, calm: calm.filter((one) => one.toMs - one.fromMs >= CALM_MS) }
}

/** End of the calm interval that holds this time; null while a boat moves. */
export const calmUntil = ({ calm }: Movement, timeMs: number): number | null =>
  calm.find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs)?.toMs ?? null

/** Share of vessels that move in each of `parts` equal parts of a range. */
export function movingShares(whole: Chunk, { fromMs, toMs }: Interval, parts: number): number[] {
  const counts = new Array<number>(parts).fill(0)
  const partOf = (ms: number) => ((ms - fromMs) / (toMs - fromMs)) * parts
  for (const fixes of whole.tracks.values()) {
    let counted = -1
    for (const move of movesOf(fixes, whole.stepMs)) {
      const last = Math.min(parts, Math.ceil(partOf(move.toMs)))
      for (let part = Math.max(counted + 1, Math.floor(partOf(move.fromMs))); part < last; part++) {
        counts[part] = (counts[part] as number) + 1
        counted = part
      }
    }
  }
  return counts.map((count) => count / Math.max(1, whole.tracks.size))
}

/** Steps from one fix to the next in which a boat moves. */
function* movesOf(fixes: FleetFixes, stepMs: number): Iterable<Interval> {
  const { timeMs, latitudeDeg, longitudeDeg } = fixes
  for (let at = 1; at < timeMs.length; at++) {
    const [fromMs, toMs] = [timeMs[at - 1] as number, timeMs[at] as number]
    if (toMs - fromMs > longestGapMs(stepMs, fixes)) continue
    const metres = haversineM(
      latitudeDeg[at - 1] as number,
      longitudeDeg[at - 1] as number,
      latitudeDeg[at] as number,
      longitudeDeg[at] as number,
    )
    if (metres / ((toMs - fromMs) / 1000) > MOVING_ABOVE_KN * KNOT_MPS) yield { fromMs, toMs }
  }
}
