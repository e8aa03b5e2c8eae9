import { useTrip } from '../openTrip.ts'

export function DataStudioTab() {
  const trip = useTrip()
  return <section>{trip.vessel.name}</section>
}
