import { createRouter } from '@tanstack/react-router'
import { here } from './base.ts'
import { hasUnsavedChanges } from './forms/useAsksFirst.ts'
import { FOLLOWED, signedIn } from './routes/frames.ts'
import { routes } from './routes/routes.ts'
import { followOtherTabs, session } from './session/session.ts'
import { toast } from './toasts/toast.ts'
import { ErrorPage } from './ui/ErrorPage.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

export const router = createRouter({
  basepath: here('/'),
  routeTree: routes,
  defaultErrorComponent: ErrorPage,
  defaultPendingMs: 150,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

// A session that ends leads to sign-in, and back to the page after signing in. A form with unsaved changes stays: the
// user may sign in again in another tab, and is asked before the page changes.
session.onEnd(() => {
  if (!router.state.matches.some(({ routeId }) => routeId === signedIn.id)) return
  if (hasUnsavedChanges()) toast.failure('error.sessionEnded')
  else void router.invalidate()
})

// Reloads the page, which clears all data and unsaved input of the previous user.
session.onOther(() => {
  sessionStorage.setItem(FOLLOWED, '')
  location.reload()
})
followOtherTabs()
