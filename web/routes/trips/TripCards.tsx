import { Link } from '@tanstack/react-router'
import type { PathPoint } from '#contract/timeSeries.ts'
import type { Trip } from '#contract/trip.ts'
import { Missing } from '../../ui/Quantity.tsx'
import { TripSummary } from '../../ui/TripSummary.tsx'
import { TripNotifications } from './TripNotifications.tsx'
import classes from './TripsPage.module.css'

interface Props {
  trips: readonly Trip[]
  paths: ReadonlyMap<string, PathPoint[]> | undefined
}

export function TripCards({ trips, paths }: Props) {
  return (
    <div className={classes.cards}>
      {trips.map((trip) => (
        <Link key={trip.id} to="/map/trips/$tripId" params={{ tripId: trip.id }} className={classes.card}>
          <TripSummary trip={trip} points={paths?.get(trip.id)} />
          <div className={classes.below}>
            <span>{trip.captain?.name ?? <Missing />}</span>
            <TripNotifications trip={trip} />
          </div>
        </Link>
      ))}
    </div>
  )
}
