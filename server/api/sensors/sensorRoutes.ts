import { Problem } from '#contract/wire/errors.ts'
import { instantUs } from '#contract/wire/instant.ts'
import { getSensor, updateSensor } from '#contract/wire/sensor.ts'
import {
  addSensorMounting,
  listSensorMountings,
  measureLevelling,
  removeSensorMounting,
} from '#contract/wire/sensorMounting.ts'
import type { Bus } from '#server/platform/bus.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import {
  insertMounting,
  type MountingRow,
  mountingHoldsUntil,
  mountingsOf,
  removeMounting,
} from '#server/records/sensorMountings.ts'
import * as sensors from '#server/records/sensors.ts'
import { findSensor } from '#server/records/sensors.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { type Routes, serve } from '../serve.ts'
import { findRest } from './findRest.ts'
import { toTripSensor, withStatistics } from './sensorStatistics.ts'
import { toLevelling, toMounting } from './toMounting.ts'

export const sensorRoutes: Routes = [
  serve(getSensor, async ({ db, telemetry, caller, params }) => {
    const found = await findSensor(db, caller.scope, params.id)
    const [sensor] = found ? await withStatistics({ db, telemetry }, found.vessel, [found.sensor]) : []
    if (!sensor) throw new Problem('not_found')
    return sensor
  }),
  /** Which sensors count as the vessel changes her impacts of all time; the answer does not wait for that. */
  serve(updateSensor, async ({ db, telemetry, bus, clock, caller, ip, params, body }) => {
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
  }),
  serve(listSensorMountings, async ({ db, caller, params }) => {
    const found = await findSensor(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const rows = await mountingsOf(db, found.sensor.id)
    const data = rows.map(({ mounting, creator }) => toMounting(mounting, creator))
    return { data, total: data.length }
  }),
  /** The server computes figures of motion since then again; the answer does not wait for that. */
  serve(addSensorMounting, async ({ db, telemetry, bus, clock, caller, ip, params, body }) => {
    const found = await findSensor(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { sensor, vessel } = found
    const { x_axis, z_axis, place, level_from } = body
    const validFromUs = body.valid_from === null ? 0 : instantUs(body.valid_from)
    if (validFromUs > clock.nowMs() * 1000)
      throw new Problem('invalid', 'valid_from: must not be in the future.')
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
  }),
  serve(removeSensorMounting, async ({ db, bus, clock, caller, ip, params: { id, mountingId } }) => {
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
  }),
  serve(measureLevelling, async ({ db, telemetry, caller, params, query }) => {
    const found = await findSensor(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { vessel, sensor } = found
    const { level_from, ...axes } = query
    const fromUs = level_from === undefined ? null : instantUs(level_from)
    const asked = { vesselNumber: vessel.number, sensor: sensor.number, fromUs, ...axes }
    return toLevelling(axes, await findRest(telemetry, asked))
  }),
]

async function publishTurned(db: Db, bus: Bus, vesselNumber: number, { sensorId, validFromUs }: MountingRow) {
  const toUs = await mountingHoldsUntil(db, sensorId, validFromUs)
  bus.publish({ type: 'sensors.turned', vesselNumber, fromUs: validFromUs, toUs })
}

function noted(row: MountingRow) {
  const { valid_from, place, x_axis, z_axis, levelling } = toMounting(row, null)
  return { valid_from, place, x_axis, z_axis, level_from: levelling?.level_from ?? null }
}
