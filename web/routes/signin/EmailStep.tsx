import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendCode } from '../../api/signIn.ts'
import { emailProblem } from '../../forms/emailProblem.ts'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { Button } from '../../signedOut/Button.tsx'
import { TextField } from '../../signedOut/TextField.tsx'
import classes from '../../ui/signedOut.module.css'

interface Props {
  email: string
  onEmail: (email: string) => void
  onSent: () => void
}

export function EmailStep({ email, onEmail, onSent }: Props) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<MessageKey | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = emailProblem(email)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      await sendCode(email.trim())
      onSent()
    } catch {
      setProblem('signIn.failed')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h1 className={classes.title}>{t('signIn.title')}</h1>
      <p className={classes.lead}>{t('signIn.emailLead')}</p>
      <TextField
        label={t('signIn.email')}
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        value={email}
        error={problem && t(problem)}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <Button type="submit" wide busy={busy}>
        {t('signIn.continue')}
      </Button>
    </form>
  )
}
