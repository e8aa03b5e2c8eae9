import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startAtProvider } from '../../api/signIn.ts'
import { Button } from '../../signedOut/Button.tsx'
import classes from '../../ui/signedOut.module.css'

interface Props {
  name: string
  /** Where to go once signed in. */
  from: string
  /** What the server said of the last try. */
  error: string | undefined
}

/** What the server says when the provider knows the person, but we do not by a verified email. */
const UNKNOWN = ['signup_disabled', 'email_not_found', 'account_not_linked']

export function ProviderSignIn({ name, from, error }: Props) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(error !== undefined)

  async function leave() {
    setBusy(true)
    setFailed(false)
    try {
      window.location.assign(await startAtProvider(from))
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }

  const unknown = error !== undefined && UNKNOWN.includes(error)
  return (
    <>
      <div className={classes.other}>
        <Button look="outlined" wide busy={busy} onClick={leave}>
          {t('signIn.continueWith', { name })}
        </Button>
      </div>
      {failed && (
        <p className={classes.problem} role="alert">
          {t(unknown ? 'signIn.providerUnknown' : 'signIn.providerFailed', { name })}
        </p>
      )}
    </>
  )
}
