import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { MessageKey } from '../i18n/messageKey.ts'
import { toast } from '../toasts/toast.ts'
import { LinkLost } from './linkLost.ts'
import { SessionEnded } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** A query that fails says `errorMessage` in a toast; one that is refused or finds nothing leaves the word to the screen. */
    queryMeta: { errorMessage?: MessageKey }
    mutationMeta: { successMessage?: MessageKey; errorMessage?: MessageKey }
  }
}

export const queryClient = new QueryClient({
  // The library would hold calls back while the browser has no network: a read would wait for ever, and a write would be
  // sent later, when the person has given it up. Everything fails at once instead.
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE_MS,
      retry: (failures, error) => failures < 2 && mayPass(error),
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      const hasScreen = isForbidden(error) || isNotFound(error) || error instanceof SessionEnded
      // The line about the lost connection covers what is on the screen already.
      const isCovered = error instanceof LinkLost && query.state.data !== undefined
      if (query.meta?.errorMessage && !hasScreen && !isCovered) toast.failure(query.meta.errorMessage)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _result, mutation) => {
      if (mutation.meta?.successMessage) toast.success(mutation.meta.successMessage)
    },
    onError: (_error, _variables, _result, mutation) => {
      if (mutation.meta?.errorMessage) toast.failure(mutation.meta.errorMessage)
    },
  }),
})

export const isForbidden = (error: unknown) => error instanceof Problem && error.code === 'not_allowed'
export const isNotFound = (error: unknown) => error instanceof Problem && error.code === 'not_found'

/** Worth another try: the network or the server stumbled. What the caller asked wrongly will not get better. */
function mayPass(error: unknown): boolean {
  if (error instanceof SessionEnded) return false
  return !(error instanceof Problem) || error.status >= 500
}
