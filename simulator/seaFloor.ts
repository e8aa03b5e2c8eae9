import { DEG_RAD } from '#contract/domain/units.ts'
import { EARTH_RADIUS_M } from '#contract/geodesy/geo.ts'
import { noise1 } from './random.ts'

/** A sea floor that falls away from the shore, with some relief of its own. */
export function depthAt(shoreM: number, latitudeDeg: number, longitudeDeg: number): number {
  const steep = latitudeDeg < 50 ? 2.5 : 1
  const slope = 3.4 + 42 * steep * (1 - Math.exp(-shoreM / 4500)) + Math.min(4, shoreM / 120)
  const relief = 1 + 0.16 * noise1(71, latitudeDeg * 900) + 0.12 * noise1(72, longitudeDeg * 700)
  const floorM = Math.max(2.6, slope * relief)
  return SHOALS.reduce(
    (depthM, shoal) => Math.min(depthM, depthOver(shoal, latitudeDeg, longitudeDeg)),
    floorM,
  )
}

interface Shoal {
  at: readonly [latitudeDeg: number, longitudeDeg: number]
  topM: number
  radiusM: number
}

/** Rocks that fast boats of little draught cut across, each with the depth over its top. */
const SHOALS: readonly Shoal[] = [
  { at: [64.2114, -22.0858], topM: 2.1, radiusM: 260 },
  { at: [64.1722, -21.8844], topM: 1.5, radiusM: 160 },
  { at: [44.3519, 9.0531], topM: 1.9, radiusM: 320 },
]

/** Rises from deep water like a cone with a round top; Infinity beside it. */
function depthOver(
  { at: [northDeg, eastDeg], topM, radiusM }: Shoal,
  latitudeDeg: number,
  longitudeDeg: number,
): number {
  const northM = (latitudeDeg - northDeg) * DEG_RAD * EARTH_RADIUS_M
  const eastM = (longitudeDeg - eastDeg) * DEG_RAD * EARTH_RADIUS_M * Math.cos(northDeg * DEG_RAD)
  const offM = Math.hypot(northM, eastM)
  return offM > 2 * radiusM ? Number.POSITIVE_INFINITY : topM + 12 * (offM / (2 * radiusM)) ** 4
}
