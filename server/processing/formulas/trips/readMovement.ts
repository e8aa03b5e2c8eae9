import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { DERIVE_GAP_US, SILENT_MAX_US } from '../parameters.ts'
import { cutMovement } from './cutMovement.ts'

/** Read before the time in question, so that debounce, speed gate and derived speed start as they would have. */
export const CONTEXT_US = 5 * MINUTE_US
/**
 * Context for rare or repeated positions: four reports of the sparsest feed, and one second to recognise a
 * gap.
 */
const SPARSE_CONTEXT_US = 4 * DERIVE_GAP_US + SECOND_US
/** Read after the time in question: a hole, and the feed that follows it. */
export const AFTERMATH_US = SILENT_MAX_US + CONTEXT_US
/** Speeds and marks depend on no report that is further away, where positions and speeds come at least once a minute. */
export const GRID_REACH_US = 10 * MINUTE_US

export interface MovementInterval extends VesselInterval {
  /** True when the interval begins within a trip. The boat then most likely moves, and a short context suffices. */
  isWithinTrip?: boolean
}

/** Movement of each interval, of different vessels, and of some time before it; null without records. */
export async function readMovement(
  telemetry: { positions: Pick<Telemetry['positions'], 'movement'> },
  intervals: readonly MovementInterval[],
): Promise<(Movement | null)[]> {
  const read = async (wanted: readonly VesselInterval[]) => {
    const all = await telemetry.positions.movement(wanted)
    return new Map(all.map((movement) => [movement.vesselNumber, movement]))
  }
  const near = intervals.map((one) => withContext(one, CONTEXT_US))
  const long = intervals.map((one) => withContext(one, SPARSE_CONTEXT_US))
  // Before a trip the boat usually lies still, and a second query would cost more than the longer context.
  const found = await read(
    intervals.map(({ isWithinTrip }, i) => (isWithinTrip ? near : long)[i] as VesselInterval),
  )
  const movements = near.map((one) => cutOf(found, one))
  const sparse = intervals.flatMap(({ fromUs }, i) => {
    const movement = movements[i]
    return movement && !isMovingOn(movement, fromUs - CONTEXT_US, fromUs) ? [i] : []
  })
  const more = await read(
    sparse.flatMap((i) => (intervals[i]?.isWithinTrip ? (long[i] as VesselInterval) : [])),
  )
  for (const i of sparse)
    movements[i] = cutOf(intervals[i]?.isWithinTrip ? more : found, long[i] as VesselInterval)
  return movements
}

const withContext = ({ vesselNumber, fromUs, toUs }: VesselInterval, contextUs: number): VesselInterval => ({
  ...{ vesselNumber, fromUs: fromUs - contextUs, toUs },
})

/** A read shared with other vessels may reach further. */
function cutOf(found: ReadonlyMap<number, Movement>, { vesselNumber, fromUs, toUs }: VesselInterval) {
  const whole = found.get(vesselNumber)
  const movement = whole && cutMovement(whole, fromUs, toUs)
  return movement && movement.timeUs.length > 0 ? movement : null
}

/** True where another position than the last one was reported at least once a minute. */
function isMovingOn({ timeUs, latitudeDeg, longitudeDeg, valid }: Movement, fromUs: number, toUs: number) {
  let last = -1
  let movedUs = fromUs
  for (let row = 0; row < timeUs.length && (timeUs[row] as number) < toUs; row++) {
    if (valid[row] !== 1) continue
    const isSame = latitudeDeg[row] === latitudeDeg[last] && longitudeDeg[row] === longitudeDeg[last]
    last = row
    if (isSame) continue
    if ((timeUs[row] as number) - movedUs > MINUTE_US) return false
    movedUs = timeUs[row] as number
  }
  return toUs - movedUs <= MINUTE_US
}
