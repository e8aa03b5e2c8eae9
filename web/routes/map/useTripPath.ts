import { useEffect } from 'react'
import type { PathPoint } from '#contract/timeSeries.ts'
import type { Trip } from '#contract/trip.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { queryClient } from '../../session/queryClient.ts'
import { mapPathQuery } from '../../trips/tripRequests.ts'

/** The path of a trip; of one under way, fixes are put on its end as they arrive, until it is read again. */
export function useTripPath(trip: Trip) {
  const query = mapPathQuery(trip)
  const { id: tripId, live, vessel_id: vesselId } = trip

  useEffect(() => {
    if (!live) return
    return vesselStates.subscribe((changed) => {
      const vessel = changed.find(({ id }) => id === vesselId)
      if (!vessel || vessel.lat === null || vessel.lon === null || vessel.last_updated === null) return
      const { lat, lon, sog, cog, impact: alt, last_updated: timestamp } = vessel
      const { queryKey } = mapPathQuery({ id: tripId, live })
      queryClient.setQueryData(
        queryKey,
        (path) => path && appendPoint(path, { lat, lon, sog, cog, alt, timestamp }),
      )
    })
  }, [live, vesselId, tripId])
  return query
}

/** Adds a point that is newer than the last; an older one, or one at the same second, says nothing new. */
export function appendPoint(path: readonly PathPoint[], point: PathPoint): PathPoint[] {
  const last = path.at(-1)
  if (last && point.timestamp - last.timestamp < 1000) return path as PathPoint[]
  return [...path, point]
}
