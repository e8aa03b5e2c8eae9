import { IconSteeringWheel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { captainQuery } from '../../api/captains.ts'
import { usePermission } from '../../api/user.ts'
import { StillPreparing } from '../../preparing/StillPreparing.tsx'
import { usePreparing } from '../../preparing/usePreparing.ts'
import { isForbidden, isNotFound } from '../../session/queryClient.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { useCrumb } from '../../ui/crumbs.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { CaptainHeader } from './CaptainHeader.tsx'
import classes from './CaptainPage.module.css'
import { CaptainSkeleton } from './CaptainSkeleton.tsx'
import { CaptainTabs } from './CaptainTabs.tsx'
import { OpenCaptain } from './openCaptain.ts'
import { RankCard } from './RankCard.tsx'

/** Page of a captain: rank and totals of all trips. */
export function CaptainPage() {
  const { t } = useTranslation()
  const { captainId } = useParams({ from: '/console/captains/$captainId' })
  const allowed = usePermission('captain:captain-view')
  const captain = useQuery({ ...captainQuery(captainId), enabled: allowed })
  const preparing = usePreparing({})
  useCrumb(captain.data?.name, '/captains')

  if (allowed && captain.data && !isForbidden(captain.error) && !isNotFound(captain.error)) {
    return (
      <OpenCaptain key={captain.data.id} value={captain.data}>
        <div className={classes.page}>
          <CaptainHeader captain={captain.data} />
          <StillPreparing sentence={preparing} />
          <RankCard captain={captain.data} />
          <CaptainTabs captainId={captainId} />
          <Outlet />
        </div>
      </OpenCaptain>
    )
  }
  if (allowed && !captain.error) return <CaptainSkeleton />
  return (
    <div className={notice.page}>
      {!allowed || isForbidden(captain.error) ? (
        <NoAccess />
      ) : isNotFound(captain.error) ? (
        <Notice icon={IconSteeringWheel} title={t('captains.notFound')} role="status">
          <ButtonLink to="/captains" variant="default">
            {t('captains.back')}
          </ButtonLink>
        </Notice>
      ) : (
        captain.error && (
          <LoadFailed sentence={t('error.captain')} error={captain.error} onRetry={captain.refetch} />
        )
      )}
    </div>
  )
}
