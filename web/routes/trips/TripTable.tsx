import { HoverCard, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { SortHead } from '../../tables/SortHead.tsx'
import { AnalysisMark } from '../../trips/AnalysisMark.tsx'
import { CaptainName } from '../../trips/CaptainName.tsx'
import { SeaMark } from '../../trips/SeaMark.tsx'
import { TripImpact } from '../../trips/TripImpact.tsx'
import { hasNotifications, TripNotifications } from '../../trips/TripNotifications.tsx'
import { TripRowMenu } from '../../trips/TripRowMenu.tsx'
import { StartTime } from '../../trips/TripSummary.tsx'
import { Duration, Missing } from '../../ui/Quantity.tsx'
import { LiveBadge } from '../../ui/StatusPill.tsx'
import { TrackThumbnail } from '../../ui/TrackThumbnail.tsx'
import { PinMark } from './PinMark.tsx'
import classes from './TripsPage.module.css'

interface Props {
  trips: readonly Trip[]
  paths: ReadonlyMap<string, PathPoint[]> | undefined
  compact: boolean
  order: string
  onOrder: (order: string) => void
}

/** Table with one row for each trip; the whole row is a link. */
export function TripTable({ trips, paths, compact, ...heads }: Props) {
  const { t } = useTranslation()
  return (
    <table className={classes.table} aria-label={t('trips.title')} data-compact={compact || undefined}>
      <thead>
        <tr>
          <th scope="col">{t('trips.track')}</th>
          <SortHead field="start_time" title={t('trips.date')} {...heads} />
          <th scope="col">{t('trips.vessel')}</th>
          <SortHead field="duration" title={t('trips.duration')} right {...heads} />
          <th scope="col">{t('trips.captain')}</th>
          <SortHead field="peak_impact" title={t('trips.peakImpact')} {...heads} />
          <th scope="col">{t('trips.notifications')}</th>
          <th scope="col">
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {trips.map((trip) => (
          <TripRow key={trip.id} trip={trip} points={paths?.get(trip.id)} compact={compact} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  trip: Trip
  points: readonly PathPoint[] | undefined
  compact: boolean
}

function TripRow({ trip, points, compact }: RowProps) {
  return (
    <tr>
      <td>
        <HoverCard position="right" openDelay={200} shadow="md">
          <HoverCard.Target>
            <Link
              to="/trips/$tripId"
              params={{ tripId: trip.id }}
              className={classes.track}
              tabIndex={-1}
              aria-hidden="true"
            >
              <TrackThumbnail points={points} trip={trip} size={compact ? 22 : 72} />
            </Link>
          </HoverCard.Target>
          <HoverCard.Dropdown className={classes.large ?? ''} aria-hidden="true">
            <TrackThumbnail points={points} trip={trip} size={200} />
          </HoverCard.Dropdown>
        </HoverCard>
      </td>
      <td>
        <Link to="/trips/$tripId" params={{ tripId: trip.id }} className={classes.rowLink}>
          <StartTime trip={trip} />
        </Link>
      </td>
      <td>
        <span className={classes.vessel}>
          {trip.vessel.name}
          {trip.live && <LiveBadge />}
          <AnalysisMark trip={trip} />
          <SeaMark trip={trip} />
          <PinMark trip={trip} />
        </span>
      </td>
      <td data-right>
        <Duration minutes={trip.stats.duration} />
      </td>
      <td className={classes.muted}>
        <CaptainName trip={trip} />
      </td>
      <td>
        <TripImpact trip={trip} width={72} />
      </td>
      <td>{hasNotifications(trip) ? <TripNotifications trip={trip} /> : <Missing />}</td>
      <td>
        <span className={classes.menu}>
          <TripRowMenu trip={trip} />
        </span>
      </td>
    </tr>
  )
}
