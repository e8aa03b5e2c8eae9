import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { MessageKey } from '../i18n/messageKey.ts'
import { toast } from '../toasts/toast.ts'
import { LinkLost } from './linkLost.ts'
import { SessionEnded } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * A failing query shows `errorMessage` in a toast; for refused and missing records the screen shows the message.
     */
    queryMeta: { errorMessage?: MessageKey }
    mutationMeta: { successMessage?: MessageKey; errorMessage?: MessageKey }
  }
}

export const queryClient = new QueryClient({
  // The library would delay calls while the browser has no network. A read would wait for ever, and a write would be
  // sent after the user gave up. Everything fails at once instead.
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
      if (isSecondFactorNeeded(error)) askForSecondFactor()
      const hasScreen =
        isForbidden(error) ||
        isNotFound(error) ||
        isSecondFactorNeeded(error) ||
        error instanceof SessionEnded
      // The notice about the lost connection already explains the failure.
      const isCovered = error instanceof LinkLost && query.state.data !== undefined
      if (query.meta?.errorMessage && !hasScreen && !isCovered) toast.failure(query.meta.errorMessage)
    },
  }),
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _result, mutation) => {
      if (mutation.meta?.successMessage) toast.success(mutation.meta.successMessage)
    },
    onError: (error, _variables, _result, mutation) => {
      if (isSecondFactorNeeded(error)) askForSecondFactor()
      if (mutation.meta?.errorMessage) toast.failure(mutation.meta.errorMessage)
    },
  }),
})

/** An organization may begin to require a second factor at any time; the shell then shows only how to turn it on. */
export function askForSecondFactor() {
  void queryClient.invalidateQueries({ queryKey: ['users', 'me'] })
}

const isSecondFactorNeeded = (error: unknown) =>
  error instanceof Problem && error.code === 'SECOND_FACTOR_REQUIRED'
export const isForbidden = (error: unknown) => error instanceof Problem && error.code === 'not_allowed'
export const isNotFound = (error: unknown) => error instanceof Problem && error.code === 'not_found'

/** True for errors of the network or the server, which another attempt may solve, and false for invalid requests. */
function mayPass(error: unknown): boolean {
  if (error instanceof SessionEnded) return false
  return !(error instanceof Problem) || error.status >= 500
}
