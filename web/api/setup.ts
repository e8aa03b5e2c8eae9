import { queryOptions } from '@tanstack/react-query'
import { readSetup } from './signIn.ts'

/** Public description of the installation, open to everyone. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: readSetup,
  retry: false,
})
