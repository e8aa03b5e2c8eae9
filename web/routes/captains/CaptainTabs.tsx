import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from '../../ui/TabLinks.module.css'

/** Tabs of the captain's page, each with its own address. */
export function CaptainTabs({ captainId }: { captainId: string }) {
  const { t } = useTranslation()
  const params = { captainId }
  return (
    <nav className={classes.tabs} aria-label={t('captains.tabs')}>
      <Link to="/captains/$captainId" params={params} activeOptions={{ exact: true }} className={classes.tab}>
        {t('captains.tab.statistics')}
      </Link>
      <Link to="/captains/$captainId/safety" params={params} className={classes.tab}>
        {t('captains.tab.safety')}
      </Link>
      <Link to="/captains/$captainId/fuel" params={params} className={classes.tab}>
        {t('captains.tab.fuel')}
      </Link>
      <Link to="/captains/$captainId/trips" params={params} className={classes.tab}>
        {t('captains.tab.trips')}
      </Link>
    </nav>
  )
}
