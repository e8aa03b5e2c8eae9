/**
 * The weather of a pretend world: a smooth function of place and time. So every boat in one area meets equal
 * wind and waves, and tomorrow's can be forecast today.
 */
import { DAY_S, HOUR_S } from '#contract/domain/time.ts'
import { STANDARD_GRAVITY_MPS2, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import { noise3 } from './random.ts'

export interface Sea {
  windSpeedMps: number
  gustMps: number
  /** Directions in radians clockwise from north; wind and waves name where they come from, current where it goes. */
  windFromRad: number
  /** Significant height of wind waves and swell together. */
  waveHeightM: number
  wavePeriodS: number
  waveFromRad: number
  swellHeightM: number
  swellPeriodS: number
  swellFromRad: number
  currentMps: number
  currentToRad: number
  airTemperatureK: number
  waterTemperatureK: number
  pressurePa: number
  humidity: number
  cloudCover: number
  visibilityM: number
}

/** The open sea at a place and a time (seconds since 1970); harbours and lees are the boat's own affair. */
export function seaAt(latitudeDeg: number, longitudeDeg: number, timeS: number): Sea {
  const field = (channel: number, periodH: number) =>
    noise3(channel, latitudeDeg / 2, longitudeDeg / 3, timeS / HOUR_S / periodH)
  // The west wind belt north of 50° blows harder than the Mediterranean.
  const north = clamp((latitudeDeg - 42) / 22, 0, 1)
  const mean = 3.2 + 2.8 * north
  const swing = 7 + 6.5 * north
  const east = mean * 0.6 + swing * field(1, 30) + 1.5 * field(2, 5)
  const northward = 0.4 * mean + swing * field(3, 34) + 1.5 * field(4, 6)
  const windSpeedMps = Math.max(0.3, Math.hypot(east, northward))
  const windFromRad = towards(-east, -northward)

  // Fetch-limited growth of wind waves: H = 0.0016 U √(F/g), T = 0.286 (gF/U²)^⅓ U/g (JONSWAP, small fetches).
  const windHeightM = 0.0016 * windSpeedMps * Math.sqrt(FETCH_M / STANDARD_GRAVITY_MPS2)
  const windPeriodS =
    (0.286 * Math.cbrt((STANDARD_GRAVITY_MPS2 * FETCH_M) / windSpeedMps ** 2) * windSpeedMps) /
    STANDARD_GRAVITY_MPS2
  const swellHeightM = Math.max(0.05, (0.4 + 0.7 * north) * (0.8 + 1.3 * field(5, 60)))
  const swellPeriodS = 6.5 + 2.5 * north + 1.5 * field(6, 70)
  const waveHeightM = Math.hypot(windHeightM, 0.6 * swellHeightM)
  const daily = Math.sin(((timeS / HOUR_S + longitudeDeg / 15 - 9) / 12) * Math.PI)
  const yearly = -Math.cos(((timeS / DAY_S - 25) / 365.25) * 2 * Math.PI)
  return {
    windSpeedMps,
    gustMps: windSpeedMps * (1.3 + 0.15 * field(7, 3)),
    windFromRad,
    waveHeightM,
    wavePeriodS:
      (windPeriodS * windHeightM + swellPeriodS * 0.6 * swellHeightM) / (windHeightM + 0.6 * swellHeightM),
    waveFromRad: windFromRad,
    swellHeightM,
    swellPeriodS,
    swellFromRad: Math.PI * (1.25 + 0.2 * field(8, 80)),
    currentMps: 0.15 + 0.15 * Math.abs(Math.sin((timeS / HOUR_S / 12.42) * Math.PI)),
    currentToRad: Math.PI * (1 + Math.sin((timeS / HOUR_S / 12.42) * 2 * Math.PI)),
    airTemperatureK:
      ZERO_CELSIUS_K +
      16 -
      10.5 * north +
      (8 - 2.5 * north) * yearly +
      (3 - north) * daily +
      2.5 * field(9, 40),
    waterTemperatureK: ZERO_CELSIUS_K + 18.5 - 11 * north + (5 - 2 * north) * yearly + 0.4 * field(10, 90),
    pressurePa: 101_300 - 600 * north + 1600 * field(11, 50) - 60 * windSpeedMps,
    humidity: clamp(0.74 + 0.14 * field(12, 20), 0.3, 1),
    cloudCover: clamp(0.5 + 0.2 * north + 0.5 * field(13, 16), 0, 1),
    visibilityM: 18_000 + 14_000 * field(14, 24),
  }
}

/** Distance over which the wind has raised the waves of a bay such as Faxaflói or the Ligurian coast. */
const FETCH_M = 40_000

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
const towards = (east: number, north: number) => (Math.atan2(east, north) + 2 * Math.PI) % (2 * Math.PI)
