import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Icon } from '../ui/Icon.tsx'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import classes from './TripNotifications.module.css'

/** Numbers of alerts by severity, the worst first, and of comments; zeros are left out. */
export function TripNotifications({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const alerts = [
    { severity: 'critical', count: trip.num_critical_alerts },
    { severity: 'warning', count: trip.num_warning_alerts },
    { severity: 'info', count: trip.num_info_alerts },
  ] as const
  if (!hasNotifications(trip)) return null
  return (
    <span className={classes.alerts}>
      {alerts
        .filter(({ count }) => count > 0)
        .map(({ severity, count }) => (
          <span key={severity}>
            <SeverityIcon severity={severity} />
            {formats.number(count)}
          </span>
        ))}
      {trip.num_comments > 0 && (
        <span title={t('trips.comments')}>
          <Icon of={IconMessage} size={14} />
          {formats.number(trip.num_comments)}
        </span>
      )}
    </span>
  )
}

export const hasNotifications = (trip: Trip) => trip.num_alerts + trip.num_comments > 0
