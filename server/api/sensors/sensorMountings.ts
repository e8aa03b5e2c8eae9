import { Problem } from '#contract/wire/errors.ts'
import { instantUs } from '#contract/wire/instant.ts'
import {
  addSensorMounting,
  listSensorMountings,
  removeSensorMounting,
} from '#contract/wire/sensorMounting.ts'
import type { Bus } from '#server/platform/bus.ts'
import { noteAct } from '#server/records/auditLog.ts'
import {
  insertMounting,
  type MountingRow,
  mountingHoldsUntil,
  mountingsOf,
  removeMounting,
} from '#server/records/sensorMountings.ts'
import { findSensor } from '#server/records/sensors.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { serve } from '../serve.ts'
import { findRest } from './findRest.ts'
import { toMounting } from './toMounting.ts'

export const listSensorMountingsRoute = serve(listSensorMountings, async ({ db, caller, params }) => {
  const found = await findSensor(db, caller.scope, params.id)
  if (!found) throw new Problem('not_found')
  const rows = await mountingsOf(db, found.sensor.id)
  const data = rows.map(({ mounting, creator }) => toMounting(mounting, creator))
  return { data, total: data.length }
})

/** What was computed of motion since then is made anew; the answer does not wait for that. */
export const addSensorMountingRoute = serve(
  addSensorMounting,
  async ({ db, telemetry, bus, clock, caller, ip, params, body }) => {
    const found = await findSensor(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { sensor, vessel } = found
    const { x_axis, z_axis, place, level_from } = body
    const validFromUs = body.valid_from === null ? 0 : instantUs(body.valid_from)
    if (validFromUs > clock.nowMs() * 1000)
      throw new Problem('invalid', 'valid_from: a sensor is not built in before it is.')
    if (level_from !== null && instantUs(level_from) < validFromUs) throw new Problem('NO_REST_EARLIER')
    const asked = { vesselNumber: vessel.number, sensor: sensor.number, x_axis, z_axis }
    const levelling =
      level_from === null ? null : await findRest(telemetry, { ...asked, fromUs: instantUs(level_from) })
    const made = await db.transaction(async (tx) => {
      const axesAndTime = { validFromUs, place, xAxis: x_axis, zAxis: z_axis, levelling }
      const mounting = { sensorId: sensor.id, ...axesAndTime, createdBy: caller.userId }
      const { made, before } = await insertMounting(tx, mounting, new Date(clock.nowMs()))
      await noteAct(tx, {
        ...{ organizationId: vessel.organizationId, actor: caller.actor, ip, act: 'sensor.mount' },
        subject: { id: sensor.id, name: `${vessel.name} ${sensor.number}` },
        ...(before ? { before: noted(before) } : {}),
        after: noted(made),
      })
      return made
    })
    await publishTurned(db, bus, vessel.number, made)
    const [saved] = (await mountingsOf(db, sensor.id)).filter(({ mounting }) => mounting.id === made.id)
    return toMounting(made, saved?.creator ?? null)
  },
)

export const removeSensorMountingRoute = serve(
  removeSensorMounting,
  async ({ db, bus, clock, caller, ip, params: { id, mountingId } }) => {
    const found = await findSensor(db, caller.scope, id)
    if (!found) throw new Problem('not_found')
    const { sensor, vessel } = found
    const removed = await db.transaction(async (tx) => {
      const row = await removeMounting(tx, sensor.id, mountingId, new Date(clock.nowMs()))
      if (!row) throw new Problem('not_found')
      await noteAct(tx, {
        ...{ organizationId: vessel.organizationId, actor: caller.actor, ip, act: 'sensor.unmount' },
        subject: { id: sensor.id, name: `${vessel.name} ${sensor.number}` },
        before: noted(row),
      })
      return row
    })
    await publishTurned(db, bus, vessel.number, removed)
    return { ok: true }
  },
)

async function publishTurned(db: Db, bus: Bus, vesselNumber: number, { sensorId, validFromUs }: MountingRow) {
  const toUs = await mountingHoldsUntil(db, sensorId, validFromUs)
  bus.publish({ type: 'sensors.turned', vesselNumber, fromUs: validFromUs, toUs })
}

function noted(row: MountingRow) {
  const { valid_from, place, x_axis, z_axis, levelling } = toMounting(row, null)
  return { valid_from, place, x_axis, z_axis, level_from: levelling?.level_from ?? null }
}
