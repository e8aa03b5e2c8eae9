import type { Movement } from '#server/telemetry/positions.ts'
import { lowerBound } from '../lowerBound.ts'

/** Movement of an interval alone, both ends included. */
export function cutMovement(movement: Movement, fromUs: number, toUs: number): Movement {
  const [first, end] = [lowerBound(movement.timeUs, fromUs), lowerBound(movement.timeUs, toUs + 1)]
  if (first === 0 && end === movement.timeUs.length) return movement
  const { vesselNumber, ...columns } = movement
  const cut = Object.entries(columns).map(([name, values]) => [name, values.subarray(first, end)])
  return { vesselNumber, ...(Object.fromEntries(cut) as typeof columns) }
}
