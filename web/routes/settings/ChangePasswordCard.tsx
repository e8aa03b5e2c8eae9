import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract/wire/errors.ts'
import { changePassword } from '../../api/password.ts'
import { useUser } from '../../api/user.ts'
import { PasswordField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { toast } from '../../toasts/toast.ts'
import { PasswordForm } from './passwordForm.ts'
import { SettingsCard } from './SettingsCard.tsx'

/** Form that requires the current password before a new one; it is cleared after saving. */
export function ChangePasswordCard() {
  const [changes, setChanges] = useState(0)
  return <Fields key={changes} onChanged={() => setChanges(changes + 1)} />
}

function Fields({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const { company } = useUser()
  const fields = useRef<HTMLDivElement>(null)
  const form = useForm(PasswordForm, { current: '', next: '', repeated: '' }, ({ current, next }) =>
    change.mutate({ currentPassword: current, newPassword: next }),
  )
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      toast.success('settings.passwordUpdated')
      onChanged()
    },
    onError: (error) => {
      const code = error instanceof Problem ? error.code : null
      if (code === 'INVALID_CREDENTIALS') {
        toast.failure('problem.currentIncorrect')
        form.refuse('current', 'Current password is incorrect')
        fields.current?.querySelector('input')?.focus()
      } else if (code === 'PASSWORD_BREACHED') form.refuse('next', t('signIn.passwordBreached'))
      else if (code === 'PASSWORD_TOO_SHORT')
        form.refuse('next', t('signIn.passwordTooShort', { length: company.min_password_length }))
      else if (code === 'TOO_MANY_ATTEMPTS') toast.failure('settings.tooManyAttempts')
      else toast.failure('settings.passwordFailed')
    },
  })
  return (
    <SettingsCard
      title={t('settings.changePassword')}
      hint={t('settings.changePasswordHint')}
      onSubmit={form.onSubmit}
      changed={form.changed}
      actions={
        <Button type="submit" loading={change.isPending}>
          {t('settings.changePassword')}
        </Button>
      }
    >
      <div ref={fields}>
        <PasswordField
          field={form.field('current')}
          label={t('settings.currentPassword')}
          autoComplete="current-password"
        />
      </div>
      <PasswordField
        field={form.field('next')}
        label={t('settings.newPassword')}
        autoComplete="new-password"
      />
      <PasswordField
        field={form.field('repeated')}
        label={t('settings.repeatPassword')}
        autoComplete="new-password"
      />
    </SettingsCard>
  )
}
