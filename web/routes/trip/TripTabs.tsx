import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/trip.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { NewBadge } from '../../ui/NewBadge.tsx'
import classes from '../../ui/TabLinks.module.css'

/** Each tab is an address of its own; a dialog's address lies below its tab's. */
export function TripTabs({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const params = { tripId: trip.id }
  const tabs = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address means another tab
  useEffect(() => {
    // On a phone not all of them fit at once: in the middle, so that its neighbours show.
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <nav ref={tabs} className={classes.tabs} aria-label={t('trip.tabs')}>
      <Link to="/trips/$tripId" params={params} activeOptions={{ exact: true }} className={classes.tab}>
        {t('trip.tab.summary')}
      </Link>
      <Link to="/trips/$tripId/safety" params={params} className={classes.tab}>
        {t('trip.tab.safety')}
      </Link>
      <Link to="/trips/$tripId/impacts" params={params} className={classes.tab}>
        {t('trip.tab.impacts')} <NewBadge />
      </Link>
      <Link to="/trips/$tripId/fuel" params={params} className={classes.tab}>
        {t('trip.tab.fuel')}
      </Link>
      <Link to="/trips/$tripId/alerts" params={params} className={classes.tab}>
        {t('trip.tab.alerts')} <CountBadge count={trip.num_alerts} />
      </Link>
      <Link to="/trips/$tripId/comments" params={params} className={classes.tab}>
        {t('trip.tab.comments')} <CountBadge count={trip.num_comments} />
      </Link>
      <Link to="/trips/$tripId/weather" params={params} className={classes.tab}>
        {t('trip.tab.weather')}
      </Link>
      <Link to="/trips/$tripId/data-studio" params={params} className={classes.tab}>
        {t('trip.tab.dataStudio')}
      </Link>
    </nav>
  )
}
