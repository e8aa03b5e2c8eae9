import { useTrip } from '../openTrip.ts'

export function SummaryTab() {
  const trip = useTrip()
  return <section>{trip.vessel.name}</section>
}
