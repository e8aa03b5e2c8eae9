import { Skeleton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconRoute } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import { liveTripsQuery, pathsQuery, recentTripsQuery } from '../../api/trips.ts'
import { watchTrips } from '../../live/watchTrips.ts'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segment } from '../../ui/Segment.tsx'
import { TripSummary } from '../../ui/TripSummary.tsx'
import classes from './FleetPanel.module.css'

/** The latest trips, or those under way. */
export function TripsTab({ selectedVesselId }: { selectedVesselId: string | null }) {
  const { t } = useTranslation()
  const [which, setWhich] = useLocalStorage<'recent' | 'live'>({
    key: 'map-trips',
    defaultValue: 'recent',
    getInitialValueInEffect: false,
  })
  const recent = useQuery(recentTripsQuery)
  const live = useQuery(liveTripsQuery)
  useEffect(watchTrips, [])

  return (
    <>
      <div className={classes.bar}>
        <Segment
          fullWidth
          label={t('nav.trips')}
          value={which}
          onChange={setWhich}
          options={[
            { value: 'recent', label: t('map.recent') },
            { value: 'live', label: t('status.live'), count: live.data?.total },
          ]}
        />
      </div>
      {which === 'live' ? (
        <TripRows
          query={live}
          none={t('map.noLiveTrips')}
          failed={t('error.liveTrips')}
          selectedVesselId={selectedVesselId}
        />
      ) : (
        <TripRows
          query={recent}
          none={t('trips.none')}
          failed={t('error.trips')}
          selectedVesselId={selectedVesselId}
        />
      )}
    </>
  )
}

interface RowsProps {
  query: UseQueryResult<{ data: Trip[]; total: number }>
  none: string
  failed: string
  selectedVesselId: string | null
}

function TripRows({ query, none, failed, selectedVesselId }: RowsProps) {
  const trips = query.data?.data
  const ids = (trips ?? []).map(({ id }) => id)
  const paths = useQuery(pathsQuery(ids, trips?.some(({ live }) => live) ?? false))
  if (!trips && query.isError) {
    return <LoadFailed sentence={failed} error={query.error} onRetry={query.refetch} />
  }
  if (!trips) return <Loading />
  if (trips.length === 0) return <Notice icon={IconRoute} title={none} />
  return (
    <div className={classes.scroll}>
      {trips.map((trip) => (
        <Link
          key={trip.id}
          to="/map/trips/$tripId"
          params={{ tripId: trip.id }}
          className={classes.trip}
          data-selected={(trip.live && trip.vessel_id === selectedVesselId) || undefined}
        >
          <TripSummary trip={trip} points={paths.data?.get(trip.id)} />
        </Link>
      ))}
    </div>
  )
}

function Loading() {
  return (
    <Late>
      {Array.from({ length: 7 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={row} className={classes.skeleton}>
          <Skeleton width={64} height={64} radius={6} />
          <div>
            <Skeleton width="50%" height={16} mt={2} />
            <Skeleton width="36%" height={12} mt={8} />
            <Skeleton height={12} mt={12} />
          </div>
        </div>
      ))}
    </Late>
  )
}
