import { SEA_STATES, type Trip } from '#contract/wire/trip.ts'
import type { ListSearch } from '../../searchParameters.ts'
import { daysBetween, oneOf } from '../../tables/listQuery.ts'

/** Filters and sorts loaded trips in the same way as the server does with a page of trips. */
export function arrangeTrips(
  trips: readonly Trip[],
  search: Pick<ListSearch, 'vessel' | 'captain' | 'status' | 'from' | 'to' | 'order'>,
  defaultOrder: string,
): Trip[] {
  const { vessel, captain } = search
  const seaState = oneOf(SEA_STATES, search.status)
  const days = daysBetween('start_time', search).map(({ operator, value }) => ({
    operator,
    ms: Date.parse(value),
  }))
  const [field = '', direction] = (search.order ?? defaultOrder).split(':')
  const sign = direction === 'asc' ? 1 : -1
  return trips
    .filter((trip) => {
      const startMs = Date.parse(trip.start_time)
      return (
        (vessel === undefined || trip.vessel_id === vessel) &&
        (captain === undefined || trip.captain_id === captain) &&
        (seaState === undefined || trip.sea_state === seaState) &&
        days.every(({ operator, ms }) => (operator === 'gte' ? startMs >= ms : startMs < ms))
      )
    })
    .sort((a, b) => compare(figureOf(a, field), figureOf(b, field), sign))
}

function figureOf(trip: Trip, field: string): number | null {
  if (field === 'duration') return trip.stats.duration
  if (field === 'peak_impact') return trip.stats.peak_impact
  return Date.parse(trip.start_time)
}

/** Compares two values; unknown ones come last in both directions. */
function compare(a: number | null, b: number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (a - b)
}
