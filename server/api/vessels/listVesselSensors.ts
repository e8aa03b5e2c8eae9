import { Problem } from '#contract/wire/errors.ts'
import { listVesselSensors } from '#contract/wire/sensor.ts'
import { sensorsOf } from '#server/records/sensors.ts'
import { findVessel } from '#server/records/vessels.ts'
import { withStatistics } from '../sensors/sensorStatistics.ts'
import { serve } from '../serve.ts'

export const listVesselSensorsRoute = serve(listVesselSensors, async ({ db, telemetry, caller, params }) => {
  const found = await findVessel(db, caller.scope, params.id)
  if (!found) throw new Problem('not_found')
  const data = await withStatistics({ db, telemetry }, found.vessel, await sensorsOf(db, found.vessel.id))
  return { data, total: data.length }
})
