import { useQuery } from '@tanstack/react-query'
import { type BasemapIndex, readBasemap } from '#contract/wire/basemap.ts'
import { call } from '../api/call.ts'

/** Polling interval while the server is still cutting a finer map. */
const REREAD_MS = 5000

/**
 * Base maps below the fleet, refetched until the finest map is ready. Undefined during the first request, and when
 * the server did not answer.
 */
export function useBasemap(): { basemap: BasemapIndex | undefined; isAsked: boolean } {
  const { data, isFetched, failureCount } = useQuery({
    queryKey: ['basemap'],
    queryFn: ({ signal }) => call(readBasemap, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.ready ? false : REREAD_MS),
  })
  return { basemap: data, isAsked: !isFetched && failureCount === 0 }
}
