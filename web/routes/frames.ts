/** Routes that are more than a row of the table: parents of the rows, and pages with work before they show. */
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { t } from 'i18next'
import { completeWords } from '../i18n/i18n.ts'
import { lazyRouteComponent } from '../loading/parts.ts'
import { readSignInSearch } from '../searchParameters.ts'
import { queryClient } from '../session/queryClient.ts'
import { SessionEnded, session } from '../session/session.ts'
import { visit } from '../session/visit.ts'
import { toast } from '../toasts/toast.ts'
import { ErrorPage } from '../ui/ErrorPage.tsx'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { Waiting } from '../ui/Waiting.tsx'

/** Set while a tab reloads because another tab signed in as another user; the tab then shows a message once. */
export const FOLLOWED = 'followed-tab'

export const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: ErrorPage })

const signInPage = lazyRouteComponent(() => import('./signin/SignInRoute.tsx'), 'SignInRoute')
export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: readSignInSearch,
  beforeLoad: async ({ search }) => {
    // Loads while the server is asked whether a session exists.
    void signInPage.preload?.()
    if (await session.restore().catch(() => false)) throw redirect({ href: search.from ?? '/map' })
  },
  component: signInPage,
})
/** One trip for the holder of a share link, without the rest of the console. */
export const shared = createRoute({
  getParentRoute: () => root,
  path: '/shared/$token',
  beforeLoad: async ({ params: { token } }) => {
    visit.begin(token)
    await completeWords()
  },
  component: lazyRouteComponent(() => import('./trip/shared/SharedPage.tsx'), 'SharedPage'),
  pendingComponent: Waiting,
  pendingMinMs: 0,
  errorComponent: ErrorPage,
})
/** The watch board of one department on a wall screen, without the rest of the console. */
export const wall = createRoute({
  getParentRoute: () => root,
  path: '/wall/$token',
  beforeLoad: async ({ params: { token } }) => {
    visit.begin(token, true)
    await completeWords()
  },
  component: lazyRouteComponent(() => import('./board/wall/WallPage.tsx'), 'WallPage'),
  pendingComponent: Waiting,
  pendingMinMs: 0,
  errorComponent: ErrorPage,
})
const userApi = () => import('../api/user.ts')

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'console',
  beforeLoad: async ({ location }) => {
    const restored = await session.restore().catch((error) => {
      // A signed-in user stays in the shell while the server is away; the page's own requests report the failure.
      if (queryClient.getQueryData(['users', 'me'])) return true
      toast.failure('error.token')
      throw error
    })
    if (!restored)
      throw redirect({ to: '/signin', search: location.href === '/' ? {} : { from: location.href } })
    // Requested before the files of the page, which would delay it; the loader waits for the answer.
    const { loadUser } = await userApi()
    Promise.all([loadUser(), completeWords()]).catch(() => {})
  },
  loader: async () => {
    const { loadUser, noteLastLogin } = await userApi()
    try {
      const [user] = await Promise.all([loadUser(), completeWords()])
      noteLastLogin(user).catch(() => {})
      if (sessionStorage.getItem(FOLLOWED) === null) return
      sessionStorage.removeItem(FOLLOWED)
      toast.showText(t('error.followedTab', { name: user.name }), 'info')
    } catch (error) {
      if (!(error instanceof SessionEnded)) toast.failure('error.signInLoad')
      session.end()
      throw redirect({ to: '/signin' })
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
  pendingComponent: Waiting,
  // Shows the console as soon as possible, however short the wait was.
  pendingMinMs: 0,
  errorComponent: ErrorPage,
})

export const unknown = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  staticData: { crumbs: ['error.notFoundCrumb'] },
  component: NotFoundPage,
})
