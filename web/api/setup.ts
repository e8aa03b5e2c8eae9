import { queryOptions } from '@tanstack/react-query'

/** What the installation is like, which anybody may ask. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async () => (await import('./signIn.ts')).readSetup(),
  retry: false,
})
