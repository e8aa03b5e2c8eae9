import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { tripQuery } from '../../api/trips.ts'
import { usePermission } from '../../api/user.ts'
import { isForbidden, isNotFound } from '../../session/queryClient.ts'
import { TripNotFound } from '../../trips/TripNotFound.tsx'
import { useFreshFigures } from '../../trips/useFreshFigures.ts'
import { useCrumb } from '../../ui/crumbs.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import { TripMap } from './TripMap.tsx'
import { TripMapSkeleton } from './TripMapSkeleton.tsx'

/** One trip on the map: its path, its figures, its chart. */
export function TripMapPage() {
  const { t } = useTranslation()
  const { tripId } = useParams({ from: '/console/map/trips/$tripId' })
  const allowed = usePermission('vessel:trip-view')
  const trip = useQuery({ ...tripQuery(tripId), enabled: allowed })
  useFreshFigures(trip.data)
  useCrumb(trip.data && t('trip.by', { vessel: trip.data.vessel.name }), '/map')

  if (allowed && trip.data && !isForbidden(trip.error)) return <TripMap key={tripId} trip={trip.data} />
  if (allowed && !trip.error) return <TripMapSkeleton />
  return (
    <div className={notice.page}>
      {!allowed || isForbidden(trip.error) ? (
        <NoAccess />
      ) : isNotFound(trip.error) ? (
        <TripNotFound home="/map" />
      ) : (
        trip.error && <LoadFailed sentence={t('error.trip')} error={trip.error} onRetry={trip.refetch} />
      )}
    </div>
  )
}
