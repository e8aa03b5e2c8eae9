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
  /** Token that is valid for at least two more minutes. Throws SessionEnded when this page's user has no session. */
  token(): Promise<string>
  /** Fetches a new token, which proves that the cookie belongs to this page's user now. */
  freshToken(): Promise<string>
  /** True when the cookie still has a valid session. */
  restore(): Promise<boolean>
  /** True from the end of the session until a user signs in again. */
  isOver(): boolean
  /** Drops the token, so that the next call fetches one with the current permissions. */
  forget(): void
  /** Called when the same user changes organization or role: other tabs reload. */
  changeEyes(): void
  /** Starts over after signing in. */
  begin(): void
  /** Signs out on the server, then in the browser. Throws, still signed in, when the server fails. */
  signOut(): Promise<void>
  /** Ends the session until a user signs in again. */
  end(): void
  onEnd(listener: () => void): () => void
  /** Called when the page belongs to another user or view, and must reload. */
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

/** A token is renewed this long before it expires, so that a caller that reads it every minute never has an expired one. */
const REFRESH_BEFORE_MS = 2 * MINUTE_MS
/** Time limit for fetching a token, since all calls wait for the same token. */
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

  /** Throws unless the page belongs to this user with this view. */
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

/** Two installations below one host name have separate sessions. */
const MARK = `session-of${BASE}`

export const session = createSession({
  fetch: (...args) => fetch(...args),
  now: Date.now,
  shared: {
    read: () => localStorage.getItem(MARK),
    write: (mark) => (mark === null ? localStorage.removeItem(MARK) : localStorage.setItem(MARK, mark)),
  },
})

/** Checks the signed-in user when another tab reports another user, and when this tab returns from the background. */
export function followOtherTabs() {
  const look = () => void session.restore().catch(() => {})
  // A page whose session ended continues when its user has signed in again in another tab.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || !session.isOver()) return
    session.begin()
    look()
  })
  addEventListener('storage', ({ key }) => key === MARK && look())
  addEventListener('pageshow', ({ persisted }) => persisted && look())
}

/** Reads the user and the expiry of a token; only the server verifies the signature. */
function payloadOf(token: string): { sub: string; exp: number } {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}
