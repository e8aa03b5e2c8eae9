/** Exact conversions between what is stored (SI) and what is shown. */
export const KNOT_MPS = 1852 / 3600
export const NAUTICAL_MILE_M = 1852
export const STANDARD_GRAVITY_MPS2 = 9.80665
export const BAR_PA = 100_000
export const ZERO_CELSIUS_K = 273.15
export const DEG_RAD = Math.PI / 180
/** Litres an hour in one cubic metre a second. */
export const L_PER_HR_M3PS = 3_600_000

/**
 * Speeds are compared in steps of 1/90,000 m/s. A tenth of a knot has 4,630 steps, 0.001 m/s has 90 and 0.1
 * km/h has 2,500. So a limit and a boat exactly at it have equal numbers.
 */
export const SPEED_STEPS_PER_MPS = 90_000
const SPEED_STEPS_PER_KN = 46_300
/** Beyond this a double has no nine decimals to round. */
const LARGEST_ROUNDED = 1e6
/**
 * Rounds away the error of binary fractions: 12.7 instead of 12.700000000000001. A billionth is far below
 * every step and far above that error.
 */
export const withoutNoise = (value: number) =>
  Math.abs(value) < LARGEST_ROUNDED ? Math.round(value * 1e9) / 1e9 + 0 : value

export const mpsToKn = (mps: number) => withoutNoise(mps / KNOT_MPS)
export const knToMps = (kn: number) => Math.round(kn * SPEED_STEPS_PER_KN) / SPEED_STEPS_PER_MPS
export const mToNmi = (m: number) => m / NAUTICAL_MILE_M
export const radToDeg = (rad: number) => rad / DEG_RAD
export const kelvinToCelsius = (k: number) => k - ZERO_CELSIUS_K
export const paToBar = (pa: number) => pa / BAR_PA
export const degToRad = (deg: number) => deg * DEG_RAD

/** Brings an angle in degrees into [0, 360); values within 1e-9 of 360 become 0. */
export function wrap360(deg: number): number {
  const wrapped = ((deg % 360) + 360) % 360
  return 360 - wrapped < 1e-9 ? 0 : wrapped
}

/** An angle in degrees brought into [-180, 180). */
export const wrap180 = (deg: number) => ((((deg + 180) % 360) + 360) % 360) - 180
