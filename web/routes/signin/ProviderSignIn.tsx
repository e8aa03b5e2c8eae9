import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startAtProvider } from '../../api/signIn.ts'
import { Button } from '../../signedOut/Button.tsx'
import classes from '../../ui/signedOut.module.css'

interface Props {
  name: string
  /** Target address after sign-in. */
  from: string
  /** Error code of the last attempt, from the server. */
  error: string | undefined
}

/** Error codes for a person known to the provider but without a verified email here. */
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
