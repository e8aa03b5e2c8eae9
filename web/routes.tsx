/** Address to page. Signed-out pages come with the first load; everything behind sign-in loads with the shell. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { SessionEnded, session } from './api/session.ts'
import type { MessageKey } from './i18n/messageKey.ts'
import { SignInPage } from './routes/signin/SignInPage.tsx'
import {
  readListSearch,
  readMapSearch,
  readResetSearch,
  readSignInSearch,
  readTripMapSearch,
} from './searchParameters.ts'
import { ErrorPage } from './ui/ErrorPage.tsx'
import { NotFoundPage } from './ui/NotFoundPage.tsx'
import { toast } from './ui/toast.ts'
import { Waiting } from './ui/Waiting.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the breadcrumbs say; those with an address are links. */
    crumbs?: readonly { title: MessageKey; to?: '/map' | '/trips' }[]
  }
  interface Register {
    router: typeof router
  }
}

const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: readSignInSearch,
  beforeLoad: async () => {
    if (await session.restore().catch(() => false)) throw redirect({ to: '/map' })
  },
  component: SignInPage,
})
const signOut = createRoute({
  getParentRoute: () => root,
  path: '/signout',
  component: lazyRouteComponent(() => import('./routes/signout/SignOutPage.tsx'), 'SignOutPage'),
})
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./routes/setup/SetupPage.tsx'), 'SetupPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: readResetSearch,
  component: lazyRouteComponent(
    () => import('./routes/resetPassword/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'console',
  beforeLoad: async ({ location }) => {
    const restored = await session.restore().catch((error) => {
      toast.failure('error.token')
      throw error
    })
    if (restored) return
    throw redirect({ to: '/signin', search: location.href === '/' ? {} : { from: location.href } })
  },
  loader: async () => {
    const { loadUser, noteLastLogin } = await import('./api/user.ts')
    try {
      noteLastLogin(await loadUser()).catch(() => {})
    } catch (error) {
      if (!(error instanceof SessionEnded)) toast.failure('error.signInLoad')
      session.end()
      throw redirect({ to: '/signin' })
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('./routes/shell/Shell.tsx'), 'Shell'),
  pendingComponent: Waiting,
  errorComponent: ErrorPage,
})

const index = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/map' })
  },
})
const map = createRoute({
  getParentRoute: () => signedIn,
  path: '/map',
  validateSearch: readMapSearch,
  staticData: { crumbs: [{ title: 'nav.overview' }, { title: 'nav.map' }] },
  component: lazyRouteComponent(() => import('./routes/map/FleetMapPage.tsx'), 'FleetMapPage'),
})
const tripMap = createRoute({
  getParentRoute: () => signedIn,
  path: '/map/trips/$tripId',
  validateSearch: readTripMapSearch,
  staticData: {
    crumbs: [
      { title: 'nav.map', to: '/map' },
      { title: 'nav.trips', to: '/trips' },
    ],
  },
  component: lazyRouteComponent(() => import('./routes/map/TripMapPage.tsx'), 'TripMapPage'),
})
const trips = createRoute({
  getParentRoute: () => signedIn,
  path: '/trips',
  validateSearch: readListSearch,
  staticData: { crumbs: [{ title: 'nav.overview' }, { title: 'nav.trips' }] },
  component: lazyRouteComponent(() => import('./routes/trips/TripsPage.tsx'), 'TripsPage'),
})
const feedback = createRoute({
  getParentRoute: () => signedIn,
  path: '/resources/feedback',
  staticData: { crumbs: [{ title: 'feedback.title' }] },
  component: lazyRouteComponent(() => import('./routes/resources/FeedbackPage.tsx'), 'FeedbackPage'),
})
const unknown = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  staticData: { crumbs: [{ title: 'error.notFoundCrumb' }] },
  component: NotFoundPage,
})

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signOut,
    setup,
    resetPassword,
    signedIn.addChildren([index, map, tripMap, trips, feedback, unknown]),
  ]),
  defaultErrorComponent: ErrorPage,
  defaultPendingMs: 150,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

// A session that ends under way leads to sign-in, and from there back to where one was.
session.onEnd(() => {
  if (router.state.matches.some(({ routeId }) => routeId === signedIn.id)) void router.invalidate()
})
