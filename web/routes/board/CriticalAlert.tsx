import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardCritical } from '#contract/wire/board.ts'
import { positionFromWire } from '#contract/wire/wirePosition.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { writePosition } from '../../map/chartTools/positionText.ts'
import { useLetters } from '../../map/chartTools/useLetters.ts'
import { usePreference } from '../../preferences/preferences.ts'
import { Ago } from '../../ui/Ago.tsx'
import { SeverityIcon } from '../../ui/SeverityIcon.tsx'
import classes from './Board.module.css'
import { useActs } from './boardActs.ts'
import { useAcknowledge } from './useAcknowledge.ts'

interface Props {
  alert: BoardCritical
  /** Number of further critical alerts that wait for the screen. */
  more: number
  isQuiet: boolean
  onQuiet: () => void
  onAside: () => void
}

/** A new critical alert takes the screen: the boat, who was notified, who handles it, and the acknowledgement. */
export function CriticalAlert({ alert, more, isQuiet, onQuiet, onAside }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { mayAct } = useActs()
  const positionFormat = usePreference('position-format')
  const letters = useLetters()
  const acknowledge = useAcknowledge()
  const answer = () => {
    if (mayAct && !acknowledge.isPending) acknowledge.mutate([alert.id])
  }
  useHotkeys([['A', answer]])
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  const { latitudeDeg, longitudeDeg } = positionFromWire(alert)
  const triggerMs = Date.parse(alert.trigger_time)
  return (
    <section
      className={classes.critical}
      role="alertdialog"
      aria-labelledby="critical"
      tabIndex={-1}
      ref={place}
    >
      <h2 id="critical">
        <SeverityIcon severity="critical" size={40} />
        {t('board.critical')}
        {more > 0 && <em>{t('board.moreCritical', { count: more })}</em>}
      </h2>
      <div className={classes.what}>
        <strong>{alert.name}</strong>
        <p>{alert.text}</p>
        <p className={classes.when}>
          <time dateTime={alert.trigger_time}>{formats.timeSeconds(triggerMs)}</time> · <Ago ms={triggerMs} />
          {latitudeDeg !== null && longitudeDeg !== null && (
            <> · {writePosition({ latitudeDeg, longitudeDeg }, positionFormat, letters)}</>
          )}
        </p>
      </div>
      <dl className={classes.who}>
        <dt>{t('board.handled')}</dt>
        <dd>{alert.assigned ?? t('board.nobodyYet')}</dd>
        <dt>{t('board.notified')}</dt>
        <dd>
          <Notified alert={alert} />
        </dd>
      </dl>
      <footer className={classes.answers}>
        {mayAct && (
          <button type="button" className={classes.primary} disabled={acknowledge.isPending} onClick={answer}>
            {t('alertCase.acknowledge')} <kbd>A</kbd>
          </button>
        )}
        {!isQuiet && (
          <button type="button" className={classes.action} onClick={onQuiet}>
            {t('board.quiet')} <kbd>M</kbd>
          </button>
        )}
        <button type="button" className={classes.action} onClick={onAside}>
          {t('board.aside')} <kbd>{t('keys.cap.esc')}</kbd>
        </button>
      </footer>
    </section>
  )
}

const MOST_NOTIFIED = 6

/** Messages about the alert: recipient, channel, and whether and when it left. */
function Notified({ alert: { notified, notified_total } }: { alert: BoardCritical }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (notified.length === 0) return t('board.notifiedNone')
  const more = notified_total - Math.min(notified.length, MOST_NOTIFIED)
  return (
    <ul>
      {notified.slice(0, MOST_NOTIFIED).map(({ to, channel, reason, state, at }) => (
        <li key={`${to} ${channel} ${reason}`}>
          <b>{to}</b> <span className={classes.state}>{t(`messages.channels.${channel}`)}</span>{' '}
          <span className={classes.state} data-state={state}>
            {t(`board.state.${state}`, { time: formats.time(Date.parse(at)) })}
          </span>
        </li>
      ))}
      {more > 0 && <li>{t('board.more', { count: more, more: formats.number(more) })}</li>}
    </ul>
  )
}
