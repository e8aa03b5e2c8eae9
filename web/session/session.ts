import { MINUTE_MS } from '#contract/domain/time.ts'
import { BASE, here } from '../base.ts'

/**
 * Session of the signed-in user. The session itself is an http-only cookie. Calls carry a short-lived token, fetched
 * with the cookie, kept in memory only and fetched again shortly before it expires.
 *
 * All tabs of a browser share the cookie, and any tab may sign in as another user. A page belongs to one user from its
 * first token until it is loaded again. Each token names its user, and a page never uses the token of another user.
 */
export interface Session {
  /** A token good for at least two more minutes. Throws SessionEnded when there is none of this page's person. */
  token(): Promise<string>
  /** The same, fetched this moment: the cookie is this person's now. */
  freshToken(): Promise<string>
  /** True when the cookie still stands for a session. */
  restore(): Promise<boolean>
  /** True from the end of the session until somebody signs in again. */
  isOver(): boolean
  /** Drops the token, so that the next call fetches one that knows of changed rights. */
  forget(): void
  /** The same person sees other things from now on, in every tab: those beside this one are loaded again. */
  changeEyes(): void
  /** Begins anew after signing in. */
  begin(): void
  /** Signs out on the server, then here. Throws, still signed in, when the server does not. */
  signOut(): Promise<void>
  /** Declares the session over until somebody signs in again. */
  end(): void
  onEnd(listener: () => void): () => void
  /** When the page is somebody else's, or of somebody who sees other things, and must be loaded again. */
  onOther(listener: () => void): () => void
}

/**
 * Message between the tabs of a browser: the user whose session a tab last saw. The mark only prompts a request; the
 * server names the user.
 */
export interface Mark {
  read(): string | null
  write(mark: string | null): void
}

export class SessionEnded extends Error {}
export class TokenUnavailable extends Error {}

/** Tokens last ten minutes; with two to spare, whoever asks every minute never holds a dead one. */
const REFRESH_BEFORE_MS = 2 * MINUTE_MS
/** All calls wait for one token: a link that swallowed the question would hold them up after it is back. */
const GIVE_UP_MS = 15_000

export function createSession({
  fetch,
  now,
  shared,
}: {
  fetch: typeof globalThis.fetch
  now: () => number
  shared: Mark
}): Session {
  let held: { token: string; goodUntilMs: number } | null = null
  let refreshing: Promise<string> | null = null
  let over = false
  /** User of this page, with the time since which the user has this view. */
  let mark: string | null = null
  const endListeners = new Set<() => void>()
  const otherListeners = new Set<() => void>()

  async function refresh(): Promise<string> {
    const signal = AbortSignal.timeout(GIVE_UP_MS)
    const response = await fetch(here('/identity/token'), { credentials: 'same-origin', signal }).catch(
      () => null,
    )
    if (!response?.ok) throw new TokenUnavailable('Failed to retrieve token. Please try again.')
    const { token } = (await response.json()) as { token: string | null }
    if (!token) {
      end()
      throw new SessionEnded('User is not authenticated')
    }
    const { sub, exp } = payloadOf(token)
    claim(sub)
    held = { token, goodUntilMs: exp * 1000 - REFRESH_BEFORE_MS }
    return token
  }

  /** Throws where the page is not, or no longer, of this person as they see things now. */
  function claim(person: string) {
    const seen = shared.read()
    const current = seen?.split(' ')[0] === person ? seen : person
    shared.write(current)
    mark ??= current
    if (mark === current) return
    held = null
    over = true
    for (const listener of otherListeners) listener()
    throw new SessionEnded('Somebody else is signed in')
  }

  function end() {
    held = null
    over = true
    for (const listener of endListeners) listener()
  }

  const session: Session = {
    async token() {
      if (over) throw new SessionEnded('User is not authenticated')
      if (held && now() < held.goodUntilMs && shared.read() === mark) return held.token
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      return refreshing
    },
    freshToken() {
      held = null
      return session.token()
    },
    async restore() {
      try {
        await session.token()
        return true
      } catch (error) {
        if (error instanceof SessionEnded) return false
        throw error
      }
    },
    isOver: () => over,
    forget() {
      held = null
    },
    changeEyes() {
      held = null
      mark = `${mark?.split(' ')[0]} ${now()}`
      shared.write(mark)
    },
    begin() {
      held = null
      over = false
    },
    async signOut() {
      const response = await fetch(here('/identity/sign-out'), {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(GIVE_UP_MS),
      })
      if (!response.ok) throw new Error(`Signing out was answered with ${response.status}.`)
      shared.write(null)
      end()
    },
    end,
    onEnd(listener) {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    onOther(listener) {
      otherListeners.add(listener)
      return () => otherListeners.delete(listener)
    },
  }
  return session
}

/** Two installations below one name have sessions of their own. */
const MARK = `session-of${BASE}`

export const session = createSession({
  fetch: (...args) => fetch(...args),
  now: Date.now,
  shared: {
    read: () => localStorage.getItem(MARK),
    write: (mark) => (mark === null ? localStorage.removeItem(MARK) : localStorage.setItem(MARK, mark)),
  },
})

/** Looks who is signed in as soon as another tab says that it is somebody else, or this one was away. */
export function followOtherTabs() {
  const look = () => void session.restore().catch(() => {})
  // A page whose session ended goes on once its person has signed in again beside it.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || !session.isOver()) return
    session.begin()
    look()
  })
  addEventListener('storage', ({ key }) => key === MARK && look())
  addEventListener('pageshow', ({ persisted }) => persisted && look())
}

/** The browser only reads whose the token is and when it runs out; whether it is genuine is for the server to judge. */
function payloadOf(token: string): { sub: string; exp: number } {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}
