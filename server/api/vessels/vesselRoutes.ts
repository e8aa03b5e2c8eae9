import { eq } from 'drizzle-orm'
import { toWire } from '#contract/domain/series.ts'
import { wrap360 } from '#contract/domain/units.ts'
import { beaconKindOf, listAisTargets, MOST_TARGETS, TARGET_KEPT_MS } from '#contract/wire/aisTarget.ts'
import { Problem } from '#contract/wire/errors.ts'
import { listVesselSensors } from '#contract/wire/sensor.ts'
import {
  createVessel,
  deleteVessel,
  getVessel,
  getVesselGeneral,
  getVesselLocation,
  getVesselStatistics,
  listMapVessels,
  listRejected,
  listVessels,
} from '#contract/wire/vessel.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import { listScope } from '#server/records/listScope.ts'
import { listRejections } from '#server/records/rejections.ts'
import { requireFreeName } from '#server/records/requireFreeName.ts'
import { sensorsOf } from '#server/records/sensors.ts'
import { tripFigures } from '#server/records/tripFigures.ts'
import * as vessels from '#server/records/vessels.ts'
import {
  findVessel,
  insertVessel,
  listFleet,
  listFleetPages,
  vesselsWithMmsi,
} from '#server/records/vessels.ts'
import { toMapVessel, toVessel, toVesselFields } from '#server/records/vesselWire.ts'
import { trips } from '#server/stores/relational/schema.ts'
import { modelFile } from '../models/toModel.ts'
import { encodePicture, PICTURE_BODY_LIMIT, VESSEL_PX } from '../pictures/encodePicture.ts'
import { dropPicture, keepPicture } from '../pictures/keepPicture.ts'
import { withStatistics } from '../sensors/sensorStatistics.ts'
import { type Routes, serve } from '../serve.ts'
import { vesselChangeRoutes } from './vesselChangeRoutes.ts'
import { vesselSourceRoutes } from './vesselSourceRoutes.ts'
import { vesselStatusRoutes } from './vesselStatusRoutes.ts'

const EXAMPLE_BOAT = {
  name: 'Njála',
  department_id: '$DEPARTMENT_ID',
  length: 9,
  beam_overall: 3,
  top_speed: 40,
  cruising_speed: 25,
  safety_speed_limit: 30,
}

