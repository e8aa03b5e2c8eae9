import { Button, Skeleton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconPin, IconPinnedOff, IconRoute } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { usePins } from '../../api/pins.ts'
import { liveTripsQuery, pathsQuery, pinnedTripsQuery, recentTripsQuery } from '../../api/trips.ts'
import { StillPreparing } from '../../preparing/StillPreparing.tsx'
import { usePreparing } from '../../preparing/usePreparing.ts'
import { TripSummary } from '../../trips/TripSummary.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segment } from '../../ui/Segment.tsx'
import classes from './FleetPanel.module.css'

type Which = 'recent' | 'live' | 'pinned'

/** The latest trips, those under way, or those that the user has pinned. */
export function TripsTab({ selectedVesselId }: { selectedVesselId: string | null }) {
  const { t } = useTranslation()
  const [which, setWhich] = useLocalStorage<Which>({
    key: 'map-trips',
    defaultValue: 'recent',
    getInitialValueInEffect: false,
  })
  const { pins } = usePins()
  const live = useQuery(liveTripsQuery)

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
            { value: 'pinned', label: t('map.pinned'), count: pins.length },
          ]}
        />
      </div>
      {which === 'live' ? (
        <TripRows
          query={live}
          none={<Notice icon={IconRoute} title={t('map.noLiveTrips')} />}
          failed={t('error.liveTrips')}
          selectedVesselId={selectedVesselId}
        />
      ) : which === 'pinned' ? (
        <PinnedTrips selectedVesselId={selectedVesselId} />
      ) : (
        <RecentTrips selectedVesselId={selectedVesselId} />
      )}
    </>
  )
}

function RecentTrips({ selectedVesselId }: { selectedVesselId: string | null }) {
  const { t } = useTranslation()
  const preparing = usePreparing({})
  return (
    <TripRows
      query={useQuery(recentTripsQuery)}
      none={
        preparing === null ? (
          <Notice icon={IconRoute} title={t('trips.none')} />
        ) : (
          <div className={classes.bar}>
            <StillPreparing sentence={preparing} />
          </div>
        )
      }
      failed={t('error.trips')}
      selectedVesselId={selectedVesselId}
    />
  )
}

function PinnedTrips({ selectedVesselId }: { selectedVesselId: string | null }) {
  const { t } = useTranslation()
  const { pins, isPinned, unpinAll } = usePins()
  const ids = pins.map(({ id }) => id)
  const query = useQuery({
    ...pinnedTripsQuery(ids),
    // Trips of the previous pins stand in while the new ones load.
    select: (trips) => ({
      data: newestPinFirst(
        trips.filter(({ id }) => isPinned(id)),
        ids,
      ),
    }),
  })
  return (
    <>
      {ids.length > 0 && (
        <div className={classes.unpin}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<Icon of={IconPinnedOff} size={14} />}
            onClick={unpinAll}
          >
            {t('map.unpinAll')}
          </Button>
        </div>
      )}
      <TripRows
        query={query}
        none={<Notice icon={IconPin} title={t('map.noPinned')} hint={t('map.noPinnedHint')} />}
        failed={t('error.pinnedTrips')}
        selectedVesselId={selectedVesselId}
      />
    </>
  )
}

const newestPinFirst = (trips: readonly Trip[], ids: readonly string[]) =>
  trips.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))

interface RowsProps {
  query: UseQueryResult<{ data: Trip[] }>
  none: ReactNode
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
  if (trips.length === 0) return none
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
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal
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
