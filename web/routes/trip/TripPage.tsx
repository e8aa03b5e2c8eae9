import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { tripQuery } from '../../api/trips.ts'
import { usePermission } from '../../api/user.ts'
import { isForbidden, isNotFound } from '../../session/queryClient.ts'
import { AnalysisState } from '../../trips/AnalysisState.tsx'
import { HelmSpans } from '../../trips/HelmSpans.tsx'
import { LazyDetailOnBoard } from '../../trips/onBoard/LazyDetailOnBoard.tsx'
import { SeaState } from '../../trips/SeaState.tsx'
import { TripNotFound } from '../../trips/TripNotFound.tsx'
import { useFreshFigures } from '../../trips/useFreshFigures.ts'
import { useCrumb } from '../../ui/crumbs.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import classes from '../../ui/Page.module.css'
import { OpenTrip } from './openTrip.ts'
import { TripHeader } from './TripHeader.tsx'
import { TripPageSkeleton } from './TripPageSkeleton.tsx'
import { TripTabs } from './TripTabs.tsx'

/** Page of a trip with an overview and tabs. */
export function TripPage() {
  const { t } = useTranslation()
  const { tripId } = useParams({ from: '/console/trips/$tripId' })
  const allowed = usePermission('vessel:trip-view')
  const trip = useQuery({ ...tripQuery(tripId), enabled: allowed })
  useFreshFigures(trip.data)
  useCrumb(trip.data && t('trip.by', { vessel: trip.data.vessel.name }), '/trips')

  if (allowed && trip.data && !isForbidden(trip.error)) {
    return (
      // Another trip mounts the page again, without the zoom, choices and scroll of the previous trip.
      <OpenTrip key={trip.data.id} value={trip.data}>
        <div className={classes.page}>
          <TripHeader trip={trip.data} />
          <HelmSpans trip={trip.data} />
          <div data-paper="none">
            <TripTabs trip={trip.data} />
          </div>
          <SeaState trip={trip.data} />
          <AnalysisState trip={trip.data} />
          <Suspense>
            <LazyDetailOnBoard trip={trip.data} />
          </Suspense>
          <Outlet />
        </div>
      </OpenTrip>
    )
  }
  if (allowed && !trip.error) return <TripPageSkeleton />
  return (
    <div className={notice.page}>
      {!allowed || isForbidden(trip.error) ? (
        <NoAccess />
      ) : isNotFound(trip.error) ? (
        <TripNotFound home="/trips" />
      ) : (
        trip.error && <LoadFailed sentence={t('error.trip')} error={trip.error} onRetry={trip.refetch} />
      )}
    </div>
  )
}
