import { IconBellOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { tripAlertsQuery } from '../../../api/alerts.ts'
import { ListSkeleton } from '../../../tables/ListSkeleton.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useTrip } from '../openTrip.ts'
import { AlertList } from './AlertList.tsx'

/** Alerts of the trip, newest first; a selected alert opens over the list. */
export function AlertsTab() {
  const { t } = useTranslation()
  const trip = useTrip()
  const { data, error, refetch, ...more } = useInfiniteQuery(tripAlertsQuery(trip.id, trip.live))
  return (
    <>
      {data ? (
        data.length > 0 ? (
          <AlertList alerts={data} more={more} />
        ) : (
          <Notice icon={IconBellOff} title={t('trip.noAlertsTriggered')} />
        )
      ) : error ? (
        <LoadFailed sentence={t('error.alerts')} error={error} onRetry={refetch} />
      ) : (
        <ListSkeleton rows={Math.min(trip.num_alerts, 10)} />
      )}
      <Outlet />
    </>
  )
}
