import { Problem } from '#contract/wire/errors.ts'
import { updateSensor } from '#contract/wire/sensor.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import * as sensors from '#server/records/sensors.ts'
import { serve } from '../serve.ts'
import { toTripSensor, withStatistics } from './sensorStatistics.ts'

/** Which sensors count as the vessel changes her impacts of all time; the answer does not wait for that. */
export const updateSensorRoute = serve(
  updateSensor,
  async ({ db, telemetry, bus, clock, caller, ip, params, body }) => {
    const found = await sensors.findSensor(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { sensor, vessel } = found
    const isChosenAgain = body.use_with_safety_speed !== sensor.useWithSafetySpeed
    const change = { description: body.description, useWithSafetySpeed: body.use_with_safety_speed }
    await db.transaction(async (tx) => {
      await sensors.updateSensor(tx, sensor.id, change)
      const { description, use_with_safety_speed } = toTripSensor(sensor)
      await noteAct(tx, {
        ...{ organizationId: vessel.organizationId, actor: caller.actor, ip, act: 'sensor.update' },
        subject: { id: sensor.id, name: `${vessel.name} ${sensor.number}` },
        ...difference({ description, use_with_safety_speed }, body),
      })
      if (isChosenAgain) await askRecomputation(tx, vessel.id, 'sensors', new Date(clock.nowMs()))
    })
    if (isChosenAgain) {
      const { organizationId, departmentId, id: vesselId } = vessel
      bus.publish({ type: 'vessel.changed', organizationId, departmentId, vesselId })
      bus.publish({ type: 'recomputation.asked', vesselNumber: vessel.number, step: 'sensors' })
    }
    const [answer] = await withStatistics({ db, telemetry }, vessel, [{ ...sensor, ...change }])
    if (!answer) throw new Problem('not_found')
    return answer
  },
)
