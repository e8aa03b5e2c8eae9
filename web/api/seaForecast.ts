import { queryOptions } from '@tanstack/react-query'
import { MINUTE_MS, SECOND_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { getSeaForecast, getSeaValues, type SeaGrid, unpackSeaValues } from '#contract/wire/seaForecast.ts'
import { here } from '../base.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'

const SEA = ['sea-forecast']

/** Description of the organization's grid. Asking for it makes the server fetch one. */
export const seaForecastQuery = queryOptions({
  queryKey: SEA,
  queryFn: ({ signal }) => call(getSeaForecast, { signal, everyDepartment: true }),
  refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? 5 * SECOND_MS : 5 * MINUTE_MS),
})

export const seaValuesQuery = (grid: SeaGrid) =>
  queryOptions({
    queryKey: [...SEA, grid.version],
    queryFn: async ({ signal }) => {
      const url = here(getSeaValues.path.replace(':version', grid.version))
      const response = await fetch(url, { credentials: 'same-origin', signal })
      // A newer grid has taken its place.
      if (response.status === 404) void queryClient.invalidateQueries({ queryKey: SEA, exact: true })
      if (!response.ok) throw new Problem(response.status === 404 ? 'not_found' : 'internal')
      return unpackSeaValues(await response.arrayBuffer(), grid)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: MINUTE_MS,
  })
