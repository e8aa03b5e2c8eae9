import { FuelAnalytics } from '../../statistics/FuelAnalytics.tsx'
import { useCaptain } from './openCaptain.ts'

export function FuelTab() {
  const { id } = useCaptain()
  return <FuelAnalytics of={{ captain_id: id }} />
}
