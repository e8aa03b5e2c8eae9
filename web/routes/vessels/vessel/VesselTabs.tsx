import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NewBadge } from '../../../ui/NewBadge.tsx'
import { TabBar, tabClass } from '../../../ui/TabBar.tsx'

const TABS = [
  'statistics',
  'safety',
  'fuel',
  'trips',
  'alerts',
  'maintenance',
  'comments',
  'rules',
  'specifications',
  'sensors',
] as const

export function VesselTabs({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const params = { vesselId }
  return (
    <TabBar label={t('vessel.tabs')}>
      <Link to="/vessels/$vesselId" params={params} activeOptions={{ exact: true }} className={tabClass}>
        {t('vessel.tab.status')}
      </Link>
      {TABS.map((tab) => (
        <Link key={tab} to={`/vessels/$vesselId/${tab}`} params={params} className={tabClass}>
          {t(`vessel.tab.${tab}`)} {tab === 'comments' && <NewBadge />}
        </Link>
      ))}
    </TabBar>
  )
}
