import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/user.ts'
import { vesselQuery } from '../../../api/vessels.ts'
import { DropTarget } from '../../../logs/DropTarget.tsx'
import { isForbidden, isNotFound } from '../../../session/queryClient.ts'
import { useCrumb } from '../../../ui/crumbs.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import notice from '../../../ui/Notice.module.css'
import { OpenVessel } from './openVessel.ts'
import { VesselHeader } from './VesselHeader.tsx'
import { VesselNotFound } from './VesselNotFound.tsx'
import classes from './VesselPage.module.css'
import { VesselPageSkeleton } from './VesselPageSkeleton.tsx'
import { VesselTabs } from './VesselTabs.tsx'

/** Page of a vessel with an overview and tabs. */
export function VesselPage() {
  const { t } = useTranslation()
  const { vesselId } = useParams({ from: '/console/vessels/$vesselId' })
  const allowed = usePermission('vessel:vessel-view', vesselId)
  const vessel = useQuery({ ...vesselQuery(vesselId), enabled: allowed })
  useCrumb(vessel.data?.name, '/vessels')

  if (allowed && vessel.data && !isForbidden(vessel.error) && !isNotFound(vessel.error)) {
    return (
      <OpenVessel key={vessel.data.id} value={vessel.data}>
        <DropTarget vessel={vessel.data} className={classes.page}>
          <VesselHeader vessel={vessel.data} />
          <VesselTabs vesselId={vesselId} />
          <Outlet />
        </DropTarget>
      </OpenVessel>
    )
  }
  if (allowed && !vessel.error) return <VesselPageSkeleton />
  return (
    <div className={notice.page}>
      {!allowed || isForbidden(vessel.error) ? (
        <NoAccess />
      ) : isNotFound(vessel.error) ? (
        <VesselNotFound />
      ) : (
        vessel.error && (
          <LoadFailed sentence={t('error.vessel')} error={vessel.error} onRetry={vessel.refetch} />
        )
      )}
    </div>
  )
}
