import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../../api/user.ts'
import { RuleList } from '../../../../rules/RuleList.tsx'
import { NoAccess } from '../../../../ui/NoAccess.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { useOpenVessel } from '../openVessel.ts'

/** Rules that raise alerts on the vessel: her own and those of all vessels. */
export function RulesTab() {
  const { t } = useTranslation()
  const { id } = useOpenVessel()
  return usePermission('department:rule-view') ? (
    <RuleList
      title={t('vessel.tab.rules')}
      vesselId={id}
      nested
      empty={<Notice icon={IconAdjustmentsHorizontal} title={t('vessel.rulesNone')} />}
    />
  ) : (
    <NoAccess />
  )
}
