import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { departmentChoice } from '../../api/departmentChoice.ts'
import { setupQuery } from '../../api/setup.ts'
import type { SignInOutcome } from '../../api/signIn.ts'
import { lazyPart } from '../../loading/parts.ts'
import { SignedOutFrame } from '../../ui/SignedOutFrame.tsx'
import classes from '../../ui/signedOut.module.css'
import { CodeSignIn } from './CodeSignIn.tsx'
import { DemoHint } from './DemoHint.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'

const SecondFactorStep = lazyPart(() =>
  import('./SecondFactorStep.tsx').then((loaded) => loaded.SecondFactorStep),
)

export function SignInPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { from, error } = useSearch({ from: '/signin' })
  const [mode, setMode] = useState<'code' | 'password'>('code')
  const [email, setEmail] = useState('')
  const [asked, setAsked] = useState(false)
  const { data: setup } = useQuery(setupQuery)
  useEffect(() => {
    document.title = `${t('signIn.title')} · Binnacle`
  }, [t])
  // What the last user saw is forgotten once none of it is on the screen any more.
  useEffect(() => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'setup' })
    departmentChoice.set(null)
  }, [queryClient])
  useEffect(() => {
    if (setup?.mail === false) setMode('password')
  }, [setup?.mail])
  useEffect(() => {
    if (setup?.needed) void navigate({ to: '/setup', replace: true })
  }, [setup?.needed, navigate])

  const onSignedIn = () => navigate({ href: from ?? '/', replace: true })
  const onDone = (outcome: SignInOutcome) => (outcome === 'second factor' ? setAsked(true) : onSignedIn())
  if (asked) {
    return (
      <SignedOutFrame>
        <Suspense>
          <SecondFactorStep onSignedIn={onSignedIn} onStartOver={() => setAsked(false)} />
        </Suspense>
      </SignedOutFrame>
    )
  }
  const footer = setup?.demo ? (
    <DemoHint password={mode === 'password'} />
  ) : (
    setup?.mail === false && <p className={classes.demo}>{t('signIn.noMail')}</p>
  )
  return (
    <SignedOutFrame footer={footer}>
      {mode === 'code' ? (
        <CodeSignIn email={email} onEmail={setEmail} onDone={onDone} />
      ) : (
        <PasswordSignIn email={email} onEmail={setEmail} onDone={onDone} />
      )}
      {setup?.provider && <ProviderSignIn name={setup.provider} from={from ?? '/'} error={error} />}
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        mt={8}
        onClick={() => setMode(mode === 'code' ? 'password' : 'code')}
      >
        {t(mode === 'code' ? 'signIn.withPassword' : 'signIn.withoutPassword')}
      </Button>
    </SignedOutFrame>
  )
}
