import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchDashboardStatistics } from '#contract/statistics.ts'
import { call } from './call.ts'

/** What these vessels did in [start, end), by day, week and month of the reader's own calendar. */
export const dashboardQuery = (
  range: { start_time: string; end_time: string },
  vesselIds: readonly string[],
) =>
  queryOptions({
    queryKey: ['dashboard', range, vesselIds],
    queryFn: async ({ signal }) => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const body = { ...range, vessel_id: [...vesselIds], timezone }
      return (await call(fetchDashboardStatistics, { body, signal })).stats
    },
    enabled: vesselIds.length > 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.dashboard' },
  })
