import { Problem } from '#contract/wire/errors.ts'
import {
  CRUISES_TOO_FAST,
  cruisesWithin,
  removeVesselImage,
  updateVessel,
  uploadVesselImage,
  type VesselEdit,
} from '#contract/wire/vessel.ts'
import { DEVICE_KEY, updateDeviceLabel } from '#contract/wire/vesselStatus.ts'
import type { Caller } from '#server/access/caller.ts'
import { ignoredIntervals } from '#server/processing/formulas/analysis/fuelSettings.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import { askRecomputation } from '#server/records/recomputations.ts'
import { requireFreeName } from '#server/records/requireFreeName.ts'
import { markTripsStale } from '#server/records/trips.ts'
import * as vessels from '#server/records/vessels.ts'
import { toVessel, toVesselFields } from '#server/records/vesselWire.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { encodePicture, PICTURE_BODY_LIMIT, VESSEL_PX } from '../pictures/encodePicture.ts'
import { dropPicture, keepPicture } from '../pictures/keepPicture.ts'
import { requireFresh } from '../requireFresh.ts'
import { type Routes, type Services, serve } from '../serve.ts'

export const vesselChangeRoutes: Routes = [
  /** Figures that depend on the change are computed again, after the answer. */
  serve(
    updateVessel,
    async ({ db, bus, clock, caller, ip, params: { id }, body: { expected, ...body } }) => {
      const { organizationId, actor, scope } = caller
      const { before, after } = await db.transaction(async (tx) => {
        const held = await vessels.lockVessel(tx, scope, id)
        const old = held && (await vessels.findVessel(tx, scope, id))
        if (!old) throw new Problem('not_found')
        requireFresh(noted(old), { expected, ...body })
        if (body.name !== undefined && body.name !== held.name)
          await requireFreeName(tx, 'vessel', { organizationId, name: body.name, ownId: id })
        const moves = body.department_id !== undefined && body.department_id !== held.departmentId
        if (moves && !(await findDepartment(tx, scope, body.department_id ?? '')))
          throw new Problem('invalid', 'department_id: there is no such department.')
        await vessels.updateVessel(tx, id, toChange(body, clock.nowMs()))
        const row = await vessels.findVessel(tx, scope, id)
        if (!row) throw new Problem('conflict')
        // When only one speed is sent, it is compared with the stored other one.
        const setsSpeed = body.top_speed !== undefined || body.cruising_speed !== undefined
        if (setsSpeed && !cruisesWithin(toVessel(row, 0).specs))
          throw new Problem('invalid', `cruising_speed: ${CRUISES_TOO_FAST}`)
        await refigure(tx, held, row.vessel)
        // The top speed decides which positions are accepted, and so the track and the distance.
        if (held.topSpeedMps !== row.vessel.topSpeedMps)
          await askRecomputation(tx, id, 'voyages', new Date(clock.nowMs()))
        const states = difference(noted(old), noted(row))
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'vessel.update', subject: { id, name: row.vessel.name } },
          ...states,
        })
        return { before: held, after: row }
      })
      for (const departmentId of new Set([before.departmentId, after.vessel.departmentId])) {
        bus.publish({ type: 'vessel.changed', organizationId, departmentId, vesselId: id })
      }
      if (before.topSpeedMps !== after.vessel.topSpeedMps)
        bus.publish({ type: 'recomputation.asked', vesselNumber: after.vessel.number, step: 'voyages' })
      if (after.deviceId) bus.publish({ type: 'device.changed', deviceId: after.deviceId })
      return toVessel(after, clock.nowMs())
    },
    { example: { body: { safety_speed_limit: 28 } } },
  ),
  serve(
    uploadVesselImage,
    async (call) => {
      const { files, body } = call
      // The check of the vessel comes before the costly reading of a picture.
      if (!(await vessels.findVessel(call.db, call.caller.scope, call.params.id)))
        throw new Problem('not_found')
      return change(
        call,
        await keepPicture(files, await encodePicture(call, body.encoded_picture, VESSEL_PX)),
      )
    },
    { bodyLimit: PICTURE_BODY_LIMIT },
  ),
  serve(removeVesselImage, (call) => change(call, null)),
  serve(updateDeviceLabel, async ({ db, caller, ip, params, query }) => {
    const { organizationId, actor, scope } = caller
    const label = query.label || null
    await db.transaction(async (tx) => {
      const vessel = await vessels.lockVessel(tx, scope, params.id)
      if (!vessel || !DEVICE_KEY.test(params.deviceKey)) throw new Problem('not_found')
      const { [params.deviceKey]: before = null, ...others } = vessel.deviceLabels
      if (Object.keys(others).length >= MOST_LABELS)
        throw new Problem('invalid', 'There are too many labels.')
      await vessels.updateVessel(tx, vessel.id, {
        deviceLabels: label === null ? others : { ...others, [params.deviceKey]: label },
      })
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'vessel.device-label' },
        subject: { id: vessel.id, name: vessel.name },
        before: { [params.deviceKey]: before },
        after: { [params.deviceKey]: label },
      })
    })
    return { label }
  }),
]

