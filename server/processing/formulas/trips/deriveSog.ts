import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { DEG_RAD, knToMps } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M, haversineM } from '#contract/geodesy/geo.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { DERIVE_GAP_US, HOLD_US, SILENT_MAX_US } from '../parameters.ts'
import type { AcceptedFix } from './acceptFixes.ts'
import { atOnce, type Stages } from './stages.ts'

/** Movement as positions alone show it, one entry a fix. */
export interface DerivedMovement {
  /** Speed over ground at the fix; NaN where it cannot be derived. */
  sogMps: Float64Array
  /**
   * Path from the previous fix; 0 at rest, and NaN when no boat can have sailed it. Noise can make a step
   * slightly negative.
   */
  stepM: Float64Array
}

/** Fixes whose velocity is fitted in one stage. */
const STAGE_FIXES = 10_000
/** Velocity is fitted over at most this much time to both sides. */
const WINDOW_US = 30 * SECOND_US
/**
 * The fitted way is at least this many times the scatter of the fixes on both sides, and at most `ENOUGH_M`.
 */
const SCATTER_RATIO = 31
const ENOUGH_M = 36
/** Rounded coordinates hide their scatter while the boat goes along a meridian. */
const ROUNDED_M = 7
/** A window that reaches this far in this time reaches further than wander does: half a circle of a boat that turns in circles. */
const LEAST_M = 25
const LEAST_US = 20 * SECOND_US
/** Scatter is measured against the fixes before and after at this distance: wander is slower than that, manoeuvres rarer. */
const SCATTER_LAG_US = 5 * SECOND_US
/** Fixes further apart reveal manoeuvres more than scatter. */
const SCATTER_GAP_US = MINUTE_US
/**
 * If the boat made less than this share of the other side's way on one side of the window, it was stopped
 * there.
 */
const STILL_SHARE = 0.25
/** Below this derived speed at both ends a step is wander or the swing at an anchor: half the speed that moves a boat. */
const REST_MPS = knToMps(1.5)
/** A single fix that needs so many times the speed around it, and this much more, is a spike. */
const SPIKE_RATIO = 3
const SPIKE_MPS = 5

/**
 * Derives speed and path from accepted fixes in time order, at most one a second.
 *
 * The velocity at a fix is the slope of the positions around it, over as much way as their scatter needs. So
 * clean tracks keep every turn, and noise does not lengthen a slow one. A step is the part of its chord in
 * the direction of that velocity.
 */
export function* deriveMovement(all: readonly AcceptedFix[]): Stages<DerivedMovement> {
  const sogMps = new Float64Array(all.length).fill(Number.NaN)
  const stepM = new Float64Array(all.length).fill(Number.NaN)
  const indexes = withoutSpikes(all)
  yield
  const fixes = indexes.map((i) => all[i] as AcceptedFix)
  const enough = yield* enoughM(fixes)
  yield
  const velocities: (Vector | null)[] = []
  const speeds: (number | null)[] = []
  for (let i = 0; i < fixes.length; i++) {
    if (i % STAGE_FIXES === STAGE_FIXES - 1) yield
    const window = windowAround(fixes, i, enough[i] as number)
    const velocity = slope(fixes, window)
    velocities.push(velocity)
    speeds.push(speedAt(fixes, i, window, velocity))
  }
  yield
  for (const [i, own] of indexes.entries()) {
    const [fix, before, speed] = [fixes[i], fixes[i - 1], speeds[i]]
    sogMps[own] = speed ?? Number.NaN
    if (!fix || !before || fix.jump || fix.timeUs - before.timeUs > SILENT_MAX_US) continue
    const chordM = distanceM(before, fix)
    const isSparse = fix.timeUs - before.timeUs > WINDOW_US
    const stepMps = chordMps(fixes, i - 1, i)
    const ends = [speed ?? 0, speeds[i - 1] ?? 0] as const
    // In a gap the boat was under way if it moved at both ends, or made way in between.
    const ownMps = isSparse ? Math.max(stepMps, Math.min(...ends)) : Math.max(...ends)
    if (ownMps < REST_MPS) stepM[own] = 0
    else if (isSparse || chordM >= (enough[i] as number)) stepM[own] = chordM
    else stepM[own] = along(offsetM(before, fix), velocities[i] ?? NOWHERE, velocities[i - 1] ?? NOWHERE)
  }
  return { sogMps, stepM }
}

/** Speed at the last of these fixes, without any later fix; NaN when it cannot be derived. */
export function deriveLastSog(fixes: readonly AcceptedFix[]): number {
  const last = fixes.length - 1
  if (last < 0) return Number.NaN
  const window = windowAround(fixes, last, atOnce(enoughM(fixes))[last] as number)
  return speedAt(fixes, last, window, slope(fixes, window)) ?? Number.NaN
}

