import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceRejections } from '#contract/wire/device.ts'
import { deviceQuery, deviceRejectionsQuery } from '../api/devices.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { lazyPart } from '../loading/parts.ts'
import { Ago } from '../ui/Ago.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import classes from './devices.module.css'
import { Notices } from './Notices.tsx'
import { reasonWords } from './reasonWords.ts'
import { receivedNames } from './receivedNames.ts'

const RefusedPlot = lazyPart(() => import('./RefusedPlot.tsx').then((loaded) => loaded.RefusedPlot))

const SHOWN = 5

/** Data that a device sends at this moment, and rejected data with the reasons; with `all`, also before it has sent any. */
export function Arrivals({ deviceId, all = false }: { deviceId: string; all?: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data: device, error, refetch } = useQuery(deviceQuery(deviceId))
  const refusals = useQuery(deviceRejectionsQuery(deviceId))
  const refused = refusals.data
  if (!device) return error && <LoadFailed sentence={t('error.devices')} error={error} onRetry={refetch} />
  const isSilent = device.last_seen === null && device.notices.length === 0 && refused?.data.length === 0
  if (isSilent && !all) return null
  const names = (received: Record<string, number>) => receivedNames(received) || t('devices.nothing')
  const offsetMs = device.clock_offset ?? 0
  return (
    <>
      <h3 className={classes.part}>{t('devices.arrives')}</h3>
      <dl className={classes.received} aria-live="polite">
        <dt>{t('devices.lastSeen')}</dt>
        <dd>{device.last_seen === null ? t('devices.never') : <Ago ms={device.last_seen} />}</dd>
        <dt>{t('devices.ways')}</dt>
        <dd>{names(device.ways)}</dd>
        <dt>{t('devices.formats')}</dt>
        <dd>{names(device.formats)}</dd>
        <dt>{t('devices.samples')}</dt>
        <dd>{device.samples_per_minute === null ? '–' : formats.number(device.samples_per_minute)}</dd>
        <dt>{t(offsetMs < 0 ? 'devices.clockBehind' : 'devices.clock')}</dt>
        <dd>
          {device.clock_offset === null
            ? '–'
            : t('devices.seconds', { seconds: formats.number(Math.abs(offsetMs) / 1000, 1) })}
        </dd>
      </dl>
      <Notices notices={device.notices} />
      <h3 className={classes.part}>{t('devices.refused')}</h3>
      {all && refused && refused.hours.length > 0 && (
        <Suspense fallback={<div className={classes.chart} />}>
          <RefusedPlot hours={refused.hours} />
        </Suspense>
      )}
      {refused ? (
        <Refused rows={refused.data.slice(0, all ? undefined : SHOWN)} />
      ) : (
        refusals.error && (
          <LoadFailed sentence={t('error.devices')} error={refusals.error} onRetry={refusals.refetch} />
        )
      )}
    </>
  )
}

function Refused({ rows }: { rows: DeviceRejections['data'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (rows.length === 0) return <p className={classes.hint}>{t('devices.nothingRefused')}</p>
  return (
    <ul className={classes.refused}>
      {rows.map(({ received_at, reason, detail, count }) => (
        <li key={`${received_at} ${reason} ${detail}`}>
          <Ago ms={Date.parse(received_at)} /> ·{' '}
          {t('devices.refusedTimes', { count, times: formats.number(count) })} · {reasonWords(t, reason)}:{' '}
          {detail}
        </li>
      ))}
    </ul>
  )
}
