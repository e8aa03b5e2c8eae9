import { useQuery } from '@tanstack/react-query'
import type { ListQuery } from '#contract/list.ts'
import { pathsQuery, tripsQuery } from '../../api/trips.ts'
import type { ListSearch } from '../../searchParameters.ts'

/** The trips that the address asks for, and their tracks in one further call. */
export function useTripList(search: ListSearch) {
  const trips = useQuery(tripsQuery(toList(search)))
  const rows = trips.data?.data ?? []
  const ids = rows.map(({ id }) => id)
  const paths = useQuery(
    pathsQuery(
      ids,
      rows.some(({ live }) => live),
    ),
  )
  return { trips, paths: paths.data }
}

export const hasFilters = ({ vessel, captain, from, to }: ListSearch) =>
  Boolean(vessel ?? captain ?? from ?? to)

export function toList(search: ListSearch): Partial<ListQuery> {
  const { page = 0, size = 10, order = 'start_time:desc', vessel, captain, from, to } = search
  const [field = 'start_time', direction] = order.split(':')
  const filter: ListQuery['filter'] = []
  if (vessel) filter.push({ field: 'vessel_id', operator: 'eq', value: vessel })
  if (captain) filter.push({ field: 'captain_id', operator: 'eq', value: captain })
  if (from) filter.push({ field: 'start_time', operator: 'gte', value: startOfDay(from).toISOString() })
  if (to) filter.push({ field: 'start_time', operator: 'lt', value: endOfDay(to).toISOString() })
  return {
    skip: page * size,
    limit: size,
    order: [{ field, direction: direction === 'asc' ? 'asc' : 'desc' }],
    filter,
  }
}

/** Days are those of the reader's own clock. */
const startOfDay = (day: string) => new Date(`${day}T00:00`)
function endOfDay(day: string): Date {
  const midnight = startOfDay(day)
  // By the calendar, since a day may have 23 or 25 hours.
  midnight.setDate(midnight.getDate() + 1)
  return midnight
}
