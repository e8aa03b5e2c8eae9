import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { departmentChoice } from '../../api/departmentChoice.ts'
import { SignedOutFrame } from '../../ui/SignedOutFrame.tsx'
import { CodeSignIn } from './CodeSignIn.tsx'
import { DemoHint } from './DemoHint.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'

export function SignInPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { from } = useSearch({ from: '/signin' })
  const [mode, setMode] = useState<'code' | 'password'>('code')
  const { data: setup } = useQuery({
    queryKey: ['setup'],
    queryFn: async () => (await import('../../api/signIn.ts')).readSetup(),
    retry: false,
  })
  useEffect(() => {
    document.title = `${t('signIn.title')} · Binnacle`
  }, [t])
  // What the last user saw is forgotten once none of it is on the screen any more.
  useEffect(() => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'setup' })
    departmentChoice.set(null)
  }, [queryClient])
  useEffect(() => {
    if (setup?.needed) void navigate({ to: '/setup', replace: true })
  }, [setup?.needed, navigate])

  const onSignedIn = () => navigate({ href: from ?? '/', replace: true })
  return (
    <SignedOutFrame footer={setup?.demo && <DemoHint password={mode === 'password'} />}>
      {mode === 'code' ? <CodeSignIn onSignedIn={onSignedIn} /> : <PasswordSignIn onSignedIn={onSignedIn} />}
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
