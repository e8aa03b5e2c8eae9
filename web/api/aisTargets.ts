import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAisTargets } from '#contract/aisTarget.ts'
import { call } from './call.ts'

const REREAD_MS = 10_000

/** The ships around the fleet, as they are heard. */
export const aisTargetsQuery = queryOptions({
  queryKey: ['ais-targets'],
  queryFn: ({ signal }) => call(listAisTargets, { signal }),
  placeholderData: keepPreviousData,
  staleTime: REREAD_MS,
  refetchInterval: REREAD_MS,
})
