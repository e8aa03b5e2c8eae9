import { FuelAnalytics } from '../../../statistics/FuelAnalytics.tsx'
import { useOpenVessel } from './openVessel.ts'

export function FuelTab() {
  const { id, system_settings } = useOpenVessel()
  return <FuelAnalytics of={{ vessel_id: id }} targetRate={system_settings.target_fuel_rate} />
}
