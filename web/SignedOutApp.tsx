import { StrictMode, Suspense, useState } from 'react'
import { here } from './base.ts'
import { lazyPart } from './loading/parts.ts'
import { SignInPage } from './routes/signin/SignInPage.tsx'
import { readResetSearch, readSignInSearch } from './searchParameters.ts'
import { LoneToasts } from './signedOut/LoneToasts.tsx'
import { CrashBoundary } from './ui/CrashBoundary.tsx'

const SetupPage = lazyPart(() => import('./routes/setup/SetupPage.tsx').then((loaded) => loaded.SetupPage))
const ResetPasswordPage = lazyPart(() =>
  import('./routes/resetPassword/ResetPasswordPage.tsx').then((loaded) => loaded.ResetPasswordPage),
)

/** How people sign in here, as the server writes it into the page (`server/api/console/withForm.ts`). */
export interface Begun {
  mail: boolean
  demo: boolean
}

interface Props {
  /** Path below the base path, and the query. */
  path: string
  search: string
  /** Absent when the page does not say how people sign in. */
  begun: Begun | undefined
  /** Address that the user typed before the scripts had loaded. */
  email?: string
}

/** All pages before sign-in. */
export const SignedOutApp = (props: Props) => (
  <StrictMode>
    <CrashBoundary>
      <SignedOut {...props} />
      <LoneToasts />
    </CrashBoundary>
  </StrictMode>
)

function SignedOut({ path: first, search, begun, email }: Props) {
  const [path, setPath] = useState(first)
  const query = Object.fromEntries(new URLSearchParams(search))
  const { from, error, second_factor } = readSignInSearch(query)
  const lead = (to: string) => {
    show(to)
    setPath(to)
  }
  return (
    <Suspense>
      {path === '/setup' ? (
        <SetupPage onSignedIn={() => enter('/first-boat')} />
      ) : path === '/reset-password' ? (
        <ResetPasswordPage token={readResetSearch(query).token} onChanged={() => lead('/signin')} />
      ) : (
        <SignInPage
          from={from}
          error={error}
          asksCode={second_factor}
          begun={begun}
          typed={email}
          onSignedIn={() => enter(from ?? '/')}
          onEmpty={() => lead('/setup')}
        />
      )}
    </Suspense>
  )
}

export function show(address: string) {
  history.replaceState(null, '', here(address))
}

/** Leaves the page; the returned promise never resolves, so nothing continues. */
function enter(page: string): Promise<void> {
  location.replace(here(page))
  return new Promise(() => {})
}
