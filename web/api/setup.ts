import { queryOptions } from '@tanstack/react-query'
import { readSetup } from './signIn.ts'

/** What the installation is like, which anybody may ask. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: readSetup,
  retry: false,
})