export const vesselRoutes: Routes = [
  serve(listMapVessels, async ({ db, caller, clock, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const nowMs = clock.nowMs()
    const { rows, ...page } = await listFleetPages(db, scope, query)
    return { data: rows.map((row) => toMapVessel(row, nowMs)), server_time: nowMs, ...page }
  }),
  serve(
    listVessels,
    async ({ db, caller, clock, query: asked }) => {
      const { scope, query } = await listScope(db, caller.scope, asked)
      const { rows, ...page } = await vessels.listVessels(db, scope, query)
      return { data: rows.map((row) => toVessel(row, clock.nowMs())), ...page }
    },
    { example: { query: { 'filter[name][contains]': 'njá', 'order[name]': 'asc' } } },
  ),
  serve(getVessel, async ({ db, caller, clock, params }) => {
    const row = await findVessel(db, caller.scope, params.id)
    if (!row) throw new Problem('not_found')
    return toVessel(row, clock.nowMs())
  }),
  serve(getVesselLocation, async ({ db, caller, clock, params }) => {
    const [row] = await listFleet(db, caller.scope, [params.id])
    if (!row) throw new Problem('not_found')
    return toMapVessel(row, clock.nowMs())
  }),
  serve(getVesselGeneral, async ({ db, caller, clock, params }) => {
    const row = await findVessel(db, caller.scope, params.id)
    if (!row) throw new Problem('not_found')
    const { live, system_settings } = toVessel(row, clock.nowMs())
    return { ...live, rog: system_settings.safety_speed_limit }
  }),
  serve(getVesselStatistics, async ({ db, caller, params }) => {
    const found = await findVessel(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    return tripFigures(db, eq(trips.vesselId, found.vessel.id))
  }),
  serve(
    createVessel,
    async ({ db, bus, files, workers, clock, caller, ip, body }) => {
      const { organizationId, actor, scope } = caller
      const { vessel_picture: picture, ...form } = body
      if (!(await findDepartment(db, scope, form.department_id)))
        throw new Problem('invalid', 'department_id: there is no such department.')
      const pictureFile = picture
        ? await keepPicture(files, await encodePicture({ workers, caller }, picture, VESSEL_PX))
        : null
      const made = await db.transaction(async (tx) => {
        const { name, department_id: departmentId } = form
        await requireFreeName(tx, 'vessel', { organizationId, name })
        const id = await insertVessel(tx, {
          ...toVesselFields(form),
          ...{ organizationId, name, departmentId, pictureFile },
        })
        await noteAct(tx, {
          organizationId,
          actor,
          ip,
          act: 'vessel.create',
          subject: { id, name },
          after: form,
        })
        const row = await findVessel(tx, scope, id)
        if (!row) throw new Error('the new vessel is not in the scope she was made in')
        return row
      })
      const { id: vesselId, departmentId } = made.vessel
      bus.publish({ type: 'vessel.changed', organizationId, departmentId, vesselId })
      return toVessel(made, clock.nowMs())
    },
    { bodyLimit: PICTURE_BODY_LIMIT, example: { body: EXAMPLE_BOAT } },
  ),
  serve(deleteVessel, async ({ db, bus, clock, files, caller, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    const { vessel, deviceId } = await db.transaction(async (tx) => {
      const row = await vessels.lockVessel(tx, scope, id)
      if (!row) throw new Problem('not_found')
      const { name } = row
      const deviceId = await vessels.deleteVessel(tx, id, new Date(clock.nowMs()))
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'vessel.delete',
        subject: { id, name },
        before: { name },
      })
      return { vessel: row, deviceId }
    })
    await dropPicture(files, vessel.pictureFile)
    if (vessel.model) await files.delete(modelFile(vessel.model.fileKey))
    if (deviceId) bus.publish({ type: 'device.changed', deviceId })
    bus.publish({ type: 'vessel.changed', organizationId, departmentId: vessel.departmentId, vesselId: id })
    return { ok: true }
  }),
  serve(listRejected, async ({ db, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { data, total } = await listRejections(db, scope, query)
    return {
      data: data.map((row) => ({
        id: String(row.id),
        device_id: row.deviceId,
        vessel_id: row.vesselId,
        received_at: row.receivedAt.toISOString(),
        reason: row.reason,
        detail: row.detail,
        count: row.count,
      })),
      total,
    }
  }),
  serve(listVesselSensors, async ({ db, telemetry, caller, params }) => {
    const found = await findVessel(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const data = await withStatistics({ db, telemetry }, found.vessel, await sensorsOf(db, found.vessel.id))
    return { data, total: data.length }
  }),
  /**
   * A user who sees a vessel sees the AIS targets that it received; the fleet's own vessels are already on
   * the map.
   */
  serve(listAisTargets, async ({ db, telemetry, caller, clock, query }) => {
    const nowMs = clock.nowMs()
    const seen = await vesselsWithMmsi(db, caller.scope)
    const ids = new Map(seen.map(({ number, id }) => [number, id]))
    const own = new Set(seen.flatMap(({ mmsi }) => (mmsi ? [Number(mmsi)] : [])))
    const since = { placedUs: (nowMs - TARGET_KEPT_MS) * 1000, namedUs: (nowMs - NAMED_MS) * 1000 }
    const targets = await telemetry.positions.targets(
      [...ids.keys()],
      { ...since, areBeacons: query.only === 'beacons' },
      MOST_TARGETS,
    )
    const known = (value: number, decimals: number) =>
      Number.isNaN(value) ? null : Math.round(value * 10 ** decimals) / 10 ** decimals
    return {
      data: targets.flatMap((target) => {
        const vessel_id = ids.get(target.vesselNumber)
        if (!vessel_id || own.has(target.mmsi)) return []
        return {
          mmsi: target.mmsi,
          name: target.name,
          ship_type: target.shipType,
          beacon: beaconKindOf(target.mmsi),
          ...positionToWire({
            latitudeDeg: Math.round(target.latitudeDeg * 1e5) / 1e5,
            longitudeDeg: Math.round(target.longitudeDeg * 1e5) / 1e5,
          }),
          sog: known(toWire('sog', target.sogMps), 1),
          cog: known(wrap360(toWire('cog', target.cogRad)), 0),
          timestamp: Math.round(target.timeUs / 1000),
          vessel_id,
        }
      }),
      server_time: nowMs,
    }
  }),
  ...vesselChangeRoutes,
  ...vesselStatusRoutes,
  ...vesselSourceRoutes,
]

/** Time that a received name is kept: ships send names every six minutes, and one may be lost. */
const NAMED_MS = 2 * TARGET_KEPT_MS
