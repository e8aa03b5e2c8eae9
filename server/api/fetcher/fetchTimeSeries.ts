import { Problem } from '#contract/errors.ts'
import { fetchTimeSeries, type TimeSeriesRequest } from '#contract/timeSeries.ts'
import { instantUs, timeSeries } from '#server/analytics/timeSeries.ts'
import type { Scope } from '#server/records/scope.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Stretch } from '#server/telemetry/telemetry.ts'
import { serve } from '../serve.ts'

export const fetchTimeSeriesRoute = serve(fetchTimeSeries, async ({ db, telemetry, caller, body }) => {
  const stretch = await stretchOf(db, caller.scope, body.filters)
  return { data: await timeSeries(telemetry, stretch, body) }
})

/** A trip stands for its vessel and its time; times that are given win over those of the trip. */
async function stretchOf(db: Db, scope: Scope, filters: TimeSeriesRequest['filters']): Promise<Stretch> {
  const { start_time, end_time, trip_id, vessel_id } = filters
  const fromUs = start_time === undefined ? undefined : instantUs('start_time', start_time)
  const toUs = end_time === undefined ? undefined : instantUs('end_time', end_time)
  if (trip_id !== undefined) {
    const row = await findTrip(db, scope, trip_id)
    if (!row || (vessel_id !== undefined && vessel_id !== row.vessel.id)) throw new Problem('not_found')
    return {
      vesselNumber: row.vessel.number,
      fromUs: fromUs ?? row.trip.startUs,
      toUs: toUs ?? row.trip.endUs ?? row.trip.lastRecordUs,
    }
  }
  if (vessel_id === undefined || fromUs === undefined || toUs === undefined) {
    throw new Problem('invalid', 'filters need a trip_id, or a vessel_id with start_time and end_time.')
  }
  const row = await findVessel(db, scope, vessel_id)
  if (!row) throw new Problem('not_found')
  return { vesselNumber: row.vessel.number, fromUs, toUs }
}
