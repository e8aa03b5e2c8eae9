import { Button, PasswordInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract/errors.ts'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { toast } from '../../toasts/toast.ts'
import { SignedOutFrame } from '../../ui/SignedOutFrame.tsx'
import classes from '../../ui/signedOut.module.css'

const MIN_LENGTH = 6

/** Where the mail about a forgotten password leads. Its link works once. */
export function ResetPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token } = useSearch({ from: '/reset-password' })
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<MessageKey | null>(token ? null : 'signIn.linkUsed')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (password.length < MIN_LENGTH) return setProblem('setup.passwordShort')
    setBusy(true)
    try {
      const { resetPassword } = await import('../../api/signIn.ts')
      await resetPassword(token ?? '', password)
      toast.success('signIn.passwordChanged')
      await navigate({ to: '/signin', replace: true })
    } catch (error) {
      const used = error instanceof Problem && error.code === 'invalid'
      setProblem(used ? 'signIn.linkUsed' : 'signIn.failed')
      setBusy(false)
    }
  }

  return (
    <SignedOutFrame>
      <form className={classes.form} onSubmit={submit} noValidate>
        <h1 className={classes.title}>{t('signIn.resetTitle')}</h1>
        <PasswordInput
          label={t('signIn.newPassword')}
          description={t('setup.passwordHint')}
          autoComplete="new-password"
          autoFocus
          value={password}
          error={problem && t(problem)}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
        />
        <Button type="submit" fullWidth loading={busy}>
          {t('signIn.changePassword')}
        </Button>
      </form>
    </SignedOutFrame>
  )
}
