import { useTrip } from '../openTrip.ts'

export function CommentsTab() {
  const trip = useTrip()
  return <section>{trip.vessel.name}</section>
}
