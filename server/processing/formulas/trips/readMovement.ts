import { MINUTE_US, SECOND_US } from '#contract/time.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import type { Stretch } from '#server/telemetry/stretch.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { lowerBound } from '../lowerBound.ts'
import { DERIVE_GAP_US } from '../parameters.ts'
import { cutMovement } from './cutMovement.ts'

/** Read before the time in question, so that debounce, speed gate and derived speed start as they would have. */
export const CONTEXT_US = 5 * MINUTE_US
/** The same for feeds so sparse that there is hardly anything in it: four of their reports. */
const SPARSE_CONTEXT_US = 4 * DERIVE_GAP_US + SECOND_US
const LEAST_ROWS = 4

/** The movement of each stretch, of different vessels, and of some time before it; null where nothing was recorded. */
export async function readMovement(
  telemetry: Telemetry,
  stretches: readonly Stretch[],
): Promise<(Movement | null)[]> {
  const read = async (all: readonly Stretch[], contextUs: number) => {
    const wanted = all.map((one) => ({ ...one, fromUs: one.fromUs - contextUs }))
    const found = new Map(
      (await telemetry.positions.movement(wanted)).map((movement) => [movement.vesselNumber, movement]),
    )
    // What was read for other vessels may reach further.
    return wanted.map(({ vesselNumber, fromUs, toUs }) => {
      const whole = found.get(vesselNumber)
      const movement = whole && cutMovement(whole, fromUs, toUs)
      return movement && movement.timeUs.length > 0 ? movement : null
    })
  }
  const movements = await read(stretches, CONTEXT_US)
  const sparse = stretches.flatMap(({ fromUs }, i) => {
    const movement = movements[i]
    return movement && lowerBound(movement.timeUs, fromUs) < LEAST_ROWS ? [i] : []
  })
  const longer = await read(
    sparse.map((i) => stretches[i] as Stretch),
    SPARSE_CONTEXT_US,
  )
  for (const [k, i] of sparse.entries()) movements[i] = longer[k] ?? null
  return movements
}
