import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { onlyMoment } from '../../trips/moment/momentInAddress.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { NewBadge } from '../../ui/NewBadge.tsx'
import { TabBar, tabClass } from '../../ui/TabBar.tsx'

export function TripTabs({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const of = { params: { tripId: trip.id }, search: onlyMoment }
  return (
    <TabBar label={t('trip.tabs')}>
      <Link to="/trips/$tripId" {...of} activeOptions={{ exact: true }} className={tabClass}>
        {t('trip.tab.summary')}
      </Link>
      <Link to="/trips/$tripId/safety" {...of} className={tabClass}>
        {t('trip.tab.safety')}
      </Link>
      <Link to="/trips/$tripId/impacts" {...of} className={tabClass}>
        {t('trip.tab.impacts')} <NewBadge />
      </Link>
      <Link to="/trips/$tripId/fuel" {...of} className={tabClass}>
        {t('trip.tab.fuel')}
      </Link>
      <Link to="/trips/$tripId/alerts" {...of} className={tabClass}>
        {t('trip.tab.alerts')} <CountBadge count={trip.num_alerts} />
      </Link>
      <Link to="/trips/$tripId/comments" {...of} className={tabClass}>
        {t('trip.tab.comments')} <CountBadge count={trip.num_comments} />
      </Link>
      <Link to="/trips/$tripId/weather" {...of} className={tabClass}>
        {t('trip.tab.weather')}
      </Link>
      <Link to="/trips/$tripId/data-studio" {...of} className={tabClass}>
        {t('trip.tab.dataStudio')}
      </Link>
    </TabBar>
  )
}
