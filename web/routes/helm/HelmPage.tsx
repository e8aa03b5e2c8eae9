import { IconSpeedboat } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { helmQuery } from '../../api/helm.ts'
import { meQuery, usePermission } from '../../api/user.ts'
import { useTopic } from '../../live/useTopic.ts'
import { isForbidden, isNotFound } from '../../session/queryClient.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { HelmView } from './HelmView.tsx'

/** Dials of one vessel, for a tablet at her helm. */
export function HelmPage() {
  const { t } = useTranslation()
  const { vesselId } = useParams({ from: '/console/vessels/$vesselId/helm' })
  const queries = useQueryClient()
  const allowed = usePermission('vessel:vessel-view', vesselId)
  const helm = useQuery({ ...helmQuery(vesselId), enabled: allowed })
  useTopic(allowed ? `helm/${vesselId}` : null, () => {
    void queries.invalidateQueries({ queryKey: ['helm', vesselId] })
    // Reloads the user, whose organization may have renamed the safety speed to comfort speed.
    void queries.invalidateQueries({ queryKey: meQuery.queryKey })
  })
  const isRefused = isForbidden(helm.error) || isNotFound(helm.error)
  if (allowed && helm.data && !isRefused) return <HelmView key={vesselId} helm={helm.data} />
  if (allowed && !helm.error)
    return (
      <Late>
        <Waiting />
      </Late>
    )
  return (
    <div className={notice.page}>
      {!allowed || isForbidden(helm.error) ? (
        <NoAccess />
      ) : isNotFound(helm.error) ? (
        <Notice icon={IconSpeedboat} title={t('helm.notFound')} role="status">
          <ButtonLink to="/vessels" variant="default">
            {t('helm.vessels')}
          </ButtonLink>
        </Notice>
      ) : (
        helm.error && <LoadFailed sentence={t('helm.failed')} error={helm.error} onRetry={helm.refetch} />
      )}
    </div>
  )
}
