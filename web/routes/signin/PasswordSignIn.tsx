import { type FormEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract/wire/errors.ts'
import { type SignInOutcome, signInWithPassword } from '../../api/signIn.ts'
import { emailProblem } from '../../forms/emailProblem.ts'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { lazyPart } from '../../loading/parts.ts'
import { Button } from '../../signedOut/Button.tsx'
import { PasswordField } from '../../signedOut/PasswordField.tsx'
import { TextField } from '../../signedOut/TextField.tsx'
import classes from '../../ui/signedOut.module.css'
import type { EmailState } from './CodeSignIn.tsx'

const ResetPasswordDialog = lazyPart(() =>
  import('./ResetPasswordDialog.tsx').then((loaded) => loaded.ResetPasswordDialog),
)

interface Problems {
  email?: MessageKey | null
  password?: MessageKey | null
  both?: MessageKey
}

export function PasswordSignIn({
  email,
  onEmail,
  onDone,
  mails,
}: EmailState & {
  onDone: (outcome: SignInOutcome) => Promise<void>
  /** True when the server sends mail, so that a link for a forgotten password can arrive. */
  mails: boolean
}) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const [resetting, setResetting] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong: Problems = {
      email: emailProblem(email),
      password: password === '' ? 'signIn.passwordRequired' : null,
    }
    setProblems(wrong)
    if (wrong.email || wrong.password) return
    setBusy(true)
    try {
      await onDone(await signInWithPassword(email.trim(), password))
    } catch (error) {
      setProblems({ both: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{t('signIn.title')}</h1>
      <p className={classes.lead}>{t('signIn.passwordLead')}</p>
      <TextField
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        error={problems.email && t(problems.email)}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t('signIn.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={problems.password && t(problems.password)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {mails && (
        <button type="button" className={classes.link} onClick={() => setResetting(true)}>
          {t('signIn.forgot')}
        </button>
      )}
      {problems.both && (
        <p className={classes.problem} role="alert">
          {t(problems.both)}
        </p>
      )}
      <Button type="submit" wide busy={busy}>
        {t('signIn.signIn')}
      </Button>
      {resetting && (
        <Suspense>
          <ResetPasswordDialog initialEmail={email} onClose={() => setResetting(false)} />
        </Suspense>
      )}
    </form>
  )
}

function sentenceOf(error: unknown): MessageKey {
  const code = error instanceof Problem ? error.code : 'internal'
  if (code === 'INVALID_CREDENTIALS') return 'signIn.invalidCredentials'
  if (code === 'not_allowed') return 'signIn.wrongAddress'
  return code === 'TOO_MANY_ATTEMPTS' ? 'signIn.tooManyAttempts' : 'signIn.failed'
}
