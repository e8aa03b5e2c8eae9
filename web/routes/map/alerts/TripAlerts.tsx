import { Skeleton } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'
import { AlertWords } from '../../../alerts/AlertWords.tsx'
import type { readAlertPage } from '../../../api/alerts.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { onlyMoment } from '../../../trips/moment/momentInAddress.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SeverityIcon } from '../../../ui/SeverityIcon.tsx'
import { type AlertFocus, useFocusedAlert } from './alertFocus.ts'
import classes from './TripAlerts.module.css'

export type AlertsQuery = UseQueryResult<Awaited<ReturnType<typeof readAlertPage>>>

/** Alerts of the trip, newest first; the map and the plot show the focused one. */
export function TripAlerts({
  tripId,
  query,
  focus,
}: {
  tripId: string
  query: AlertsQuery
  focus: AlertFocus
}) {
  const { t } = useTranslation()
  const { data, isPending, error, refetch } = query
  if (isPending)
    return (
      <Skeleton className={classes.loading} height={48} role="status" aria-label={t('trip.tab.alerts')} />
    )
  if (!data) return error && <LoadFailed sentence={t('error.alerts')} error={error} onRetry={refetch} />
  if (data.data.length === 0) {
    return <Notice icon={IconBellOff} title={t('trip.noAlerts')} hint={t('trip.noAlertsHint')} />
  }
  return (
    <>
      <ul className={classes.list} onMouseLeave={() => focus.hover(null, 'list')}>
        {data.data.map((alert) => (
          <AlertRow key={alert.id} alert={alert} focus={focus} />
        ))}
      </ul>
      {data.total > data.data.length && (
        <p className={classes.more}>
          {t('trip.alertsOf', { shown: data.data.length, total: data.total })}{' '}
          <Link to="/trips/$tripId/alerts" params={{ tripId }} search={onlyMoment}>
            {t('trip.allAlerts')}
          </Link>
        </p>
      )}
    </>
  )
}

function AlertRow({ alert, focus }: { alert: Alert; focus: AlertFocus }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const row = useRef<HTMLButtonElement>(null)
  const focused = useFocusedAlert(focus)
  const mine = focused?.alert.id === alert.id
  const elsewhere = mine && focused.by !== 'list'
  useEffect(() => {
    if (elsewhere) row.current?.scrollIntoView({ block: 'nearest' })
  }, [elsewhere])
  return (
    <li>
      <button
        ref={row}
        type="button"
        className={classes.alert}
        data-focused={mine || undefined}
        aria-pressed={mine && focused.pressed}
        onMouseEnter={() => focus.hover(alert, 'list')}
        onFocus={() => focus.hover(alert, 'list')}
        onBlur={() => focus.hover(null, 'list')}
        onClick={() => focus.press(alert, 'list')}
      >
        <SeverityIcon severity={alert.severity} size={16} />
        <span className={classes.text}>
          <AlertWords alert={alert} />
        </span>
        <span className={classes.when}>{formats.timeSeconds(Date.parse(alert.trigger_time))}</span>
        <span className={classes.type}>{t(`alerts.types.${alert.type}`)}</span>
      </button>
    </li>
  )
}
