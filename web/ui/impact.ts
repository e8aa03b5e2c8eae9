/** Level of an impact against the limit of the vessel. */
export type ImpactLevel = 'low' | 'mid' | 'high'

/** Full scale of the impact bar, g. */
export const IMPACT_SCALE_G = 6

/** Green up to half the limit, amber up to the limit, red above. */
export function impactLevel(g: number, limitG: number): ImpactLevel {
  if (g > limitG) return 'high'
  return g > limitG / 2 ? 'mid' : 'low'
}
