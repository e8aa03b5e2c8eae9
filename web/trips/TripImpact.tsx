import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { ImpactBar } from '../ui/ImpactBar.tsx'
import { impactLevel } from '../ui/impact.ts'
import { Missing } from '../ui/Quantity.tsx'

/**
 * Largest impact of a trip. While the analysis is incomplete, harder ones may follow, so an ended trip shows only a
 * red one. A trip under way shows the number without a colour.
 */
export function TripImpact({ trip, width }: { trip: Trip; width: number }) {
  const { t } = useTranslation()
  const { analysis, live, stats, vessel } = trip
  const limitG = vessel.system_settings.impact_limit
  const g = stats.peak_impact
  const isShown = analysis.complete || live || (g !== null && impactLevel(g, limitG) === 'high')
  if (!isShown || g === null)
    return <Missing why={t(analysis.complete ? 'impact.none' : 'analysis.pending')} />
  return <ImpactBar g={g} limitG={limitG} width={width} isBehind={!analysis.complete} />
}
