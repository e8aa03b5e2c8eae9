import { Problem } from '#contract/wire/errors.ts'
import { listTripSensors } from '#contract/wire/sensor.ts'
import { sensorsOf } from '#server/records/sensors.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { toTripSensor } from '../sensors/sensorStatistics.ts'
import { serve } from '../serve.ts'

/** The sensors that have data in the trip. */
export const listTripSensorsRoute = serve(listTripSensors, async ({ db, telemetry, caller, params }) => {
  const found = await findTrip(db, caller.scope, params.id)
  if (!found) throw new Problem('not_found')
  const { trip, vessel } = found
  const [stored] = await telemetry.impacts.read([
    { vesselNumber: vessel.number, fromUs: trip.startUs, toUs: trip.endUs ?? trip.lastRecordUs },
  ])
  const heard = new Set(stored?.sensors.map(({ sensor }) => sensor))
  const rows = (await sensorsOf(db, vessel.id)).filter(({ number }) => heard.has(number))
  return { data: rows.map(toTripSensor), total: rows.length }
})
