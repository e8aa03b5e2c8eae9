import { fetchPaths } from '#contract/wire/timeSeries.ts'
import { atOnce } from '#server/analytics/atOnce.ts'
import { tripPath } from '#server/analytics/tripPath.ts'
import { findTripsByIds } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'

/** The column store answers this many questions side by side; more would only wait inside it. */
const AT_ONCE = 3

/** Paths of the trips that the caller can see; the others are left out, whether or not they exist. */
export const fetchPathsRoute = serve(fetchPaths, async ({ db, telemetry, paths, caller, body }) => {
  const found = await findTripsByIds(db, caller.scope, body.trip_ids)
  const data = await atOnce(AT_ONCE, found, async ({ askedId, trip, vessel }) => {
    const toUs = trip.endUs ?? trip.lastRecordUs
    const interval = { vesselNumber: vessel.number, fromUs: trip.startUs, toUs }
    const read = () => tripPath(telemetry, interval, body.points)
    const version = [
      trip.id,
      trip.algoVersion,
      trip.startUs,
      toUs,
      trip.distanceM,
      trip.peakImpactG,
      body.points,
    ]
    const points = trip.endUs === null ? await read() : await paths.get(version.join(' '), read)
    return { trip_id: askedId, points }
  })
  return { data }
})