function toChange({ ignored_fuel_data_periods: periods, ...form }: VesselEdit, nowMs: number) {
  const change = toVesselFields(form)
  if (!periods) return change
  const now = new Date(nowMs).toISOString()
  return {
    ...change,
    ignoredFuelPeriods: periods.map((period) => ({ ...period, created_at: period.created_at ?? now })),
  }
}

/** Settings on which every figure of a trip can depend; other settings affect only its fuel. */
const OF_EVERY_TRIP = [
  'impactLimitG',
  'safetySpeedLimitMps',
  'topSpeedMps',
  'cruisingSpeedMps',
  'fuelType',
  'noxFactorGPerKg',
] as const satisfies readonly (keyof vessels.VesselRow)[]

async function refigure(tx: Tx, before: vessels.VesselRow, after: vessels.VesselRow) {
  if (OF_EVERY_TRIP.some((name) => before[name] !== after[name])) return markTripsStale(tx, after.id)
  const [old, fresh] = [before, after].map(({ ignoredFuelPeriods }) => ignoredIntervals(ignoredFuelPeriods))
  const differing = [...without(old, fresh), ...without(fresh, old)]
  for (const { fromS, toS } of differing) {
    const fromUs = Math.max(0, fromS * 1e6)
    await markTripsStale(tx, after.id, fromUs, Math.min(Number.MAX_SAFE_INTEGER, toS * 1e6))
  }
}

type VesselInterval = { fromS: number; toS: number }

const without = (all: readonly VesselInterval[] = [], others: readonly VesselInterval[] = []) =>
  all.filter(({ fromS, toS }) => !others.some((other) => other.fromS === fromS && other.toS === toS))

/** Properties of the vessel for the audit log, in the words of the form. */
function noted(row: vessels.VesselRecord) {
  const { name, kind, department_id, ext_ref_id, specs, system_settings } = toVessel(row, 0)
  return { name, kind, department_id, ext_ref_id, ...specs, ...system_settings }
}

async function change(
  call: Pick<Services, 'db' | 'bus' | 'clock' | 'files'> & {
    caller: Caller
    ip: string
    params: { id: string }
  },
  pictureFile: string | null,
) {
  const { db, bus, clock, files, caller, ip, params } = call
  const { organizationId, actor, scope } = caller
  const { before, after } = await db.transaction(async (tx) => {
    const vessel = await vessels.lockVessel(tx, scope, params.id)
    if (!vessel) throw new Problem('not_found')
    await vessels.updateVessel(tx, vessel.id, { pictureFile })
    await noteAct(tx, {
      ...{ organizationId, actor, ip, act: 'vessel.picture', subject: { id: vessel.id, name: vessel.name } },
      before: { picture: vessel.pictureFile !== null },
      after: { picture: pictureFile !== null },
    })
    const row = await vessels.findVessel(tx, scope, params.id)
    if (!row) throw new Problem('not_found')
    return { before: vessel, after: row }
  })
  await dropPicture(files, before.pictureFile)
  bus.publish({
    type: 'vessel.changed',
    organizationId,
    departmentId: before.departmentId,
    vesselId: before.id,
  })
  return toVessel(after, clock.nowMs())
}

/** More than any vessel has devices. */
const MOST_LABELS = 500
