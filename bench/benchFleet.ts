/** Readings of a fleet under way, in the form in which a gateway passes them to the store: input of the benches. */

import type { MotionBlock, ScalarReading } from '#contract/domain/reading.ts'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { sourceOf } from '#contract/wire/source.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { gaussian } from '#simulator/random.ts'

export const IMU_INTERVAL_US = 20_000

/** Thirty series of a twin-engined boat, one sample a second. */
export const SECOND_SERIES: readonly [SeriesKey, instance: number][] = [
  ...(['sog', 'cog', 'heading', 'stw', 'rate_of_turn', 'depth_below_transducer'] as const).map(single),
  ...(['wind_speed', 'wave_height', 'air_temperature', 'impact'] as const).map(single),
  ...[1, 2].flatMap((engine) =>
    (
      [
        'engine_speed',
        'boost_pressure',
        'oil_pressure',
        'coolant_temperature',
        'alternator_voltage',
        'engine_load',
        'fuel_rate',
        'fuel_level',
        'tilt_trim',
        'fuel_consumption',
      ] as const
    ).map((key): [SeriesKey, number] => [key, engine]),
  ),
]

function single(key: SeriesKey): [SeriesKey, number] {
  return [key, 0]
}

export const nothing = (vesselNumber: number): VesselReadings => ({
  vesselNumber,
  scalars: [],
  fixes: [],
  motion: [],
  ais: [],
  faults: [],
})

/** Source of the readings when sent as a message: another source would make them a second source of the fields. */
const SOURCE = sourceOf('readings', 0, 0)

/** `seconds` of fixes and of the first `series` second-grid series. */
export function secondReadings(
  vesselNumber: number,
  startUs: number,
  seconds: number,
  series = SECOND_SERIES.length,
): VesselReadings {
  const scalars: ScalarReading[] = []
  for (let second = 0; second < seconds; second++) {
    const timeUs = startUs + second * SECOND_US
    for (const [key, instance] of SECOND_SERIES.slice(0, series)) {
      scalars.push({
        ...{ timeUs, key, instance, source: SOURCE },
        value: scalarAt(key, vesselNumber, timeUs / SECOND_US),
      })
    }
  }
  const fixes = Array.from({ length: seconds }, (_, second) => {
    const atS = startUs / SECOND_US + second
    const noise = gaussian(atS + vesselNumber) * 2e-6
    return {
      timeUs: startUs + second * SECOND_US,
      latitudeDeg: 64 + vesselNumber / 100 + 0.1 * Math.sin(atS / 5000) + noise,
      longitudeDeg: -22 + 0.2 * Math.cos(atS / 5000) + noise,
      hdop: 0.9,
      valid: true,
      source: SOURCE,
    }
  })
  return { ...nothing(vesselNumber), scalars, fixes }
}

/** A slow swing in the middle of the valid range, with the noise of a sensor. */
function scalarAt(key: SeriesKey, vesselNumber: number, atS: number): number {
  const { valid, kind, number } = SERIES[key]
  const span = Math.min(valid[1] - valid[0], 1000)
  if (kind === 'counter') return valid[0] + (atS % 1e6) * 0.001
  const middle = valid[0] + span / 2
  return middle + (span / 8) * (Math.sin(atS / 300 + vesselNumber + number) + 0.01 * gaussian(atS + number))
}

/**
 * `samples` of one sensor from sample `first` on: swell, the hum of the engines (25 mg on a planing boat, 8 mg
 * otherwise), a slam every few seconds, and attitude with 0.4 mrad of noise.
 */
export function motionBlock(
  vesselNumber: number,
  sensor: number,
  startUs: number,
  samples: number,
): MotionBlock {
  const first = Math.round(startUs / IMU_INTERVAL_US)
  const planing = vesselNumber % 2 === 1
  const humMg = planing ? 25 : 8
  const seed = vesselNumber * 4_000_037 + sensor * 1_000_003
  const column = (value: (n: number, t: number) => number) =>
    Int16Array.from({ length: samples }, (_, i) => {
      const n = (first + i) % 100_000_000
      return Math.round(value(n + seed, (n * IMU_INTERVAL_US) / SECOND_US))
    })
  const swell = (t: number, phase: number) =>
    Math.sin(0.9 * t + vesselNumber + phase) + 0.4 * Math.sin(2.4 * t + phase)
  const slam = (t: number) => (planing && t % 3.7 < 0.12 ? 2500 * Math.sin((Math.PI * (t % 3.7)) / 0.12) : 0)
  return {
    sensor,
    startUs,
    intervalUs: IMU_INTERVAL_US,
    forceX: column((n, t) => 50 * swell(t, 1) + humMg * gaussian(n)),
    forceY: column((n, t) => 60 * swell(t, 2) + humMg * gaussian(n + 31)),
    forceZ: column((n, t) => 1000 + 150 * swell(t, 3) + slam(t) + 1.5 * humMg * gaussian(n + 67)),
    roll: column((n, t) => 800 * swell(t, 2) + 4 * gaussian(n + 101)),
    pitch: column((n, t) => 400 * swell(t, 1) + 4 * gaussian(n + 151)),
    yaw: column((n, t) => 12_000 + 500 * Math.sin(t / 20) + 6 * gaussian(n + 197)),
  }
}