/**
 * Length of the velocity; if the boat lay still on one side of the fix, the velocity of the other side alone.
 */
function speedAt(fixes: readonly AcceptedFix[], i: number, window: Window | null, velocity: Vector | null) {
  if (!velocity || !window) return sparseMps(fixes, i)
  const [lo, hi] = window
  const mps = Math.hypot(...velocity)
  if (lo === i || hi === i || hi - lo === 2) return mps
  const [before, after] = [chordMps(fixes, lo, i), chordMps(fixes, i, hi)]
  const slower = Math.min(before, after)
  return slower < STILL_SHARE * Math.max(before, after) ? Math.min(mps, slower) : mps
}

/** How far a window has to reach to either side of each fix. */
function* enoughM(fixes: readonly AcceptedFix[]): Stages<Float64Array> {
  const scatters = yield* scatterM(fixes)
  return scatters.map((scatter) => Math.min(ENOUGH_M, Math.max(ROUNDED_M, SCATTER_RATIO * scatter)))
}

/** True for times within the hold time of a value of `sogMps`. */
export function hasSogAround(timeUs: Float64Array, sogMps: Float64Array): (us: number) => boolean {
  const known = timeUs.filter((_, i) => !Number.isNaN(sogMps[i]))
  let next = 0
  // Callers pass times in order.
  return (us) => {
    while (next < known.length && (known[next] as number) < us) next++
    const sinceUs = us - (known[next - 1] ?? Number.NEGATIVE_INFINITY)
    const untilUs = (known[next] ?? Number.POSITIVE_INFINITY) - us
    return Math.min(sinceUs, untilUs) <= HOLD_US
  }
}

/**
 * Indexes of the fixes without spikes. A spike would need a speed far above the speed just before and after
 * it.
 */
function withoutSpikes(fixes: readonly AcceptedFix[]): number[] {
  const stepMps = fixes.map((fix, i) => {
    const before = fixes[i - 1]
    return before && !fix.jump ? (distanceM(before, fix) * 1e6) / (fix.timeUs - before.timeUs) : 0
  })
  const at = (i: number) => stepMps[i] ?? 0
  return [...fixes.keys()].filter((i) => {
    const isInside = i > 0 && i + 1 < fixes.length && !fixes[i]?.jump && !fixes[i + 1]?.jump
    const limit = SPIKE_RATIO * Math.max(at(i - 1), at(i + 2)) + SPIKE_MPS
    return !(isInside && Math.min(at(i), at(i + 1)) > limit)
  })
}

/** Speed of a fix with distant neighbours: the way from the previous fix and to the next one. */
function sparseMps(fixes: readonly AcceptedFix[], i: number): number | null {
  let [sumM, sumUs] = [0, 0]
  for (const j of [i, i + 1]) {
    const [from, to] = [fixes[j - 1], fixes[j]]
    if (!from || !to || to.jump || to.timeUs - from.timeUs > DERIVE_GAP_US) continue
    sumM += distanceM(from, to)
    sumUs += to.timeUs - from.timeUs
  }
  return sumUs < SECOND_US ? null : (sumM * 1e6) / sumUs
}

/**
 * How far ahead or astern fixes lie of the place between those some seconds before and after: the median over the minutes
 * around. A boat that turns lies beside that place, not ahead of it, so manoeuvres are not taken for scatter.
 */
function* scatterM(fixes: readonly AcceptedFix[]): Stages<Float64Array> {
  const byMinute = new Map<number, number[]>()
  const minuteOf = ({ timeUs }: AcceptedFix) => Math.floor(timeUs / MINUTE_US)
  let [lo, hi] = [0, 0]
  for (const [i, fix] of fixes.entries()) {
    if (i % STAGE_FIXES === STAGE_FIXES - 1) yield
    while (lo + 1 < i && fix.timeUs - (fixes[lo + 1]?.timeUs ?? 0) >= SCATTER_LAG_US) lo++
    hi = Math.max(hi, i + 1)
    while (hi < fixes.length - 1 && (fixes[hi]?.timeUs ?? 0) - fix.timeUs < SCATTER_LAG_US) hi++
    const [a, b] = [fixes[lo], fixes[hi]]
    if (!a || !b || lo === i) continue
    const [fromUs, toUs] = [fix.timeUs - a.timeUs, b.timeUs - fix.timeUs]
    if (fromUs > SCATTER_GAP_US || toUs > SCATTER_GAP_US) continue
    const [x, y] = offsetM(fix, a)
    const [u, v] = offsetM(fix, b)
    const share = toUs / (fromUs + toUs)
    const minute = byMinute.get(minuteOf(fix)) ?? []
    byMinute.set(minuteOf(fix), minute)
    const [alongX, alongY] = [u - x, v - y]
    const chordM = Math.hypot(alongX, alongY)
    if (chordM === 0) continue
    minute.push(
      Math.abs((x * share + u * (1 - share)) * alongX + (y * share + v * (1 - share)) * alongY) / chordM,
    )
  }
  yield
  const medians = new Map<number, number>()
  return Float64Array.from(fixes, (fix) => {
    const minute = minuteOf(fix)
    const known = medians.get(minute)
    if (known !== undefined) return known
    const around = [-1, 0, 1].flatMap((one) => byMinute.get(minute + one) ?? []).sort((a, b) => a - b)
    const median = around[around.length >> 1] ?? 0
    medians.set(minute, median)
    return median
  })
}

