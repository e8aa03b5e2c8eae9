import { onGrid } from '#contract/domain/series.ts'
import { knToMps } from '#contract/domain/units.ts'
import { STAGES } from '#contract/wire/statistics.ts'
import { MOVING_ABOVE_MPS } from '../parameters.ts'

/** Index into STAGES for each second; NO_STAGE for a second without speed. */
export const NO_STAGE = 255
const [IDLE, ACCEL, CRUISING, DECEL] = STAGES.map((_, i) => i) as [number, number, number, number]
export const CRUISING_STAGE = CRUISING

/** Wave surge alone gives ±0.4 kn: speed is smoothed over this much to either side. */
const HALF_WINDOW_S = 2
export const CHANGE_MPS2 = knToMps(0.2)
const SHORTEST_S = 3
/** Nothing is smoothed across a hole longer than this. */
const LONGEST_HOLE_S = 10

export interface Stages {
  stage: Uint8Array
  /** Change of the smoothed speed, m/s²; NaN without a speed. */
  accelerationMps2: Float64Array
}

/** Idle, accelerating, cruising or decelerating, after smoothing; runs under three seconds join the one before. */
export function findStages(sogMps: Float64Array): Stages {
  const smooth = smoothed(sogMps)
  const stage = new Uint8Array(sogMps.length).fill(NO_STAGE)
  const accelerationMps2 = new Float64Array(sogMps.length).fill(Number.NaN)
  for (let i = 0; i < stage.length; i++) {
    const speed = smooth[i] as number
    if (Number.isNaN(sogMps[i])) continue
    const change = onGrid('sog', slope(smooth, i))
    accelerationMps2[i] = change
    stage[i] =
      speed <= MOVING_ABOVE_MPS
        ? IDLE
        : change > CHANGE_MPS2
          ? ACCEL
          : change < -CHANGE_MPS2
            ? DECEL
            : CRUISING
  }
  joinShortRuns(stage)
  return { stage, accelerationMps2 }
}

/** Centred mean of the values within two seconds. */
function smoothed(sogMps: Float64Array): Float64Array {
  return sogMps.map((own, i) => {
    if (Number.isNaN(own)) return Number.NaN
    let sum = 0
    let count = 0
    for (let j = Math.max(0, i - HALF_WINDOW_S); j <= Math.min(sogMps.length - 1, i + HALF_WINDOW_S); j++) {
      if (Number.isNaN(sogMps[j])) continue
      sum += sogMps[j] as number
      count++
    }
    return onGrid('sog', sum / count)
  })
}

/** Slope from two seconds before to two seconds after, or between the nearest neighbours of a slower feed. */
function slope(smooth: Float64Array, i: number): number {
  const before = nearest(smooth, i, -1)
  const after = nearest(smooth, i, 1)
  return after > before ? ((smooth[after] as number) - (smooth[before] as number)) / (after - before) : 0
}

function nearest(smooth: Float64Array, i: number, step: 1 | -1): number {
  for (let away = HALF_WINDOW_S; away > 0; away--) {
    const j = i + step * away
    if (j >= 0 && j < smooth.length && !Number.isNaN(smooth[j])) return j
  }
  for (let away = HALF_WINDOW_S + 1; away <= LONGEST_HOLE_S; away++) {
    const j = i + step * away
    if (j >= 0 && j < smooth.length && !Number.isNaN(smooth[j])) return j
  }
  return i
}

function joinShortRuns(stage: Uint8Array) {
  let start = 0
  let before = NO_STAGE
  for (let i = 1; i <= stage.length; i++) {
    if (i < stage.length && stage[i] === stage[start]) continue
    const own = stage[start] as number
    if (own !== NO_STAGE && before !== NO_STAGE && i - start < SHORTEST_S) stage.fill(before, start, i)
    else before = own
    start = i
  }
}
