import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Installation } from '#contract/wire/installation.ts'
import { fileSize } from '../../i18n/fileSize.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './InstallationPage.module.css'
import { SettingsCard } from './SettingsCard.tsx'

/** Damaged parts of the telemetry: which times and vessels they are about, and what a backup can bring back. */
export function DamageCard({ installation }: { installation: Installation }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { damaged_parts: parts, last_backup_at: backupAt } = installation
  const dateTime = (iso: string) => formats.dateTime(Date.parse(iso))
  return (
    <SettingsCard title={t('damage.title')}>
      <p className={classes.result} role="status" data-bad>
        <Icon of={IconAlertTriangle} size={16} />
        <span>{t('damage.hint')}</span>
      </p>
      <ul className={classes.list}>
        {parts.map(({ table, part, state, bytes, from, to, found_at, vessels }) => (
          <li key={`${state} ${table} ${part}`}>
            <strong>
              {from && to
                ? t('damage.times', { from: dateTime(from), to: dateTime(to) })
                : t('damage.noTimes')}
            </strong>
            <div>{t(`damage.states.${state}`)}</div>
            <div>
              {vessels
                ? t('damage.vessels', {
                    count: vessels.count,
                    number: formats.number(vessels.count),
                    names: vessels.names.join(', ') + (vessels.count > vessels.names.length ? ' …' : ''),
                  })
                : t('damage.noVessels')}
            </div>
            <div>
              {t('damage.part', { table, part, size: fileSize(bytes, formats), found: dateTime(found_at) })}
            </div>
          </li>
        ))}
      </ul>
      <p>{backupAt ? t('damage.backup', { at: dateTime(backupAt) }) : t('damage.noBackup')}</p>
    </SettingsCard>
  )
}
