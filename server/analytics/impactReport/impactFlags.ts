import type { ImpactFlag } from '#contract/wire/impact.ts'

export interface FlagGrounds {
  rpmChange: number | null
  depthM: number | null
  distanceM: number | null
  /** An engine began to protect itself within ten seconds after the hit. */
  powerReduced: boolean
}

/** Flags suggested by the circumstances of a hit. Comparisons are strict, and unknown values suggest nothing. */
export function impactFlags({ rpmChange, depthM, distanceM, powerReduced }: FlagGrounds): ImpactFlag[] {
  const flags: ImpactFlag[] = []
  const collapsed = below(rpmChange, -500)
  const struck = collapsed && below(depthM, 2)
  if (struck) flags.push('PROP_STRIKE')
  else if (rpmChange !== null && rpmChange > 300) flags.push('PROP_VENT')
  if ((collapsed && !struck) || powerReduced) flags.push('ENGINE_SLOWDOWN')
  if (below(depthM, 1)) flags.push('GROUNDING')
  else if (below(depthM, 2)) flags.push('SHALLOW')
  if (below(distanceM, 5)) flags.push('COLLISION')
  else if (below(distanceM, 25)) flags.push('NEARBY_VESSEL')
  return flags
}

const below = (value: number | null, limit: number) => value !== null && value < limit
