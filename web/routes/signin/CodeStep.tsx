import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '#contract/wire/errors.ts'
import { type SignInOutcome, sendCode, signInWithCode } from '../../api/signIn.ts'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { Button } from '../../signedOut/Button.tsx'
import { CodeField } from '../../signedOut/CodeField.tsx'
import classes from '../../ui/signedOut.module.css'
import { useCountdown } from './useCountdown.ts'

const CODE_LENGTH = 6
const RESEND_AFTER_S = 30

interface Props {
  email: string
  onChangeEmail: () => void
  onDone: (outcome: SignInOutcome) => Promise<void>
}

export function CodeStep({ email, onChangeEmail, onDone }: Props) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<MessageKey | null>(null)
  const [busy, setBusy] = useState(false)
  const [secondsLeft, restart] = useCountdown(RESEND_AFTER_S)
  const places = useRef<{ focus: () => void }>(null)
  useEffect(() => places.current?.focus(), [])
  // A layout effect moves the focus together with the message, so that fast typing goes into the first place.
  useLayoutEffect(() => {
    if (problem) places.current?.focus()
  }, [problem])

  async function submit(entered: string) {
    if (entered.length !== CODE_LENGTH || busy) return
    setBusy(true)
    setProblem(null)
    try {
      await onDone(await signInWithCode(email.trim(), entered))
    } catch (error) {
      setProblem(sentenceOf(error))
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  async function resend() {
    restart()
    setProblem(null)
    try {
      await sendCode(email.trim())
    } catch {
      setProblem('signIn.failed')
    }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit(code)
  }
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <h1 className={classes.title}>{t('signIn.checkEmail')}</h1>
      <p className={classes.lead}>
        {t('signIn.codeSent')} <strong>{email.trim()}</strong>.{' '}
        <button type="button" className={classes.link} onClick={onChangeEmail}>
          {t('signIn.changeEmail')}
        </button>
      </p>
      <CodeField
        ref={places}
        length={CODE_LENGTH}
        value={code}
        wrong={problem !== null}
        labelOf={(index) => t('signIn.digit', { index: index + 1 })}
        onChange={(entered) => {
          setCode(entered)
          if (entered !== '') setProblem(null)
          void submit(entered)
        }}
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {t(problem)}
        </p>
      )}
      <Button type="submit" wide busy={busy} disabled={code.length !== CODE_LENGTH}>
        {t('signIn.submit')}
      </Button>
      <p className={classes.small}>
        {t('signIn.noCode')}{' '}
        {secondsLeft > 0 ? (
          <span>{t('signIn.resendIn', { seconds: secondsLeft })}</span>
        ) : (
          <button type="button" className={classes.link} onClick={resend}>
            {t('signIn.resend')}
          </button>
        )}
      </p>
    </form>
  )
}

function sentenceOf(error: unknown): MessageKey {
  const code = error instanceof Problem ? error.code : 'internal'
  if (code === 'INVALID_OTP') return 'signIn.incorrectCode'
  return code === 'not_allowed' ? 'signIn.wrongAddress' : 'signIn.failed'
}
