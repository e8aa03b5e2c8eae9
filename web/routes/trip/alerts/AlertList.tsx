import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'
import { AlertState } from '../../../alerts/AlertState.tsx'
import { AlertWords } from '../../../alerts/AlertWords.tsx'
import { useAlertMoment } from '../../../alerts/useAlertMoment.ts'
import { SeverityIcon } from '../../../ui/SeverityIcon.tsx'
import { useTrip } from '../openTrip.ts'
import { isAtMoment, usePageMoment } from '../usePageMoment.ts'
import classes from './AlertList.module.css'

interface Props {
  alerts: readonly Alert[]
  more: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** List of alerts that loads more when its end comes near. */
export function AlertList({ alerts, more }: Props) {
  const { t } = useTranslation()
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = more
  return (
    <div className={classes.panel}>
      <ul className={classes.list} aria-label={t('trip.tab.alerts')}>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
      {hasNextPage && (
        // Refetching the first pages cancels the request of the next page, so the end is checked after every request.
        <End busy={isFetching} onNear={fetchNextPage}>
          {isFetchingNextPage && t('trip.moreAlerts')}
        </End>
      )}
    </div>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const momentOf = useAlertMoment()
  const trip = useTrip()
  const triggerMs = Date.parse(alert.trigger_time)
  const isNow = isAtMoment(triggerMs, usePageMoment(trip))
  return (
    <li aria-current={isNow || undefined}>
      <Link
        to="/trips/$tripId/alerts/$alertId"
        params={{ tripId: trip.id, alertId: alert.id }}
        search={{ t: triggerMs }}
        resetScroll={false}
        className={classes.alert}
      >
        <SeverityIcon severity={alert.severity} size={16} />
        <span className={classes.text}>
          <AlertWords alert={alert} />
          <AlertState alert={alert} />
        </span>
        <span className={classes.type}>{t(`alerts.types.${alert.type}`)}</span>
        <time dateTime={alert.trigger_time}>{momentOf(alert)}</time>
      </Link>
    </li>
  )
}

const NEAR = '300px'

function End({ busy, onNear, children }: { busy: boolean; onNear: () => unknown; children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || busy) return
    // The margin works only with the element that scrolls as the root.
    const root = end.current.closest('main')
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && onNear(), {
      root,
      rootMargin: NEAR,
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [busy, onNear])
  return (
    <div ref={end} className={classes.end} role="status">
      {children}
    </div>
  )
}
