import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { pathsQuery, tripsQuery } from '../api/trips.ts'
import { StillPreparing } from '../preparing/StillPreparing.tsx'
import { usePreparing } from '../preparing/usePreparing.ts'
import table from '../tables/DataTable.module.css'
import { type Column, DataTable } from '../tables/DataTable.tsx'
import { ListPage } from '../tables/ListPage.tsx'
import { choices, listQuery } from '../tables/listQuery.ts'
import { useListAddress } from '../tables/useListAddress.ts'
import { Notice } from '../ui/Notice.tsx'
import { Duration, Missing } from '../ui/Quantity.tsx'
import { LiveBadge } from '../ui/StatusPill.tsx'
import { TrackThumbnail } from '../ui/TrackThumbnail.tsx'
import { AnalysisMark } from './AnalysisMark.tsx'
import { NoCaptain } from './CaptainName.tsx'
import { SeaMark } from './SeaMark.tsx'
import { TripImpact } from './TripImpact.tsx'
import { hasNotifications, TripNotifications } from './TripNotifications.tsx'
import { TripRowMenu } from './TripRowMenu.tsx'
import { StartTime } from './TripSummary.tsx'

const PAGE_SIZE = 10
const ORDER = 'start_time:desc'

/** Trips of a captain or a vessel, on their page. */
export function TripsOf({
  of,
  more = [],
}: {
  of: { captain_id: string } | { vessel_id: string }
  more?: readonly Column<Trip>[]
}) {
  const { t } = useTranslation()
  const address = useListAddress()
  const { search, change } = address
  const trips = useQuery(
    tripsQuery(
      listQuery(
        search,
        { size: PAGE_SIZE, order: ORDER },
        choices({ captain_id: undefined, vessel_id: undefined, ...of }),
      ),
    ),
  )
  const preparing = usePreparing({})
  const rows = trips.data?.data
  const paths = useQuery(
    pathsQuery(
      rows?.map(({ id }) => id) ?? [],
      rows?.some(({ live }) => live),
    ),
  )
  const columns: Column<Trip>[] = [
    {
      key: 'track',
      title: t('trips.track'),
      phone: 'none',
      cell: (trip) => <TrackThumbnail points={paths.data?.get(trip.id)} trip={trip} size={40} />,
    },
    {
      key: 'start_time',
      title: t('trips.date'),
      sort: 'start_time',
      phone: 'lead',
      cell: (trip) => (
        <>
          <Link to="/trips/$tripId" params={{ tripId: trip.id }} className={table.rowLink ?? ''}>
            <StartTime trip={trip} />
          </Link>{' '}
          {trip.live && <LiveBadge />} <AnalysisMark trip={trip} /> <SeaMark trip={trip} />{' '}
          <NoCaptain trip={trip} />
        </>
      ),
    },
    ...more,
    {
      key: 'duration',
      title: t('trips.duration'),
      sort: 'duration',
      right: true,
      phone: 'end',
      cell: (trip) => <Duration minutes={trip.stats.duration} />,
    },
    {
      key: 'peak_impact',
      title: t('trips.peakImpact'),
      sort: 'peak_impact',
      cell: (trip) => <TripImpact trip={trip} width={72} />,
    },
    {
      key: 'notifications',
      title: t('trips.notifications'),
      cell: (trip) => (hasNotifications(trip) ? <TripNotifications trip={trip} /> : <Missing />),
    },
  ]
  return (
    <ListPage
      title={t('captains.tab.trips')}
      nested
      query={trips}
      address={address}
      filters={[]}
      pageSize={PAGE_SIZE}
      failed={t('error.trips')}
      nothing={t('common.noData')}
      // The page of a captain has it above its tabs.
      note={'vessel_id' in of && <StillPreparing sentence={preparing} />}
      empty={<Notice icon={IconRoute} title={t('tripFigures.none')} hint={t('tripFigures.noneHint')} />}
    >
      {(shown) => (
        <DataTable
          label={t('captains.tab.trips')}
          columns={columns}
          rows={shown}
          order={search.order ?? ORDER}
          onOrder={(order) => change({ order: order === ORDER ? undefined : order })}
          menu={(trip) => <TripRowMenu trip={trip} />}
          menuTitle={t('common.actions')}
        />
      )}
    </ListPage>
  )
}
