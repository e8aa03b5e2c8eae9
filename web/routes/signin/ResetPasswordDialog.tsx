import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requestPasswordReset } from '../../api/signIn.ts'
import { emailProblem } from '../../forms/emailProblem.ts'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { Button } from '../../signedOut/Button.tsx'
import { Dialog } from '../../signedOut/Dialog.tsx'
import { TextField } from '../../signedOut/TextField.tsx'
import { toast } from '../../toasts/toast.ts'
import classes from '../../ui/signedOut.module.css'

export function ResetPasswordDialog(props: { initialEmail: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [email, setEmail] = useState(props.initialEmail)
  const [problem, setProblem] = useState<MessageKey | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    // The dialog is drawn elsewhere, but in React it is inside the sign-in form.
    event.stopPropagation()
    const wrong = emailProblem(email)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      await requestPasswordReset(email.trim())
      toast.success('signIn.resetSent')
      props.onClose()
    } catch {
      toast.failure('signIn.resetFailed')
      setBusy(false)
    }
  }

  return (
    <Dialog title={t('signIn.resetTitle')} onClose={props.onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label={t('signIn.email')}
          type="email"
          autoComplete="email"
          value={email}
          error={problem && t(problem)}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button look="outlined" onClick={props.onClose}>
            {t('common.close')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('signIn.resetSend')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
