import { Problem } from '#contract/wire/errors.ts'
import { getSensor } from '#contract/wire/sensor.ts'
import { findSensor } from '#server/records/sensors.ts'
import { serve } from '../serve.ts'
import { withStatistics } from './sensorStatistics.ts'

export const getSensorRoute = serve(getSensor, async ({ db, telemetry, caller, params }) => {
  const found = await findSensor(db, caller.scope, params.id)
  const [sensor] = found ? await withStatistics({ db, telemetry }, found.vessel, [found.sensor]) : []
  if (!sensor) throw new Problem('not_found')
  return sensor
})
