import { queryOptions } from '@tanstack/react-query'
import { fetchHeatmap, type HeatmapLayer } from '#contract/wire/heatmap.ts'
import { call } from './call.ts'

/** One layer over a time range. The layer is large and covers the past, so it is not refetched automatically. */
export const heatmapQuery = (type: HeatmapLayer, range: { start_time: string; end_time: string }) =>
  queryOptions({
    queryKey: ['heatmap', type, range],
    queryFn: async ({ signal }) => (await call(fetchHeatmap, { body: { type, ...range }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { errorMessage: 'error.heatmap' },
  })
