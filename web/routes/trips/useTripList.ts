import { useQuery } from '@tanstack/react-query'
import type { ListQuery } from '#contract/list.ts'
import { pathsQuery, tripsQuery } from '../../api/trips.ts'
import type { ListSearch } from '../../searchParameters.ts'
import { choices, daysBetween, listQuery } from '../../tables/listQuery.ts'

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
  const { vessel, captain } = search
  return listQuery(search, { size: 10, order: 'start_time:desc' }, [
    ...choices({ vessel_id: vessel, captain_id: captain }),
    ...daysBetween('start_time', search),
  ])
}
