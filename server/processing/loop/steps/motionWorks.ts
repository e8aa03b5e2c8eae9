import { HOUR_US } from '#contract/domain/time.ts'
import { giveWay } from '#server/platform/giveWay.ts'
import { SILENCE_US } from '../../formulas/parameters.ts'
import type { VesselWork } from '../step.ts'

/** Motion of more vessel time than this, read at once, would take too much memory: some 80 MB from three sensors at 50 Hz. */
export const MOST_MOTION_US = HOUR_US

/** Computes one interval after the other, and lets calls through in between. */
export async function oneByOne<One, Result>(
  all: readonly One[],
  compute: (one: One) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const one of all) {
    results.push(compute(one))
    await giveWay()
  }
  return results
}

export const intervalOf = ({ vessel, fromUs, toUs }: VesselWork) => ({
  vesselNumber: vessel.number,
  fromUs,
  toUs,
})

/** Bursts of a rough trip lie minutes apart and belong together. */
export function joined(works: readonly VesselWork[]): VesselWork[] {
  const all: VesselWork[] = []
  for (const work of [...works].sort((a, b) => a.vessel.number - b.vessel.number || a.fromUs - b.fromUs)) {
    const last = all.at(-1)
    if (last?.vessel === work.vessel && work.fromUs <= last.toUs + SILENCE_US)
      last.toUs = Math.max(last.toUs, work.toUs)
    else all.push({ ...work })
  }
  return all
}
