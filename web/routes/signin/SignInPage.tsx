import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readSetup, type SignInOutcome } from '../../api/signIn.ts'
import { lazyPart } from '../../loading/parts.ts'
import { Button } from '../../signedOut/Button.tsx'
import { SignedOutFrame } from '../../ui/SignedOutFrame.tsx'
import classes from '../../ui/signedOut.module.css'
import { CodeSignIn } from './CodeSignIn.tsx'
import { DemoHint } from './DemoHint.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'

const SecondFactorStep = lazyPart(() =>
  import('./SecondFactorStep.tsx').then((loaded) => loaded.SecondFactorStep),
)

interface Props {
  /** Address that the user wanted to open. */
  from: string | undefined
  /** Error of the sign-in through the external provider. */
  error: string | undefined
  /** True when the external provider signed the user in, and the second factor is missing. */
  asksCode?: boolean | undefined
  /** How the page begins, until the server has answered. */
  begun?: { mail: boolean; demo: boolean } | undefined
  /** Address that the user has typed already. */
  typed?: string | undefined
  /** Resolves when the next page is loaded. */
  onSignedIn: () => Promise<void>
  /** Called when the installation has no users. */
  onEmpty: () => void
}

export function SignInPage({ from, error, asksCode = false, begun, typed = '', onSignedIn, onEmpty }: Props) {
  const { t } = useTranslation()
  const [mode, setMode] = useState<'code' | 'password'>(begun?.mail === false ? 'password' : 'code')
  const [email, setEmail] = useState(typed)
  const [asked, setAsked] = useState(asksCode)
  const [setup, setSetup] = useState<Awaited<ReturnType<typeof readSetup>>>()
  useEffect(() => {
    document.title = `${t('signIn.title')} · Taffrail`
  }, [t])
  useEffect(() => {
    let isCurrent = true
    readSetup()
      .then((answer) => {
        if (!isCurrent) return
        setSetup(answer)
        if (!answer.mail) setMode('password')
      })
      // Without a response the page offers the methods that work on every server.
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [])
  const isEmpty = setup?.needed === true
  useEffect(() => {
    if (isEmpty) onEmpty()
  }, [isEmpty, onEmpty])

  const onDone = async (outcome: SignInOutcome) =>
    outcome === 'second factor' ? setAsked(true) : onSignedIn()
  if (asked) {
    return (
      <SignedOutFrame>
        <Suspense>
          <SecondFactorStep onSignedIn={onSignedIn} onStartOver={() => setAsked(false)} />
        </Suspense>
      </SignedOutFrame>
    )
  }
  // Codes and links by mail are offered unless the server reports that it sends no mail.
  const { mail, demo } = setup ?? begun ?? {}
  const mails = mail !== false
  const footer = demo ? (
    <DemoHint password={mode === 'password'} />
  ) : (
    mail === false && <p className={classes.demo}>{t('signIn.noMail')}</p>
  )
  return (
    <SignedOutFrame footer={footer}>
      {mode === 'code' ? (
        <CodeSignIn email={email} onEmail={setEmail} onDone={onDone} />
      ) : (
        <PasswordSignIn email={email} onEmail={setEmail} onDone={onDone} mails={mails} />
      )}
      {setup?.provider && <ProviderSignIn name={setup.provider} from={from ?? '/'} error={error} />}
      {mails && (
        <div className={classes.mode}>
          <Button look="plain" wide onClick={() => setMode(mode === 'code' ? 'password' : 'code')}>
            {t(mode === 'code' ? 'signIn.withPassword' : 'signIn.withoutPassword')}
          </Button>
        </div>
      )}
    </SignedOutFrame>
  )
}
