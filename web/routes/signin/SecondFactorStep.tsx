import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract/wire/errors.ts'
import { signInWithSecondFactor } from '../../api/signIn.ts'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { Button } from '../../signedOut/Button.tsx'
import { TextField } from '../../signedOut/TextField.tsx'
import classes from '../../ui/signedOut.module.css'

const APP_CODE_LENGTH = 6

interface Props {
  onSignedIn: () => Promise<void>
  onStartOver: () => void
}

/** Submits the app's code when it is complete; a user who lost the phone enters a backup code. */
export function SecondFactorStep({ onSignedIn, onStartOver }: Props) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<'app' | 'backup'>('app')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<MessageKey | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(entered: string) {
    if (busy || entered === '') return
    setBusy(true)
    try {
      await signInWithSecondFactor(entered, kind)
      await onSignedIn()
    } catch (error) {
      setProblem(sentenceOf(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  function change(entered: string) {
    setCode(entered)
    setProblem(null)
    if (kind === 'app' && /^\d{6}$/.test(entered)) void submit(entered)
  }

  function changeKind() {
    setKind(kind === 'app' ? 'backup' : 'app')
    setCode('')
    setProblem(null)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(code)
  }
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <h1 className={classes.title}>{t('signIn.secondFactor')}</h1>
      <p className={classes.lead}>{t(kind === 'app' ? 'signIn.secondFactorLead' : 'signIn.backupLead')}</p>
      <TextField
        key={kind}
        label={t(kind === 'app' ? 'signIn.appCode' : 'signIn.backupCode')}
        autoComplete="one-time-code"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        maxLength={kind === 'app' ? APP_CODE_LENGTH : 20}
        autoFocus
        value={code}
        error={problem && t(problem)}
        onChange={(event) => change(event.currentTarget.value.trim())}
      />
      <Button type="submit" wide busy={busy} disabled={code === ''}>
        {t('signIn.submit')}
      </Button>
      <div className={classes.choices}>
        <button type="button" className={classes.link} onClick={changeKind}>
          {t(kind === 'app' ? 'signIn.useBackup' : 'signIn.useApp')}
        </button>
        <button type="button" className={classes.link} onClick={onStartOver}>
          {t('signIn.startOver')}
        </button>
      </div>
    </form>
  )
}

function sentenceOf(error: unknown): MessageKey {
  const code = error instanceof Problem ? error.code : 'internal'
  if (code === 'INVALID_OTP') return 'signIn.incorrectCode'
  if (code === 'TOO_MANY_ATTEMPTS') return 'signIn.tooManyAttempts'
  return code === 'not_authenticated' ? 'signIn.signInExpired' : 'signIn.failed'
}
