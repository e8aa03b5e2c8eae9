import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TabBar, tabClass } from '../../../ui/TabBar.tsx'

export function VesselTabs({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const params = { vesselId }
  return (
    <TabBar label={t('vessel.tabs')}>
      <Link to="/vessels/$vesselId/specifications" params={params} className={tabClass}>
        {t('vessel.tab.specifications')}
      </Link>
    </TabBar>
  )
}
