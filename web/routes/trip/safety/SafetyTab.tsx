import { useTrip } from '../openTrip.ts'

export function SafetyTab() {
  const trip = useTrip()
  return <section>{trip.vessel.name}</section>
}
