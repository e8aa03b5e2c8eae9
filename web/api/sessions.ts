/** Calls about the user's own sessions, one for each browser that is signed in. */
import { queryOptions } from '@tanstack/react-query'
import { askIdentityOfMe } from './askIdentity.ts'

export interface OwnSession {
  id: string
  signed_in_at: string
  /** Renewed once a day. */
  last_used_at: string
  ip: string | null
  /** Name that the browser gave itself (`User-Agent`). */
  browser: string | null
  current: boolean
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await askIdentityOfMe<{ sessions: OwnSession[] }>('sessions')).sessions,
})

export const endSession = (id: string) => askIdentityOfMe('sessions/end', { id })
