/**
 * Pages that a browser without a session gets for every address. Pages before sign-in contain nothing of the console,
 * which is fetched when sign-in is ready. Signing in loads the console.
 */
import '@fontsource-variable/inter/index.css'
import './ui/base.css'
import { StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BASE, here } from './base.ts'
import { startI18n } from './i18n/i18n.ts'
import { lazyPart } from './loading/parts.ts'
import { markScheme, shownScheme, watchScheme } from './preferences/shownScheme.ts'
import { SignInPage } from './routes/signin/SignInPage.tsx'
import { readResetSearch, readSignInSearch } from './searchParameters.ts'
import { fetchConsole } from './signedOut/fetchConsole.ts'
import { LoneToasts } from './signedOut/LoneToasts.tsx'
import { CrashBoundary } from './ui/CrashBoundary.tsx'

const SetupPage = lazyPart(() => import('./routes/setup/SetupPage.tsx').then((loaded) => loaded.SetupPage))
const ResetPasswordPage = lazyPart(() =>
  import('./routes/resetPassword/ResetPasswordPage.tsx').then((loaded) => loaded.ResetPasswordPage),
)

const OWN = ['/signin', '/setup', '/reset-password']
const root = document.getElementById('root')
if (!root) throw new Error('signedOut.html has no #root')

const ownPath = () => location.pathname.slice(BASE.length) || '/'
if (!OWN.includes(ownPath())) show(signInFor(ownPath() + location.search + location.hash))
await startI18n({ isSignedOut: true })
createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <SignedOut />
      <LoneToasts />
    </CrashBoundary>
  </StrictMode>,
)
fetchConsole()

// Another window of the console may change the theme that theme.js chose at first.
watchScheme(() => markScheme(shownScheme()))

function SignedOut() {
  const [path, setPath] = useState(ownPath)
  const search = Object.fromEntries(new URLSearchParams(location.search))
  const { from, error, second_factor } = readSignInSearch(search)
  const lead = (to: string) => {
    show(to)
    setPath(to)
  }
  return (
    <Suspense>
      {path === '/setup' ? (
        <SetupPage onSignedIn={() => enter('/first-boat')} />
      ) : path === '/reset-password' ? (
        <ResetPasswordPage token={readResetSearch(search).token} onChanged={() => lead('/signin')} />
      ) : (
        <SignInPage
          from={from}
          error={error}
          asksCode={second_factor}
          onSignedIn={() => enter(from ?? '/')}
          onEmpty={() => lead('/setup')}
        />
      )}
    </Suspense>
  )
}

/** Address of sign-in that returns to `page`, except for the sign-out page. */
function signInFor(page: string): string {
  return ['/', '/signout'].includes(page) ? '/signin' : `/signin?${new URLSearchParams({ from: page })}`
}

function show(address: string) {
  history.replaceState(null, '', here(address))
}

/** Leaves the page; the returned promise never resolves, so nothing continues. */
function enter(page: string): Promise<void> {
  location.replace(here(page))
  return new Promise(() => {})
}
