import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'

export const START_MS = Date.UTC(2026, 5, 18, 9)

/** Thirty series of a motorboat with two engines; they wander as measured values do. */
export const KEYS: readonly [SeriesKey, number, middle: number, step: number][] = [
  ['sog', 0, 9, 0.05],
  ['cog', 0, 2, 0.01],
  ['heading', 0, 2, 0.01],
  ['rate_of_turn', 0, 0, 0.005],
  ['stw', 0, 8.8, 0.05],
  ['depth_below_transducer', 0, 40, 0.3],
  ['wind_speed', 0, 7, 0.3],
  ['wind_direction', 0, 3, 0.05],
  ['water_temperature_fc', 0, 283, 0.01],
  ['air_temperature', 0, 285, 0.02],
  ['rudder_angle', 0, 0, 0.02],
  ['euler_x', 0, 0, 0.03],
  ['euler_y', 0, 0, 0.02],
  ['fuel_level', 1, 0.6, 0.0001],
  ...[1, 2].flatMap((engine): [SeriesKey, number, number, number][] => [
    ['engine_speed', engine, 45, 0.3],
    ['oil_pressure', engine, 400_000, 800],
    ['oil_temperature', engine, 365, 0.05],
    ['coolant_temperature', engine, 355, 0.05],
    ['alternator_voltage', engine, 14, 0.02],
    ['fuel_rate', engine, 8e-6, 5e-8],
    ['engine_load', engine, 0.6, 0.005],
    ['transmission_oil_pressure', engine, 1_500_000, 3000],
  ]),
]

let seed = 1
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31 - 0.5
}
const wandering = KEYS.map(([, , middle]) => middle)

/** Readings of a second of the boat's day. */
export function secondOf(second: number): {
  scalars: ScalarReading[]
  fixes: { timeUs: number; latitudeDeg: number; longitudeDeg: number; hdop: number; valid: boolean }[]
} {
  const timeUs = (START_MS + second * 1000) * 1000
  const scalars = KEYS.map(([key, instance, middle, step], i) => {
    const value =
      (wandering[i] ?? 0) + (random() * 2 - ((wandering[i] ?? 0) - middle) / middle / 100 || 0) * step
    wandering[i] = value
    return { timeUs, key, instance, value }
  })
  // The boat goes out and comes back within an hour.
  const outS = Math.min(second % 3600, 3600 - (second % 3600))
  const fixes = [
    { timeUs, latitudeDeg: 64 + outS * 8e-5, longitudeDeg: -22 + random() * 1e-4, hdop: 0.8, valid: true },
  ]
  return { scalars, fixes }
}

/** One second of a motion sensor at 50 Hz. */
export function motionOf(second: number): MotionBlock {
  const column = (middle: number, noise: number) =>
    Int16Array.from({ length: 50 }, () => middle + random() * noise)
  return {
    ...{ sensor: 1, startUs: (START_MS + second * 1000) * 1000, intervalUs: 20_000 },
    ...{ forceX: column(0, 80), forceY: column(0, 120), forceZ: column(1000, 300) },
    ...{ roll: column(0, 200), pitch: column(0, 150), yaw: column(9000, 60) },
  }
}
