import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { NewBadge } from '../../ui/NewBadge.tsx'
import { TabBar, tabClass } from '../../ui/TabBar.tsx'

export function TripTabs({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const params = { tripId: trip.id }
  return (
    <TabBar label={t('trip.tabs')}>
      <Link to="/trips/$tripId" params={params} activeOptions={{ exact: true }} className={tabClass}>
        {t('trip.tab.summary')}
      </Link>
      <Link to="/trips/$tripId/safety" params={params} className={tabClass}>
        {t('trip.tab.safety')}
      </Link>
      <Link to="/trips/$tripId/impacts" params={params} className={tabClass}>
        {t('trip.tab.impacts')} <NewBadge />
      </Link>
      <Link to="/trips/$tripId/fuel" params={params} className={tabClass}>
        {t('trip.tab.fuel')}
      </Link>
      <Link to="/trips/$tripId/alerts" params={params} className={tabClass}>
        {t('trip.tab.alerts')} <CountBadge count={trip.num_alerts} />
      </Link>
      <Link to="/trips/$tripId/comments" params={params} className={tabClass}>
        {t('trip.tab.comments')} <CountBadge count={trip.num_comments} />
      </Link>
      <Link to="/trips/$tripId/weather" params={params} className={tabClass}>
        {t('trip.tab.weather')}
      </Link>
      <Link to="/trips/$tripId/data-studio" params={params} className={tabClass}>
        {t('trip.tab.dataStudio')}
      </Link>
    </TabBar>
  )
}
