import { useTranslation } from 'react-i18next'
import type { Device, DeviceNotice } from '#contract/wire/device.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Ago } from '../ui/Ago.tsx'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import classes from './devices.module.css'

/** Notices of a device with advice for each, the past ones last; nothing without notices. */
export function Notices({ notices }: Pick<Device, 'notices'>) {
  const { t } = useTranslation()
  if (notices.length === 0) return null
  const ordered = notices.toSorted((a, b) => Number(a.is_past) - Number(b.is_past))
  return (
    <>
      <h3 className={classes.part}>{t('devices.notices')}</h3>
      <ul className={classes.notices}>
        {ordered.map((notice) => (
          <NoticeItem key={notice.kind} notice={notice} />
        ))}
      </ul>
    </>
  )
}

function NoticeItem({ notice }: { notice: DeviceNotice }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { kind, first_at, last_at, count, value, is_past } = notice
  const values = {
    weeks: formats.number(value ?? 0),
    date: kind === 'gps_date_refused' && value !== null ? formats.dateTime(value) : '–',
  }
  return (
    <li>
      <SeverityIcon severity={is_past ? 'info' : 'warning'} />
      <strong>
        {t(`devices.notice.${kind}.name`)}
        {is_past && ` (${t('devices.noticePast')})`}
      </strong>
      <span>{t(`devices.notice.${kind}.meaning`, values)}</span>
      <span className={classes.hint}>
        {t('devices.noticeTimes', { count, times: formats.number(count) })} ·{' '}
        {t('devices.noticeSince', { time: formats.dateTime(Date.parse(first_at)) })} ·{' '}
        {t('devices.noticeLast')} <Ago ms={Date.parse(last_at)} />
      </span>
    </li>
  )
}

/** Names of the current notices, for a list. */
export function NoticeNames({ notices }: Pick<Device, 'notices'>) {
  const { t } = useTranslation()
  return notices
    .filter(({ is_past }) => !is_past)
    .map(({ kind }) => (
      <span key={kind} className={classes.shortNotice}>
        <SeverityIcon severity="warning" />
        {t(`devices.notice.${kind}.name`)}
      </span>
    ))
}
