import { useEffect } from 'react'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { measuredMs } from '#contract/wire/vessel.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { queryClient } from '../../session/queryClient.ts'
import { mapPathQuery } from '../../trips/tripRequests.ts'

/** A value of a trip holds for as long until the next one. */
const HOLD_MS = 10_000

/** The path of a trip; of one under way, fixes are put on its end as they arrive, until it is read again. */
export function useTripPath(trip: Trip) {
  const query = mapPathQuery(trip)
  const { id: tripId, live, vessel_id: vesselId } = trip

  useEffect(() => {
    if (!live) return
    return vesselStates.subscribe((changed) => {
      const vessel = changed.find(({ id }) => id === vesselId)
      const timestamp = vessel ? measuredMs(vessel, 'position') : null
      if (!vessel || vessel.lat === null || vessel.lon === null || timestamp === null) return
      const { lat, lon } = vessel
      // A value that stopped while positions go on is none of this point.
      const [sog = null, cog = null, alt = null] = (['sog', 'cog', 'impact'] as const).map((name) =>
        Math.abs((measuredMs(vessel, name) ?? 0) - timestamp) <= HOLD_MS ? vessel[name] : null,
      )
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
