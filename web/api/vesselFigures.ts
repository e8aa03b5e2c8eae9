import { queryOptions } from '@tanstack/react-query'
import { fetchFuelStatistics, fetchSafetyStatistics } from '#contract/wire/statistics.ts'
import { call } from './call.ts'

/** Earliest time of all queries. */
const BEGIN = '2020-01-01T00:00:00.000Z'

/** Figures of a vessel over all her trips, in the units of a trip's figures; null when unknown. */
export const vesselFiguresQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['statistics', 'vessel', vesselId],
    queryFn: async ({ signal }) => {
      const body = {
        request_type: 'agg' as const,
        vessel_id: vesselId,
        start_time: BEGIN,
        end_time: new Date().toISOString(),
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }
      const [safety, fuel] = await Promise.all([
        call(fetchSafetyStatistics, { body, signal }),
        call(fetchFuelStatistics, { body, signal }),
      ])
      const { summary } = safety.stats
      const fastest = safety.data.max_sog.map(({ y }) => y).filter((y) => y !== null)
      const redImpacts = summary.red_impacts
      return {
        ...summary,
        ...fuel.stats.summary,
        max_sog: fastest.length > 0 ? fastest.reduce((most, y) => Math.max(most, y)) : null,
        impact_frequency: redImpacts !== null && summary.distance > 0 ? redImpacts / summary.distance : null,
      }
    },
  })
