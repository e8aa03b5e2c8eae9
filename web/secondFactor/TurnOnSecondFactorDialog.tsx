import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmSecondFactor, startSecondFactor } from '../api/secondFactor.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { PasswordField, TextField } from '../forms/fields.tsx'
import { useForm } from '../forms/useForm.ts'
import { toast } from '../toasts/toast.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { BackupCodesDialog } from './BackupCodesDialog.tsx'
import classes from './secondFactor.module.css'
import { CodeForm, passwordForm, showRefusal } from './secondFactorForm.ts'

type Started = Awaited<ReturnType<typeof startSecondFactor>>

/** Steps: the password, the app's first code, the backup codes. */
export function TurnOnSecondFactorDialog(props: { hasPassword: boolean; onClose: () => void }) {
  const [started, setStarted] = useState<Started | null>(null)
  const [isOn, setOn] = useState(false)
  if (!started) return <Start {...props} onStarted={setStarted} />
  if (!isOn) return <Confirm started={started} onClose={props.onClose} onConfirmed={() => setOn(true)} />
  return <BackupCodesDialog codes={started.backup_codes} onClose={props.onClose} />
}

function Start(props: { hasPassword: boolean; onClose: () => void; onStarted: (started: Started) => void }) {
  const { t } = useTranslation()
  const form = useForm(passwordForm(props.hasPassword), { password: '' }, ({ password }) =>
    start.mutate(password),
  )
  const start = useMutation({
    mutationFn: startSecondFactor,
    onSuccess: props.onStarted,
    onError: (error) => showRefusal(error, (_, problem) => form.refuse('password', problem)),
  })
  return (
    <FormDialog
      title={t('signIn.secondFactor')}
      submit={t('signIn.continue')}
      pending={start.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={props.onClose}
    >
      <p>{t('settings.secondFactorOff')}</p>
      {props.hasPassword && (
        <PasswordField
          field={form.field('password')}
          label={t('settings.currentPassword')}
          autoComplete="current-password"
        />
      )}
    </FormDialog>
  )
}

function Confirm(props: { started: Started; onClose: () => void; onConfirmed: () => void }) {
  const { t } = useTranslation()
  const form = useForm(CodeForm, { code: '' }, ({ code }) => confirm.mutate(code))
  const confirm = useMutation({
    mutationFn: confirmSecondFactor,
    onSuccess: () => {
      toast.success('settings.secondFactorEnabled')
      props.onConfirmed()
    },
    onError: (error) => showRefusal(error, (_, problem) => form.refuse('code', problem)),
  })
  const uri = props.started.otpauth_uri
  return (
    <FormDialog
      title={t('signIn.secondFactor')}
      submit={t('settings.secondFactorConfirm')}
      pending={confirm.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={props.onClose}
    >
      <p>{t('settings.secondFactorScan')}</p>
      <div className={classes.scan}>
        <QrCode text={uri} label={t('settings.secondFactorQr')} />
        <dl>
          <dt>{t('settings.secondFactorKey')}</dt>
          <dd>{new URL(uri).searchParams.get('secret')}</dd>
        </dl>
      </div>
      <TextField
        field={form.field('code')}
        label={t('signIn.appCode')}
        autoComplete="one-time-code"
        maxLength={6}
      />
    </FormDialog>
  )
}
