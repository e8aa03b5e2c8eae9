import { Outlet } from '@tanstack/react-router'
import { useTrip } from '../openTrip.ts'

export function ImpactsTab() {
  const trip = useTrip()
  return (
    <section>
      {trip.vessel.name}
      <Outlet />
    </section>
  )
}