type Vector = [east: number, north: number]

/** Fixes by index, both ends included. */
type Window = [lo: number, hi: number]

/** The smallest window around a fix that reaches far enough, or the window that reaches furthest. */
function windowAround(fixes: readonly AcceptedFix[], i: number, reachM: number): Window | null {
  const own = fixes[i] as AcceptedFix
  const sinceUs = (j: number) => Math.abs((fixes[j]?.timeUs ?? Number.POSITIVE_INFINITY) - own.timeUs)
  let [lo, hi] = [i, i]
  let furthest: Window | null = null
  let furthestM = LEAST_M
  for (;;) {
    const before = fixes[lo]?.jump ? Number.POSITIVE_INFINITY : sinceUs(lo - 1)
    const after = fixes[hi + 1]?.jump ? Number.POSITIVE_INFINITY : sinceUs(hi + 1)
    const isBothSided = lo < i && hi > i
    const isOneSided = lo < hi && (lo === i ? before : after) > WINDOW_US
    if (isBothSided || isOneSided) {
      const chordM = distanceM(fixes[lo] as AcceptedFix, fixes[hi] as AcceptedFix)
      if (chordM >= (isBothSided ? 2 : 1) * reachM) return [lo, hi]
      if (chordM > furthestM && (fixes[hi]?.timeUs ?? 0) - (fixes[lo]?.timeUs ?? 0) >= LEAST_US) {
        furthestM = chordM
        furthest = [lo, hi]
      }
    }
    if (Math.min(before, after) > WINDOW_US) break
    if (before <= after) lo--
    if (after <= before) hi++
  }
  return furthest ?? (lo < hi ? [lo, hi] : null)
}

const NOWHERE: Vector = [0, 0]

/** The part of a step that goes in the direction of the velocities at its ends; all of it where they have none. */
function along([x, y]: Vector, a: Vector, b: Vector): number {
  const [east, north] = [a[0] + b[0], a[1] + b[1]]
  const sum = Math.hypot(east, north)
  return sum === 0 ? Math.hypot(x, y) : (x * east + y * north) / sum
}

/** Least squares of positions over time, m/s; null over less than a second. */
function slope(fixes: readonly AcceptedFix[], window: Window | null): Vector | null {
  const [lo, hi] = window ?? [0, 0]
  const first = fixes[lo]
  if (!first || (fixes[hi]?.timeUs ?? 0) - first.timeUs < SECOND_US) return null
  let [n, t, tt, x, tx, y, ty] = [0, 0, 0, 0, 0, 0, 0]
  for (let j = lo; j <= hi; j++) {
    const fix = fixes[j] as AcceptedFix
    const s = (fix.timeUs - first.timeUs) / 1e6
    const [east, north] = offsetM(first, fix)
    n++
    t += s
    tt += s * s
    x += east
    tx += s * east
    y += north
    ty += s * north
  }
  const spread = n * tt - t * t
  return [(n * tx - t * x) / spread, (n * ty - t * y) / spread]
}

const chordMps = (fixes: readonly AcceptedFix[], a: number, b: number) => {
  const [from, to] = [fixes[a] as AcceptedFix, fixes[b] as AcceptedFix]
  return (distanceM(from, to) * 1e6) / (to.timeUs - from.timeUs)
}

const distanceM = (a: Position, b: Position) =>
  haversineM(a.latitudeDeg, a.longitudeDeg, b.latitudeDeg, b.longitudeDeg)

/** Metres east and north from one fix to another nearby, on the plane that touches between them. */
function offsetM(from: Position, to: Position): Vector {
  const turns = Math.round((to.longitudeDeg - from.longitudeDeg) / 360)
  const middle = Math.cos(((from.latitudeDeg + to.latitudeDeg) / 2) * DEG_RAD)
  return [
    EARTH_RADIUS_M * DEG_RAD * (to.longitudeDeg - from.longitudeDeg - 360 * turns) * middle,
    EARTH_RADIUS_M * DEG_RAD * (to.latitudeDeg - from.latitudeDeg),
  ]
}
