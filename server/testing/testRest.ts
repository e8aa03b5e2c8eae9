import { SECOND_US } from '#contract/domain/time.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'

/** A minute of a sensor at 50 Hz on a boat that lies still, for tests: its lean follows from the force in mg. */
export function restReadings(
  vesselNumber: number,
  startUs: number,
  { forceMg = [0, 0, 1000] as const as readonly number[], sogMps = 0, seconds = 60, sensor = 1 } = {},
): VesselReadings {
  const column = (value: number) => new Int16Array(seconds * 50).fill(value)
  const [x = 0, y = 0, z = 0] = forceMg
  const scalars = Array.from({ length: seconds }, (_, second) => ({
    ...{ timeUs: startUs + second * SECOND_US, key: 'sog' as const, instance: 0, value: sogMps },
  }))
  const level = { roll: column(0), pitch: column(0), yaw: column(0) }
  const force = { forceX: column(x), forceY: column(y), forceZ: column(z) }
  return {
    ...{ vesselNumber, scalars, fixes: [], ais: [], faults: [] },
    motion: [{ sensor, startUs, intervalUs: 20_000, ...force, ...level }],
  }
}
