import { TripsOf } from '../../../trips/TripsOf.tsx'
import { useOpenVessel } from './openVessel.ts'

export function TripsTab() {
  const { id } = useOpenVessel()
  return <TripsOf of={{ vessel_id: id }} />
}
