import { SafetyAnalytics } from '../../statistics/SafetyAnalytics.tsx'
import { useCaptain } from './openCaptain.ts'

/** Captains sail several boats, each with its own limit; this is the default limit of a boat. */
const IMPACT_LIMIT_G = 3

export function SafetyTab() {
  const { id } = useCaptain()
  return <SafetyAnalytics of={{ captain_id: id }} impactLimitG={IMPACT_LIMIT_G} />
}
