import { IconBellOff, IconCheck, IconClock, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useServerNow } from '../live/useServerNow.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './AlertState.module.css'
import { lateMsOf } from './lateMs.ts'

/** State of an alert in one line of a list: ongoing or ended, who looks after it, silenced, received late. */
export function AlertState({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { acknowledged, assigned, silenced_until, withdrawn } = alert
  const lateMs = lateMsOf(alert)
  const by = acknowledged && ((acknowledged.by ?? acknowledged.api_key)?.name ?? t('alertCase.somebody'))
  const parts: [key: string, part: ReactNode][] = []
  if (!withdrawn && alert.is_open) parts.push(['ongoing', <Ongoing key="ongoing" alert={alert} />])
  else if (!withdrawn) {
    const ended = endedAfterMs(alert)
    if (ended !== null) parts.push(['ended', t('alerts.endedAfter', { time: formats.lasting(ended) })])
  }
  if (by)
    parts.push([
      'acknowledged',
      <Marked key="by" icon={IconCheck} words={t('alerts.acknowledgedBy', { who: by })} />,
    ])
  if (assigned)
    parts.push([
      'assigned',
      <Marked key="to" icon={IconUser} words={t('alerts.assignedTo', { who: assigned.user.name })} />,
    ])
  if (silenced_until)
    parts.push(['silenced', <Silenced key="silenced" untilMs={Date.parse(silenced_until)} />])
  if (lateMs !== null) parts.push(['late', t('alerts.receivedLater', { later: formats.lasting(lateMs) })])
  if (parts.length === 0) return null
  return (
    <span className={classes.state}>
      {parts.map(([key, part]) => (
        <span key={key}>{part}</span>
      ))}
    </span>
  )
}

/** Duration of an ended alert; null for a crossing, which has no duration, and for an unknown end. */
const endedAfterMs = ({ trigger_time, ended_at, type }: Alert): number | null =>
  ended_at === null || type === 'geofence' ? null : Date.parse(ended_at) - Date.parse(trigger_time)

function Marked({ icon, words }: { icon: typeof IconCheck; words: string }) {
  return (
    <span className={classes.marked}>
      <Icon of={icon} size={14} />
      {words}
    </span>
  )
}

function Ongoing({ alert: { trigger_time } }: { alert: Alert }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const ageMs = Math.max(0, useServerNow() - Date.parse(trigger_time))
  return (
    <span className={classes.ongoing}>
      <Icon of={IconClock} size={14} />
      {t('alerts.ongoingFor', { time: formats.lasting(ageMs) })}
    </span>
  )
}

function Silenced({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (useServerNow() >= untilMs) return null
  return <Marked icon={IconBellOff} words={t('alerts.silencedUntil', { time: formats.dateTime(untilMs) })} />
}
