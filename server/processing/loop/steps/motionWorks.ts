import { SILENCE_US } from '../../formulas/parameters.ts'
import type { VesselWork } from '../step.ts'

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
