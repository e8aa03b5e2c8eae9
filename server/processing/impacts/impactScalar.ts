import { lowPass } from './lowPass.ts'
import type { MotionSegment } from './motionSegments.ts'

/** Acceleration without gravity, in g, forward, starboard and up. */
export interface Acceleration {
  startUs: number
  intervalUs: number
  xG: Float64Array
  yG: Float64Array
  zG: Float64Array
}

/** Long against wave encounter, short against a change of running trim. */
const GRAVITY_TAU_S = 20
const GRAVITY_SEED_S = 5

/**
 * Low-passes the specific force and takes gravity away: by the attitude where the sensor knows it, else by the
 * slow mean of the force itself, kept at a length of 1 g.
 */
export function removeGravity(segment: MotionSegment): Acceleration {
  const rateHz = 1e6 / segment.intervalUs
  const xG = lowPass(segment.forceXG.slice(), rateHz)
  const yG = lowPass(segment.forceYG.slice(), rateHz)
  const zG = lowPass(segment.forceZG.slice(), rateHz)
  if (segment.rollRad && segment.pitchRad) subtractAttitude(xG, yG, zG, segment.rollRad, segment.pitchRad)
  else subtractSlowMean(xG, yG, zG, rateHz)
  return { startUs: segment.startUs, intervalUs: segment.intervalUs, xG, yG, zG }
}

/**
 * The impact scalar √(x² + y² + max(z, 0)²) in g. In free fall z is −1 g; the clip keeps that from being called an
 * impact each time a boat leaves the water.
 */
export function impactScalar({ xG, yG, zG }: Acceleration): Float64Array {
  const scalar = new Float64Array(xG.length)
  for (let i = 0; i < scalar.length; i++) {
    const x = xG[i] as number
    const y = yG[i] as number
    const z = Math.max(zG[i] as number, 0)
    scalar[i] = Math.sqrt(x * x + y * y + z * z)
  }
  return scalar
}

/** At rest the force is (sin θ, −cos θ sin φ, cos θ cos φ) for roll φ (to starboard) and pitch θ (bow up). */
function subtractAttitude(
  xG: Float64Array,
  yG: Float64Array,
  zG: Float64Array,
  roll: Float64Array,
  pitch: Float64Array,
) {
  for (let i = 0; i < xG.length; i++) {
    const cosPitch = Math.cos(pitch[i] as number)
    xG[i] = (xG[i] as number) - Math.sin(pitch[i] as number)
    yG[i] = (yG[i] as number) + cosPitch * Math.sin(roll[i] as number)
    zG[i] = (zG[i] as number) - cosPitch * Math.cos(roll[i] as number)
  }
}

function subtractSlowMean(xG: Float64Array, yG: Float64Array, zG: Float64Array, rateHz: number) {
  const keep = Math.exp(-1 / (GRAVITY_TAU_S * rateHz))
  const seed = Math.min(xG.length, Math.ceil(GRAVITY_SEED_S * rateHz))
  let gx = median(xG.subarray(0, seed))
  let gy = median(yG.subarray(0, seed))
  let gz = median(zG.subarray(0, seed))
  for (let i = 0; i < xG.length; i++) {
    gx = keep * gx + (1 - keep) * (xG[i] as number)
    gy = keep * gy + (1 - keep) * (yG[i] as number)
    gz = keep * gz + (1 - keep) * (zG[i] as number)
    const length = Math.hypot(gx, gy, gz) || 1
    xG[i] = (xG[i] as number) - gx / length
    yG[i] = (yG[i] as number) - gy / length
    zG[i] = (zG[i] as number) - gz / length
  }
}

const median = (values: Float64Array) => values.slice().sort()[values.length >> 1] ?? 0
