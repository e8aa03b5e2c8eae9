import { Problem } from '#contract/wire/errors.ts'
import { measuredUs } from '#contract/wire/instant.ts'
import type { TimeSeriesRequest } from '#contract/wire/timeSeries.ts'
import type { Scope } from '#server/records/scope.ts'
import { sensorSettingsOf } from '#server/records/sensors.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'

/**
 * Vessel and interval of a request. A trip stands for its vessel and its time; given times replace those of
 * the trip. Throws `not_found` for what the caller cannot see.
 */
export async function askedInterval(db: Db, scope: Scope, filters: TimeSeriesRequest['filters']) {
  const { start_time, end_time, trip_id, vessel_id } = filters
  const fromUs = start_time === undefined ? undefined : measuredUs('start_time', start_time)
  // Intervals include their end, a requested range does not.
  const toUs = end_time === undefined ? undefined : measuredUs('end_time', end_time) - 1
  if (trip_id !== undefined) {
    const row = await findTrip(db, scope, trip_id)
    if (!row || (vessel_id !== undefined && vessel_id !== row.vessel.id)) throw new Problem('not_found')
    const { trip, vessel } = row
    return of(vessel, fromUs ?? trip.startUs, toUs ?? trip.endUs ?? trip.lastRecordUs)
  }
  if (vessel_id === undefined || fromUs === undefined || toUs === undefined) {
    throw new Problem('invalid', 'filters need a trip_id, or a vessel_id with start_time and end_time.')
  }
  const row = await findVessel(db, scope, vessel_id)
  if (!row) throw new Problem('not_found')
  return of(row.vessel, fromUs, toUs)

  function of(vessel: { id: string; number: number }, from: number, to: number) {
    const interval: VesselInterval = { vesselNumber: vessel.number, fromUs: from, toUs: to }
    return { interval, loadSensors: () => sensorSettingsOf(db, vessel.id) }
  }
}
