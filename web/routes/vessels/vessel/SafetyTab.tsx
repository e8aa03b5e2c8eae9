import { SafetyAnalytics } from '../../../statistics/SafetyAnalytics.tsx'
import { useOpenVessel } from './openVessel.ts'

export function SafetyTab() {
  const { id, system_settings } = useOpenVessel()
  return <SafetyAnalytics of={{ vessel_id: id }} impactLimitG={system_settings.impact_limit} />
}
