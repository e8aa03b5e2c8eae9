import { useTranslation } from 'react-i18next'
import { HOUR_S } from '#contract/domain/time.ts'
import type { Device } from '#contract/wire/device.ts'
import { waitingBytes } from '#contract/wire/deviceHealth.ts'
import { fileSize } from '../i18n/fileSize.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Ago } from '../ui/Ago.tsx'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import classes from './devices.module.css'
import { reasonWords } from './reasonWords.ts'
import { minutesOfBacklog, oldestWaitingMs } from './waitingOnBoard.ts'

type Health = NonNullable<Device['health']>

/** Last report of the program on board: what waits there and for how long, what was lost, its computer and its sources. */
export function OnBoard({ health }: { health: Health }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const bytes = waitingBytes(health)
  const oldestMs = oldestWaitingMs(health)
  const minutes = minutesOfBacklog(health)
  const { dropped, damaged, disk_free_bytes: freeBytes, battery, load } = health
  const { link_rate: rate, link_budget: budget } = health
  const speed = (bytes: number) => (bytes < 1000 ? formats.quantity(bytes, 'B', 0) : fileSize(bytes, formats))
  const refusals = Object.entries(health.refused).toSorted(([, a], [, b]) => b - a)
  const lost = dropped.now.records + dropped.later.records + dropped.on_demand.records + damaged
  return (
    <>
      <h3 className={classes.part}>{t('devices.board.title')}</h3>
      <dl className={classes.received}>
        <dt>{t('devices.board.software')}</dt>
        <dd>{health.software}</dd>
        <dt>{t('devices.board.reported')}</dt>
        <dd>
          <Ago ms={Date.parse(health.received_at)} />
        </dd>
        <dt>{t('devices.board.waiting')}</dt>
        <dd>
          {bytes === 0 ? t('devices.board.nothingWaits') : fileSize(bytes, formats)}
          {oldestMs !== null && (
            <span className={classes.hint}>
              {' · '}
              {t('devices.board.oldest', { time: formats.dateTime(oldestMs) })}
            </span>
          )}
        </dd>
        {minutes !== null && (
          <>
            <dt>{t('devices.board.takes')}</dt>
            <dd>{formats.duration(Math.max(1, Math.round(minutes)))}</dd>
          </>
        )}
        {rate !== null && (
          <>
            <dt>{t('devices.board.link')}</dt>
            <dd>
              {budget
                ? t('devices.board.limited', {
                    size: speed(rate),
                    limit: fileSize(budget * HOUR_S, formats),
                  })
                : t('devices.board.speed', { size: speed(rate) })}
            </dd>
          </>
        )}
        {lost > 0 && (
          <>
            <dt>{t('devices.board.lost')}</dt>
            <dd>{t('devices.board.messages', { count: lost, messages: formats.number(lost) })}</dd>
          </>
        )}
        {refusals.length > 0 && (
          <>
            <dt>{t('devices.board.refused')}</dt>
            <dd>
              {refusals.map(([reason, count]) => (
                <div key={reason}>
                  {t('devices.refusedTimes', { count, times: formats.number(count) })} ·{' '}
                  {reasonWords(t, reason)}
                </div>
              ))}
            </dd>
          </>
        )}
        {freeBytes !== null && (
          <>
            <dt>{t('devices.board.disk')}</dt>
            <dd>{fileSize(freeBytes, formats)}</dd>
          </>
        )}
        {battery !== null && (
          <>
            <dt>{t('devices.board.battery')}</dt>
            <dd>{formats.quantity(battery * 100, '%', 0)}</dd>
          </>
        )}
        {load !== null && (
          <>
            <dt>{t('devices.board.load')}</dt>
            <dd>{formats.quantity(load * 100, '%', 0)}</dd>
          </>
        )}
      </dl>
      <Faults health={health} />
    </>
  )
}

/** Sources that do not send, a disk that fails, and a clock without the time. */
function Faults({ health: { disk_error: diskError, clock_origin: origin, sources } }: { health: Health }) {
  const { t } = useTranslation()
  const broken = sources.filter(({ connected, error }) => !connected || error !== null)
  if (diskError === null && origin !== null && broken.length === 0) return null
  return (
    <ul className={classes.notices}>
      {diskError !== null && (
        <li>
          <SeverityIcon severity="critical" />
          <strong>{t('devices.board.diskFails')}</strong>
          <span>{diskError}</span>
        </li>
      )}
      {origin === null && (
        <li>
          <SeverityIcon severity="warning" />
          <strong>{t('devices.board.noTime')}</strong>
          <span>{t('devices.board.noTimeHint')}</span>
        </li>
      )}
      {broken.map(({ name, error }) => (
        <li key={name}>
          <SeverityIcon severity="warning" />
          <strong>{name}</strong>
          <span>{error ?? t('devices.board.notConnected')}</span>
        </li>
      ))}
    </ul>
  )
}
