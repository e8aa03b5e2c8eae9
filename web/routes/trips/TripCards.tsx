import { Link } from '@tanstack/react-router'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { CaptainName } from '../../trips/CaptainName.tsx'
import { TripNotifications } from '../../trips/TripNotifications.tsx'
import { TripRowMenu } from '../../trips/TripRowMenu.tsx'
import { TripSummary } from '../../trips/TripSummary.tsx'
import { PinMark } from './PinMark.tsx'
import classes from './TripsPage.module.css'

interface Props {
  trips: readonly Trip[]
  paths: ReadonlyMap<string, PathPoint[]> | undefined
}

export function TripCards({ trips, paths }: Props) {
  return (
    <div className={classes.cards}>
      {trips.map((trip) => (
        <article key={trip.id} className={classes.card}>
          <Link to="/trips/$tripId" params={{ tripId: trip.id }} className={classes.rowLink}>
            <TripSummary trip={trip} points={paths?.get(trip.id)} aside={<PinMark trip={trip} />} />
          </Link>
          <div className={classes.below}>
            <span className={classes.captain}>
              <CaptainName trip={trip} />
            </span>
            <TripNotifications trip={trip} />
            <span className={classes.menu}>
              <TripRowMenu trip={trip} />
            </span>
          </div>
        </article>
      ))}
    </div>
  )
}
