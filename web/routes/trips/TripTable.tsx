import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PathPoint } from '#contract/timeSeries.ts'
import type { Trip } from '#contract/trip.ts'
import type { ListSearch } from '../../searchParameters.ts'
import { SortHead } from '../../tables/SortHead.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ImpactBar } from '../../ui/ImpactBar.tsx'
import { Duration, Missing } from '../../ui/Quantity.tsx'
import { LiveBadge } from '../../ui/StatusPill.tsx'
import { TrackThumbnail } from '../../ui/TrackThumbnail.tsx'
import { StartTime, TripSummary } from '../../ui/TripSummary.tsx'
import { hasNotifications, TripNotifications } from './TripNotifications.tsx'
import classes from './TripsPage.module.css'

interface Props {
  trips: readonly Trip[]
  paths: ReadonlyMap<string, PathPoint[]> | undefined
  compact: boolean
  search: ListSearch
}

/** One row a trip, the row itself the link; a phone shows each as a few lines instead. */
export function TripTable({ trips, paths, compact, search }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/trips' })
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  if (phone) return <TripRows trips={trips} paths={paths} />

  const order = search.order ?? 'start_time:desc'
  const sort = (next: string) =>
    navigate({
      search: (now) => ({ ...now, page: undefined, order: next === 'start_time:desc' ? undefined : next }),
    })
  const heads = { order, onOrder: sort }
  return (
    <table className={classes.table} data-compact={compact || undefined}>
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
            <VisuallyHidden>{t('trips.viewOnMap')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {trips.map((trip) => {
          const limitG = trip.vessel.system_settings.impact_limit
          return (
            <tr key={trip.id}>
              <td>
                <TrackThumbnail
                  points={paths?.get(trip.id)}
                  limitG={limitG}
                  live={trip.live}
                  size={compact ? 22 : 48}
                />
              </td>
              <td>
                <Link to="/map/trips/$tripId" params={{ tripId: trip.id }} className={classes.rowLink}>
                  <StartTime trip={trip} />
                </Link>
              </td>
              <td>
                <span className={classes.vessel}>
                  {trip.vessel.name}
                  {trip.live && <LiveBadge />}
                </span>
              </td>
              <td data-right>
                <Duration minutes={trip.stats.duration} />
              </td>
              <td className={classes.muted}>{trip.captain?.name ?? <Missing />}</td>
              <td>
                <ImpactBar g={trip.stats.peak_impact} limitG={limitG} width={72} />
              </td>
              <td>{hasNotifications(trip) ? <TripNotifications trip={trip} /> : <Missing />}</td>
              <td>
                <span className={classes.chevron}>
                  <Icon of={IconChevronRight} size={16} />
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function TripRows({ trips, paths }: Pick<Props, 'trips' | 'paths'>) {
  return trips.map((trip) => (
    <Link key={trip.id} to="/map/trips/$tripId" params={{ tripId: trip.id }} className={classes.card}>
      <TripSummary trip={trip} points={paths?.get(trip.id)} aside={<TripNotifications trip={trip} />} />
    </Link>
  ))
}
