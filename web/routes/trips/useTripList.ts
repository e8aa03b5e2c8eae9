import { useQuery } from '@tanstack/react-query'
import type { ListAsked } from '#contract/wire/list.ts'
import { type listTrips, SEA_STATES } from '#contract/wire/trip.ts'
import { usePins } from '../../api/pins.ts'
import { pathsQuery, pinnedTripsQuery, tripsQuery } from '../../api/trips.ts'
import type { ListSearch } from '../../searchParameters.ts'
import { choices, daysBetween, listQuery, oneOf } from '../../tables/listQuery.ts'
import { arrangeTrips } from './arrangeTrips.ts'

export const DEFAULT_ORDER = 'start_time:desc'

/** Trips that match the address, among all or pinned ones; their tracks come in one further call. */
export function useTripList(search: ListSearch, onlyPinned: boolean) {
  const { pins } = usePins()
  const pinIds = pins.map(({ id }) => id)
  const all = useQuery({ ...tripsQuery(toList(search)), enabled: !onlyPinned })
  const pinned = useQuery({ ...pinnedTripsQuery(pinIds), enabled: onlyPinned })
  const query = onlyPinned ? pinned : all

  const shown = pinned.data?.filter(({ id }) => pinIds.includes(id))
  const rows = onlyPinned ? shown && arrangeTrips(shown, search, DEFAULT_ORDER) : all.data?.data
  const ids = rows?.map(({ id }) => id) ?? []
  const paths = useQuery(
    pathsQuery(
      ids,
      rows?.some(({ live }) => live),
    ),
  )
  return {
    rows,
    paths: paths.data,
    total: all.data?.total ?? 0,
    error: query.error,
    stale: query.isPlaceholderData,
    refetch: () => query.refetch(),
    /** Pins of trips that were deleted or that the user may no longer see. */
    goneIds:
      onlyPinned && shown && !pinned.isPlaceholderData
        ? pinIds.filter((id) => !shown.some((trip) => trip.id === id))
        : [],
  }
}

export const hasFilters = ({ vessel, captain, status, from, to }: ListSearch) =>
  Boolean(vessel ?? captain ?? oneOf(SEA_STATES, status) ?? from ?? to)

function toList(search: ListSearch): ListAsked<typeof listTrips> {
  const { vessel, captain, status } = search
  return listQuery(search, { size: 10, order: DEFAULT_ORDER }, [
    ...choices({ vessel_id: vessel, captain_id: captain, sea_state: oneOf(SEA_STATES, status) }),
    ...daysBetween('start_time', search),
  ])
}
