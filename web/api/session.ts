/**
 * Who is signed in. The session itself is an http-only cookie; what calls carry is a short-lived token fetched with
 * it, kept in memory only and fetched anew shortly before it runs out.
 */
export interface Session {
  /** A token good for at least two more minutes. Throws SessionEnded when there is no session. */
  token(): Promise<string>
  /** True when the cookie still stands for a session. */
  restore(): Promise<boolean>
  /** Drops the token, so that the next call fetches one that knows of changed rights. */
  forget(): void
  /** Begins anew after signing in. */
  begin(): void
  /** Signs out on the server, then here. */
  signOut(): Promise<void>
  /** Declares the session over until somebody signs in again. */
  end(): void
  onEnd(listener: () => void): () => void
}

export class SessionEnded extends Error {}
export class TokenUnavailable extends Error {}

/** Tokens last ten minutes; with two to spare, whoever asks every minute never holds a dead one. */
const REFRESH_BEFORE_MS = 120_000

export function createSession({
  fetch,
  now,
}: {
  fetch: typeof globalThis.fetch
  now: () => number
}): Session {
  let held: { token: string; goodUntilMs: number } | null = null
  let refreshing: Promise<string> | null = null
  let over = false
  const listeners = new Set<() => void>()

  async function refresh(): Promise<string> {
    const response = await fetch('/identity/token', { credentials: 'same-origin' }).catch(() => null)
    if (!response?.ok) throw new TokenUnavailable('Failed to retrieve token. Please try again.')
    const { token } = (await response.json()) as { token: string | null }
    if (!token) {
      end()
      throw new SessionEnded('User is not authenticated')
    }
    held = { token, goodUntilMs: expiryMs(token) - REFRESH_BEFORE_MS }
    return token
  }

  function end() {
    held = null
    over = true
    for (const listener of listeners) listener()
  }

  const session: Session = {
    async token() {
      if (over) throw new SessionEnded('User is not authenticated')
      if (held && now() < held.goodUntilMs) return held.token
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      return refreshing
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
    forget() {
      held = null
    },
    begin() {
      held = null
      over = false
    },
    async signOut() {
      await fetch('/identity/sign-out', {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      end()
    },
    end,
    onEnd(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return session
}

export const session = createSession({ fetch: (...args) => fetch(...args), now: Date.now })

/** The browser only reads when the token runs out; whether it is genuine is for the server to judge. */
function expiryMs(token: string): number {
  const [, payload = ''] = token.split('.')
  const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
  return exp * 1000
}
