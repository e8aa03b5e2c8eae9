import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem, type ProblemCode } from '#contract/wire/errors.ts'
import { resetPassword } from '../../api/signIn.ts'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { Button } from '../../signedOut/Button.tsx'
import { PasswordField } from '../../signedOut/PasswordField.tsx'
import { toast } from '../../toasts/toast.ts'
import { SignedOutFrame } from '../../ui/SignedOutFrame.tsx'
import classes from '../../ui/signedOut.module.css'

const MIN_LENGTH = 6

/** Sentences for the refusals of the server. */
const REFUSALS: Partial<Record<ProblemCode, MessageKey>> = {
  invalid: 'signIn.linkUsed',
  PASSWORD_TOO_SHORT: 'signIn.passwordTooShort',
  PASSWORD_BREACHED: 'signIn.passwordBreached',
}

interface Props {
  token: string | undefined
  onChanged: () => void
}

/** Target page of the password reset mail. Its link works once. */
export function ResetPasswordPage({ token, onChanged }: Props) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<MessageKey | null>(token ? null : 'signIn.linkUsed')
  // Nobody is signed in here, so only the server knows the length: its sentence names it.
  const [length, setLength] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (password.length < MIN_LENGTH) return setProblem('setup.passwordShort')
    setBusy(true)
    try {
      await resetPassword(token ?? '', password)
      toast.success('signIn.passwordChanged')
      onChanged()
    } catch (error) {
      const { code, message } = error instanceof Problem ? error : new Problem('internal')
      setProblem(REFUSALS[code] ?? 'signIn.failed')
      setLength(/\d+/.exec(message)?.[0] ?? '')
      setBusy(false)
    }
  }

  return (
    <SignedOutFrame>
      <form className={classes.form} onSubmit={submit} noValidate>
        <h1 className={classes.title}>{t('signIn.resetTitle')}</h1>
        <PasswordField
          label={t('signIn.newPassword')}
          hint={t('setup.passwordHint')}
          autoComplete="new-password"
          autoFocus
          value={password}
          error={problem && t(problem, { length })}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" wide busy={busy}>
          {t('signIn.changePassword')}
        </Button>
      </form>
    </SignedOutFrame>
  )
}
