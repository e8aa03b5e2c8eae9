import { Problem } from '#contract/wire/errors.ts'
import { instantUs } from '#contract/wire/instant.ts'
import { measureLevelling } from '#contract/wire/sensorMounting.ts'
import { findSensor } from '#server/records/sensors.ts'
import { serve } from '../serve.ts'
import { findRest } from './findRest.ts'
import { toLevelling } from './toMounting.ts'

export const measureLevellingRoute = serve(
  measureLevelling,
  async ({ db, telemetry, caller, params, query }) => {
    const found = await findSensor(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { vessel, sensor } = found
    const { level_from, ...axes } = query
    const fromUs = level_from === undefined ? null : instantUs(level_from)
    const asked = { vesselNumber: vessel.number, sensor: sensor.number, fromUs, ...axes }
    return toLevelling(axes, await findRest(telemetry, asked))
  },
)
