import { queryOptions } from '@tanstack/react-query'
import { HOUR_MS } from '#contract/domain/time.ts'
import { type ListAsked, MAX_LIMIT } from '#contract/wire/list.ts'
import { listTrips, type Trip } from '#contract/wire/trip.ts'
import { call } from '../api/call.ts'
import { choices } from '../tables/listQuery.ts'
import type { Subject } from './useStatistics.ts'
import { weekEdges, weeklyFigures } from './weeklyFigures.ts'

const WEEKS = 12
/** Most requests: a boat with more trips shows fewer weeks. */
const MOST_PAGES = 5

/** Figures of the last whole weeks, from the trips that began in them. */
export const weeklyFiguresQuery = (of: Subject) =>
  queryOptions({
    queryKey: ['trips', 'weeks', of],
    queryFn: async ({ signal }) => {
      const edges = weekEdges(new Date(), WEEKS)
      const filter: ListAsked<typeof listTrips>['filter'] = [
        ...choices({ captain_id: undefined, vessel_id: undefined, ...of }),
        { field: 'start_time', operator: 'gte', value: isoOf(edges[0]) },
        { field: 'start_time', operator: 'lt', value: isoOf(edges.at(-1)) },
      ]
      const order = [{ field: 'start_time', direction: 'desc' }] as const
      const trips: Trip[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const list = { skip: page * MAX_LIMIT, limit: MAX_LIMIT, order: [...order], filter }
        const { data, total } = await call(listTrips, { list, signal })
        trips.push(...data)
        if (trips.length >= total || data.length === 0) return weeklyFigures(trips, edges)
      }
      // The week of the oldest trip is known in part only.
      const oldestMs = Date.parse(trips.at(-1)?.start_time ?? '')
      return weeklyFigures(
        trips,
        edges.filter((edgeMs) => edgeMs > oldestMs),
      )
    },
    staleTime: HOUR_MS,
  })

const isoOf = (ms = 0) => new Date(ms).toISOString()
