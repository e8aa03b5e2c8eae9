import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Installation } from '#contract/wire/installation.ts'
import { installationQuery, sendTestMail } from '../../api/installation.ts'
import { useUser } from '../../api/user.ts'
import { useSave } from '../../forms/useSave.ts'
import { fileSize } from '../../i18n/fileSize.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { ListSkeleton } from '../../tables/ListSkeleton.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { BridgesCard } from './BridgesCard.tsx'
import { DamageCard } from './DamageCard.tsx'
import classes from './InstallationPage.module.css'
import { SettingsCard } from './SettingsCard.tsx'

/** Status page for the operator of the server. */
export function InstallationPage() {
  const { t } = useTranslation()
  const allowed = useUser().role_id === 'super-admin'
  const { data, error, refetch } = useQuery({ ...installationQuery, enabled: allowed })
  if (!allowed) return <NoAccess />
  if (data) return <Cards installation={data} />
  return error ? (
    <LoadFailed sentence={t('error.installation')} error={error} onRetry={refetch} />
  ) : (
    <ListSkeleton rows={6} />
  )
}

function Cards({ installation }: { installation: Installation }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { stores, disk, backlog, not_configured, last_backup_at } = installation
  const busy = backlog.filter(({ waiting, failures }) => waiting > 0 || failures > 0)
  return (
    <div className={classes.cards}>
      {installation.damaged_parts.length > 0 && <DamageCard installation={installation} />}
      <MailCard mail={installation.mail} />
      <SettingsCard title={t('installation.missing')}>
        {not_configured.length === 0 ? (
          <p>{t('installation.allSet')}</p>
        ) : (
          <ul className={classes.list}>
            {not_configured.map((part) => (
              <li key={part}>{t(`installation.parts.${part}`)}</li>
            ))}
          </ul>
        )}
      </SettingsCard>
      <SettingsCard title={t('installation.server')}>
        <dl className={classes.facts}>
          <Fact label={t('installation.version')}>{installation.version}</Fact>
          <Fact label={t('installation.id')}>{installation.id}</Fact>
          <Fact label={t('installation.started')}>
            {formats.dateTime(Date.parse(installation.started_at))}
          </Fact>
          <Fact label={t('installation.memory')}>{fileSize(installation.memory_bytes, formats)}</Fact>
          <Fact label={t('installation.disk')}>
            {t('installation.free', {
              free: fileSize(disk.free_bytes, formats),
              total: fileSize(disk.total_bytes, formats),
            })}
          </Fact>
          <Fact label={t('installation.backup')}>
            {last_backup_at ? formats.dateTime(Date.parse(last_backup_at)) : t('installation.noBackup')}
          </Fact>
        </dl>
      </SettingsCard>
      <SettingsCard title={t('installation.stores')}>
        <dl className={classes.facts}>
          {(['records', 'telemetry', 'files'] as const).map((name) => (
            <Fact key={name} label={t(`installation.${name}`)}>
              {t(`installation.engines.${stores[name]}`)}
            </Fact>
          ))}
          <Fact label={t('installation.answering')}>
            <span data-bad={!stores.answer || undefined} className={classes.answer}>
              {t(stores.answer ? 'installation.yes' : 'installation.no')}
            </span>
          </Fact>
        </dl>
      </SettingsCard>
      <SettingsCard title={t('installation.backlog')}>
        {busy.length === 0 ? (
          <p>{t('installation.nothingWaits')}</p>
        ) : (
          <dl className={classes.facts}>
            {busy.map(({ step, waiting, lag_s, failures }) => (
              <Fact key={step} label={step}>
                {t('installation.waits', {
                  waiting: formats.number(waiting),
                  lag: formats.quantity(lag_s, 's', 0),
                })}
                {failures > 0 && ` · ${t('installation.failures', { failures: formats.number(failures) })}`}
              </Fact>
            ))}
          </dl>
        )}
      </SettingsCard>
      <BridgesCard />
    </div>
  )
}

function MailCard({ mail }: { mail: Installation['mail'] }) {
  const { t } = useTranslation()
  const test = useSave({
    save: sendTestMail,
    success: () => null,
    failure: 'installation.sendFailed',
    affects: [],
  })
  const result = test.data
  return (
    <SettingsCard
      title={t('installation.mail')}
      actions={
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          {t('installation.send')}
        </Button>
      }
    >
      <dl className={classes.facts}>
        <Fact label={t('installation.mailServer')}>{mail.host ?? t('installation.noServer')}</Fact>
        <Fact label={t('installation.from')}>{mail.from}</Fact>
      </dl>
      <p className={classes.result} role="status" data-bad={(result && result.failure !== null) || undefined}>
        {result && (
          <>
            <Icon of={result.failure === null ? IconCheck : IconAlertTriangle} size={16} />
            <span>
              {result.failure !== null
                ? t('installation.refused', { failure: result.failure })
                : mail.host
                  ? t('installation.sent')
                  : t('installation.noServer')}
            </span>
          </>
        )}
      </p>
    </SettingsCard>
  )
}
