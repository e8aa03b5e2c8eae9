import { useTrip } from '../openTrip.ts'

export function WeatherTab() {
  const trip = useTrip()
  return <section>{trip.vessel.name}</section>
}
