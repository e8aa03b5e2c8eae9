import { mpsToKn, STANDARD_GRAVITY_MPS2 } from '#contract/domain/units.ts'
import type { Hull } from './hulls.ts'

const FOOT_M = 0.3048
const POUND_KG = 0.45359237

/**
 * Mean slam acceleration at the centre of gravity (g) in head seas, after Savitsky and Brown (1976) with 4°
 * of trim and 20° of deadrise. η = 0.0104 (H/b + 0.084) (V/√L)² (L/b) / C_Δ in feet, knots and pounds. A
 * skilled helm reduces the value of the towing tank by 40 %.
 */
export function meanSlamG(hull: Hull, speedMps: number, waveHeightM: number): number {
  return slamPerSpeed2(hull, waveHeightM) * speedMps ** 2
}

/** The speed (m/s) at which the mean slam reaches `meanG`; unbounded in a flat calm. */
export function speedForSlam(hull: Hull, waveHeightM: number, meanG: number): number {
  return Math.sqrt(meanG / slamPerSpeed2(hull, waveHeightM))
}

function slamPerSpeed2(hull: Hull, waveHeightM: number): number {
  const lengthFt = hull.lengthM / FOOT_M
  const beamFt = hull.beamM / FOOT_M
  const loading = hull.massKg / POUND_KG / (64 * beamFt ** 3)
  const heightShare = waveHeightM / hull.beamM + (waveHeightM > 0.15 ? 0.084 : 0)
  return (
    (HELM_SKILL * 0.0104 * heightShare * mpsToKn(1) ** 2 * (lengthFt / beamFt)) /
    (lengthFt * Math.max(0.05, loading))
  )
}

const HELM_SKILL = 0.6

/**
 * Encounter frequency of waves (rad/s), from their period and the angle between the boat's course and their
 * origin. ωe = |ω + ω² V cos χ / g| on deep water, limited to periods of one to six seconds.
 */
export function encounterRadps(wavePeriodS: number, speedMps: number, angleRad: number): number {
  const wave = (2 * Math.PI) / wavePeriodS
  const met = Math.abs(wave + (wave ** 2 * speedMps * Math.cos(angleRad)) / STANDARD_GRAVITY_MPS2)
  return Math.min(2 * Math.PI, Math.max(Math.PI / 3, met))
}
