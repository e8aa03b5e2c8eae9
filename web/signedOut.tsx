/**
 * Pages that a browser without a session gets for every address. Pages before sign-in contain nothing of the console,
 * which is fetched when sign-in is ready. Signing in loads the console.
 */
import '@fontsource-variable/inter/index.css'
import './ui/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BASE } from './base.ts'
import { startI18n } from './i18n/i18n.ts'
import { markScheme, shownScheme, watchScheme } from './preferences/shownScheme.ts'
import { SignedOutApp, show } from './SignedOutApp.tsx'
import { fetchConsole } from './signedOut/fetchConsole.ts'

const OWN = ['/signin', '/setup', '/reset-password']
const root = document.getElementById('root')
if (!root) throw new Error('signedOut.html has no #root')

const ownPath = () => location.pathname.slice(BASE.length) || '/'
if (!OWN.includes(ownPath())) show(signInFor(ownPath() + location.search + location.hash))
await startI18n({ isSignedOut: true })
const { way } = document.documentElement.dataset
const email = root.querySelector<HTMLInputElement>('input[name=email]')?.value
const app = (
  <SignedOutApp
    path={ownPath()}
    search={location.search}
    begun={way ? { mail: !way.includes('password'), demo: way.includes('demo') } : undefined}
    {...(email && { email })}
  />
)
// The server has written the page in its first state, see `prerender.tsx`.
if (root.hasChildNodes()) hydrateRoot(root, app)
else createRoot(root).render(app)
fetchConsole()

// Another window of the console may change the theme that theme.js chose at first.
watchScheme(() => markScheme(shownScheme()))

/** Address of sign-in that returns to `page`, except for the sign-out page. */
function signInFor(page: string): string {
  return ['/', '/signout'].includes(page) ? '/signin' : `/signin?${new URLSearchParams({ from: page })}`
}
