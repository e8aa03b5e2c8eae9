import { useEffect } from 'react'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { measuredMs } from '#contract/wire/vessel.ts'
import { vesselStates } from '../../live/vesselStates.ts'
import { queryClient } from '../../session/queryClient.ts'
import { mapPathQuery } from '../../trips/tripRequests.ts'

/** Longest time that a value stays valid until the next one, ms. */
const HOLD_MS = 10_000

/** Path of a trip. During a trip, arriving fixes are appended until the path is read again. */
export function useTripPath(trip: Trip) {
  const query = mapPathQuery(trip)
  const { id: tripId, live, vessel_id: vesselId } = trip

  useEffect(() => {
    if (!live) return
    return vesselStates.subscribe((changed) => {
      const vessel = changed.find(({ id }) => id === vesselId)
      const timestamp = vessel ? measuredMs(vessel, 'position') : null
      if (!vessel || vessel.latitudeDeg === null || vessel.longitudeDeg === null || timestamp === null) return
      const { latitudeDeg, longitudeDeg } = vessel
      // A value older than the position does not belong to the point.
      const [sog = null, cog = null, alt = null] = (['sog', 'cog', 'impact'] as const).map((name) =>
        Math.abs((measuredMs(vessel, name) ?? 0) - timestamp) <= HOLD_MS ? vessel[name] : null,
      )
      const { queryKey } = mapPathQuery({ id: tripId, live })
      queryClient.setQueryData(
        queryKey,
        (path) => path && appendPoint(path, { latitudeDeg, longitudeDeg, sog, cog, alt, timestamp }),
      )
    })
  }, [live, vesselId, tripId])
  return query
}

/** Appends a point at least a second newer than the last; ignores other points. */
export function appendPoint(path: readonly PathPoint[], point: PathPoint): PathPoint[] {
  const last = path.at(-1)
  if (last && point.timestamp - last.timestamp < 1000) return path as PathPoint[]
  return [...path, point]
}
