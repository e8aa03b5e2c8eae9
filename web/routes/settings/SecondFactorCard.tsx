import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { disableSecondFactor, renewBackupCodes, secondFactorQuery } from '../../api/secondFactor.ts'
import { BackupCodesDialog } from '../../secondFactor/BackupCodesDialog.tsx'
import { TurnOnSecondFactorDialog } from '../../secondFactor/TurnOnSecondFactorDialog.tsx'
import { toast } from '../../toasts/toast.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { SettingsCard } from './SettingsCard.tsx'

export function SecondFactorCard() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data: state, error, refetch } = useQuery(secondFactorQuery)
  const [open, setOpen] = useState<'on' | 'off' | 'renew' | null>(null)
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  const close = () => {
    setOpen(null)
    setNewCodes(null)
    void queries.invalidateQueries(secondFactorQuery)
  }
  const title = t('signIn.secondFactor')
  if (!state) {
    return (
      <SettingsCard title={title}>
        {error ? (
          <LoadFailed sentence={t('signIn.failed')} error={error} onRetry={refetch} />
        ) : (
          <Skeleton height={32} />
        )}
      </SettingsCard>
    )
  }
  const dialog = { hasPassword: state.has_password, onClose: close }
  return (
    <>
      <SettingsCard
        title={title}
        hint={t(state.enabled ? 'settings.secondFactorOn' : 'settings.secondFactorOff')}
        actions={
          state.enabled ? (
            <>
              <Button variant="default" onClick={() => setOpen('renew')}>
                {t('settings.secondFactorRenew')}
              </Button>
              <Button variant="default" onClick={() => setOpen('off')}>
                {t('settings.secondFactorTurnOff')}
              </Button>
            </>
          ) : (
            <Button onClick={() => setOpen('on')}>{t('settings.secondFactorTurnOn')}</Button>
          )
        }
      />
      {open === 'on' && <TurnOnSecondFactorDialog {...dialog} />}
      {open === 'off' && (
        <ProofDialog
          {...dialog}
          title={title}
          submit={t('settings.secondFactorTurnOff')}
          action={disableSecondFactor}
          onDone={() => {
            toast.success('settings.secondFactorDisabled')
            close()
          }}
        />
      )}
      {open === 'renew' && !newCodes && (
        <ProofDialog
          {...dialog}
          title={t('settings.secondFactorBackup')}
          submit={t('settings.secondFactorRenew')}
          action={renewBackupCodes}
          onDone={({ backup_codes }) => setNewCodes(backup_codes)}
        />
      )}
      {newCodes && <BackupCodesDialog codes={newCodes} onClose={close} />}
    </>
  )
}
