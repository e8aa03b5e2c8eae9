import type { Trip } from '#contract/wire/trip.ts'
import { ImpactBar } from '../ui/ImpactBar.tsx'
import { impactLevel } from '../ui/impact.ts'
import { Missing } from '../ui/Quantity.tsx'

/**
 * How hard the hardest impact of a trip was. While its figures are behind there may be harder ones, so only red is told;
 * of a trip under way the number too, without a colour.
 */
export function TripImpact({ trip, width }: { trip: Trip; width: number }) {
  const { analysis, live, stats, vessel } = trip
  const limitG = vessel.system_settings.impact_limit
  const g = stats.peak_impact
  const isTold = analysis.complete || live || (g !== null && impactLevel(g, limitG) === 'high')
  if (!isTold) return <Missing />
  return <ImpactBar g={g} limitG={limitG} width={width} isBehind={!analysis.complete} />
}
