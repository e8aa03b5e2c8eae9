import { IconDashboard, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import { usePermission } from '../../../../api/user.ts'
import { ButtonLink } from '../../../../ui/ButtonLink.tsx'
import { Notice } from '../../../../ui/Notice.tsx'

/** In place of the status: leads to the dialog that connects a vessel which has no device. */
export function NoStatus({ vessel }: { vessel: Vessel }) {
  const { t } = useTranslation()
  const mayPair = usePermission('vessel:vessel-pair-device', vessel.id)
  if (vessel.device)
    return <Notice icon={IconDashboard} title={t('vesselStatus.none')} hint={t('vesselStatus.noneHint')} />
  return (
    <Notice
      icon={IconPlugConnected}
      title={t('vesselStatus.noDevice')}
      hint={t(mayPair ? 'firstBoat.connectHint' : 'firstBoat.othersConnect')}
    >
      {mayPair && (
        <ButtonLink to="/vessels/$vesselId/connect" params={{ vesselId: vessel.id }}>
          {t('pairing.menuConnect')}
        </ButtonLink>
      )}
    </Notice>
  )
}
