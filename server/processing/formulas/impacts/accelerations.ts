import type { SensorSettings } from '#server/records/sensors.ts'
import type { AttitudeTurns } from '#server/telemetry/attitudeTurns.ts'
import type { Motion } from '#server/telemetry/motion.ts'
import { type Acceleration, removeGravity } from './impactScalar.ts'
import { partOf } from './motionAround.ts'
import { type MotionSegment, motionSegments } from './motionSegments.ts'
import { attitudeTurn, type Mounting, mountingOf } from './mounting.ts'

/**
 * Acceleration of the boat at one sensor, in runs without a gap: each sample is turned by the mounting of its time. A
 * new mounting starts a new run.
 */
export function accelerations(
  motion: Motion,
  settings: Pick<SensorSettings, 'mountings'> | undefined,
): { segment: MotionSegment; acceleration: Acceleration }[] {
  return spansOf(settings).flatMap(({ fromUs, toUs, mounting }) =>
    motionSegments(partOf(motion, fromUs, toUs)).map((segment) => ({
      segment,
      acceleration: removeGravity(segment, mounting),
    })),
  )
}

/** The boat's attitude from the attitude of its sensors, with the mounting of each time. */
export const attitudeTurns = (settings: ReadonlyMap<number, SensorSettings>): AttitudeTurns =>
  new Map(
    Array.from(settings, ([sensor, { mountings }]) => [
      sensor,
      mountings.map((one) => ({ fromUs: one.fromUs, turn: attitudeTurn(mountingOf(one)) })),
    ]),
  )

/** Mountings in the order of time; before the first mounting the sensor's axes equal the boat's. */
function spansOf({ mountings }: Pick<SensorSettings, 'mountings'> = { mountings: [] }) {
  const straight: { fromUs: number; mounting: Mounting | null } = {
    fromUs: Number.NEGATIVE_INFINITY,
    mounting: null,
  }
  const begun = [straight, ...mountings.map((one) => ({ fromUs: one.fromUs, mounting: mountingOf(one) }))]
  return begun.map((one, i) => ({ ...one, toUs: (begun[i + 1]?.fromUs ?? Number.POSITIVE_INFINITY) - 1 }))
}
