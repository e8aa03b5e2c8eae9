import { useTrip } from '../openTrip.ts'

export function FuelTab() {
  const trip = useTrip()
  return <section>{trip.vessel.name}</section>
}
