/**
 * What a safety speed estimated from the sea would be, by published methods alone. No console shows it: the safety speed
 * in force is the static limit (`staticSafetySpeedMps`), because prediction from live motion is subject to patents that
 * nobody has cleared. Kept with its tests so that switching is a decision and not a project.
 */
import { mpsToKn } from '#contract/units.ts'

/** Between linear and quadratic growth of impact with speed. */
const SPEED_POWER = 1.5
/** Mean of the highest tenth of exponentially distributed peaks over their mean: 1 + ln 10. */
export const HIGHEST_TENTH = 1 + Math.log(10)

/** The speed at which the highest tenth of the impacts felt so far would reach the target; null without any. */
export function speedForImpacts(
  impacts: readonly { peakG: number; sogKn: number }[],
  targetG: number,
): number | null {
  if (impacts.length === 0) return null
  const scaled = impacts.map(({ peakG, sogKn }) => peakG / sogKn ** SPEED_POWER).sort((a, b) => b - a)
  const highest = scaled.slice(0, Math.max(1, Math.floor(scaled.length / 10)))
  const mean = highest.reduce((sum, one) => sum + one, 0) / highest.length
  return (targetG / mean) ** (1 / SPEED_POWER)
}

/** Mean of the highest tenth of peaks kept above a threshold u with mean excess β, exponentially distributed: u + β (1 + ln 10). */
export const highestTenthAbove = (thresholdG: number, meanExcessG: number) =>
  thresholdG + meanExcessG * HIGHEST_TENTH

const FOOT_M = 0.3048
const POUND_KG = 0.45359237
const SEA_WATER_LB_FT3 = 64

export interface PlaningHull {
  lengthM: number
  beamM: number
  massKg: number
  trimDeg: number
  deadriseDeg: number
}

/** Mean impact acceleration at the centre of gravity in irregular head seas, g, after Savitsky and Brown (1976). */
export function savitskyBrown(hull: PlaningHull, waveHeightM: number, speedMps: number) {
  const lengthFt = hull.lengthM / FOOT_M
  const beamFt = hull.beamM / FOOT_M
  const loading = hull.massKg / POUND_KG / (SEA_WATER_LB_FT3 * beamFt ** 3)
  const speedLength = mpsToKn(speedMps) / Math.sqrt(lengthFt)
  const meanG =
    0.0104 *
    (waveHeightM / hull.beamM + 0.084) *
    (hull.trimDeg / 4) *
    (5 / 3 - hull.deadriseDeg / 30) *
    speedLength ** 2 *
    (lengthFt / beamFt / loading)
  return { meanG, loading, speedLength }
}
