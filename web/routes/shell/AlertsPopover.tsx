import { Button, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'
import { AlertState } from '../../alerts/AlertState.tsx'
import { AlertWords } from '../../alerts/AlertWords.tsx'
import { useAlertMoment } from '../../alerts/useAlertMoment.ts'
import { latestAlertsQuery } from '../../api/alerts.ts'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SeverityIcon } from '../../ui/SeverityIcon.tsx'
import classes from './AlertsPopover.module.css'

/** Latest alerts, with a link to all of them. */
export function AlertsPopover({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <h2 className={classes.title}>{t('nav.alerts')}</h2>
      <div className={classes.body}>
        <Latest onLeave={onLeave} />
      </div>
      <div className={classes.foot}>
        <Button component={Link} to="/alerts" variant="default" fullWidth onClick={onLeave}>
          {t('top.viewAll')}
        </Button>
      </div>
    </>
  )
}

function Latest({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const alerts = useQuery(latestAlertsQuery)
  if (alerts.isError) {
    return <LoadFailed sentence={t('error.alerts')} error={alerts.error} onRetry={alerts.refetch} />
  }
  if (!alerts.data) return <Loading />
  if (alerts.data.data.length === 0) return <Notice icon={IconBell} title={t('top.noAlerts')} />
  return (
    <ul className={classes.list}>
      {alerts.data.data.map((alert) => (
        <AlertLine key={alert.id} alert={alert} onLeave={onLeave} />
      ))}
    </ul>
  )
}

function AlertLine({ alert, onLeave }: { alert: Alert; onLeave: () => void }) {
  const momentOf = useAlertMoment()
  return (
    <li>
      <Link to="/alerts/$alertId" params={{ alertId: alert.id }} className={classes.line} onClick={onLeave}>
        <SeverityIcon severity={alert.severity} size={16} />
        <span>
          <span className={classes.text}>
            <AlertWords alert={alert} />
          </span>
          <span className={classes.where}>
            {alert.vessel.name} · {momentOf(alert)}
          </span>
          <AlertState alert={alert} />
        </span>
      </Link>
    </li>
  )
}

function Loading() {
  return (
    <Late>
      <div className={classes.list}>
        {[0, 1, 2, 3].map((line) => (
          <div key={line} className={classes.line}>
            <Skeleton width={16} height={16} />
            <div className={classes.waiting}>
              <Skeleton width="80%" height={14} />
              <Skeleton width="50%" height={12} />
            </div>
          </div>
        ))}
      </div>
    </Late>
  )
}
