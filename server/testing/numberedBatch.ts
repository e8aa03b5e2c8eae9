import { SECOND_US } from '#contract/domain/time.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'

const START_US = Date.UTC(2026, 5, 18) * 1000

/** Readings of vessel 1 that contain the number of their batch, one second a batch, in every table. */
export function numberedBatch(n: number): VesselReadings {
  const timeUs = START_US + n * SECOND_US
  const column = (value: number) => new Int16Array(50).fill(value)
  return {
    vesselNumber: 1,
    scalars: [
      { timeUs, key: 'sog', instance: 0, value: (n % 100) / 2 },
      { timeUs, key: 'engine_speed', instance: 1, value: n % 100 },
    ],
    fixes: [{ timeUs, latitudeDeg: (n % 80_000) / 1000, longitudeDeg: -22, hdop: 1, valid: true }],
    motion: [
      {
        sensor: 1,
        startUs: timeUs,
        intervalUs: 20_000,
        forceX: column(n % 30_000),
        forceY: column(0),
        forceZ: column(1000),
        roll: column(0),
        pitch: column(0),
        yaw: column(0),
      },
    ],
    ais: [],
    faults: [],
  }
}

export const numberedInterval = { vesselNumber: 1, fromUs: START_US, toUs: START_US + 10_000_000 * SECOND_US }
