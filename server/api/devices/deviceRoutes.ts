/** Devices and their pairings, with the caller's rights on each. */

import type { ActName } from '#contract/wire/audit.ts'
import {
  createVesselDevice,
  getDevice,
  getDeviceRejections,
  getGateway,
  listDevices,
  listPairings,
  pairDevice,
  renewDeviceSecret,
  revokeDevice,
  transferDevice,
  unpairDevice,
} from '#contract/wire/device.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Caller } from '#server/access/caller.ts'
import { noteAct } from '#server/records/auditLog.ts'
import {
  type DeviceRow,
  findDeviceRow,
  listDevices as listRows,
  pairingsOf,
  rejectionsOf,
} from '#server/records/deviceLists.ts'
import { noticesOf } from '#server/records/deviceNotices.ts'
import * as devices from '#server/records/devices.ts'
import { listScope } from '#server/records/listScope.ts'
import * as pairings from '#server/records/pairings.ts'
import { endPairing } from '#server/records/pairings.ts'
import type { Scope } from '#server/records/scope.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { type Routes, type Services, serve } from '../serve.ts'
import { type PairedVessel, publishPairing } from './publishPairing.ts'
import { toDevice } from './toDevice.ts'

export const deviceRoutes: Routes = [
  serve(listDevices, async ({ db, clock, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, total } = await listRows(db, scope, query)
    const notices = await noticesOf(
      db,
      rows.map(({ id }) => id),
    )
    return { data: rows.map((row) => toDevice(row, notices, clock.nowMs())), total }
  }),
  serve(getDevice, async ({ db, clock, caller, params }) =>
    toDevice(await visible(db, caller.scope, params.id), await noticesOf(db, [params.id]), clock.nowMs()),
  ),
  serve(getDeviceRejections, async ({ db, caller, params }) => {
    const { id, pairedAt } = await visible(db, caller.scope, params.id)
    // Rejections before the pairing belong to the previous owner of the device.
    const { data, hours } = await rejectionsOf(db, id, pairedAt)
    return {
      data: data.map(({ receivedAt, ...row }) => ({ received_at: receivedAt.toISOString(), ...row })),
      hours: hours.map(({ hour, ...row }) => ({ hour: hour.toISOString(), ...row })),
    }
  }),
  serve(renewDeviceSecret, async ({ db, bus, caller, ip, params: { id } }) => {
    const { vessel, ...row } = await visible(db, caller.scope, id)
    if (row.kind === 'tracker' || row.kind === 'nmea')
      throw new Problem('invalid', 'This device has no secret.')
    const secret = await db.transaction(async (tx) => {
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'device.renew' },
        subject: { id: vessel.id, name: `${vessel.name} ${row.id}` },
      })
      return devices.renewSecret(tx, row)
    })
    bus.publish({ type: 'device.changed', deviceId: row.id })
    return { id: row.id, secret }
  }),
  serve(revokeDevice, async ({ db, bus, clock, caller, ip, params: { id } }) => {
    const { vessel, unpairedAt } = await visible(db, caller.scope, id)
    const now = new Date(clock.nowMs())
    await db.transaction(async (tx) => {
      if (!unpairedAt) await endPairing(tx, vessel.id, now)
      await devices.revokeDevice(tx, id, now)
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'device.revoke' },
        subject: { id: vessel.id, name: `${vessel.name} ${id}` },
      })
    })
    publishPairing(bus, { devices: [id], taken: unpairedAt ? [] : [vessel], now })
    return { ok: true }
  }),
  serve(getGateway, async ({ gateway }) => gateway),
  serve(pairDevice, async ({ params, body, ...call }) => {
    const { db, bus, clock, access, caller } = call
    const { vessel } = await vesselOf(call, params.id)
    const now = new Date(clock.nowMs())
    // Only people pair: a key would share the tries of its organization.
    const attempt = await access.limits.tryPairing(caller.userId ?? caller.organizationId)
    if (!attempt) throw new Problem('too_many')
    const { pairing_code: code, replace_device: mayReplace } = body
    const paired = await db
      .transaction(async (tx) => {
        const paired = await pairings.pairByCode(tx, { code, vesselId: vessel.id, now, mayReplace })
        // One answer for an unknown code, an expired one, and a device that has a vessel.
        if (!paired) throw new Problem('INCORRECT_PAIRING_CODE')
        await note(tx, call, vessel, 'vessel.pair', paired.replaced, paired.deviceId)
        return paired
      })
      .catch(async (problem) => {
        const isCodeRight = problem instanceof Problem && problem.code === 'VESSEL_HAS_DEVICE'
        if (isCodeRight) await attempt.wasRight()
        throw problem
      })
    await attempt.wasRight()
    publishPairing(bus, { ...change(vessel, paired), now })
    return { device: { id: paired.deviceId } }
  }),
  serve(unpairDevice, async ({ params, ...call }) => {
    const { db, bus, clock } = call
    const { vessel } = await vesselOf(call, params.id)
    const now = new Date(clock.nowMs())
    const before = await db.transaction(async (tx) => {
      const deviceId = await pairings.endPairing(tx, vessel.id, now)
      if (!deviceId) throw new Problem('conflict', 'The vessel is not paired with a device.')
      await note(tx, call, vessel, 'vessel.unpair', deviceId, null)
      return deviceId
    })
    publishPairing(bus, { devices: [before], taken: [vessel], now })
    return { ok: true }
  }),
  serve(transferDevice, async ({ params, body, ...call }) => {
    const { deviceId, fromVesselId, toVesselId } = params
    const { db, bus, clock } = call
    const { vessel: from } = await vesselOf(call, fromVesselId)
    const { vessel: to } = await vesselOf(call, toVesselId)
    if (from.id === to.id) throw new Problem('invalid', 'You cannot transfer a device to the same vessel')
    const now = new Date(clock.nowMs())
    const replaced = await db.transaction(async (tx) => {
      const moved = await pairings.endPairing(tx, from.id, now)
      if (moved !== deviceId) throw new Problem('not_found', 'Could not find device')
      const pairing = { deviceId, vesselId: to.id, now, mayReplace: body.replace_device }
      const replaced = await pairings.beginPairing(tx, pairing)
      await note(tx, call, from, 'vessel.transfer', deviceId, null)
      await note(tx, call, to, 'vessel.transfer', replaced, deviceId)
      return replaced
    })
    publishPairing(bus, {
      ...(replaced
        ? { devices: [deviceId, replaced], taken: [from, to] }
        : { devices: [deviceId], taken: [from], put: [to] }),
      now,
    })
    return { ok: true }
  }),
  serve(createVesselDevice, async ({ params, body, ...call }) => {
    const { db, bus, clock } = call
    const { vessel } = await vesselOf(call, params.id)
    const now = new Date(clock.nowMs())
    const { replaced, ...made } = await db.transaction(async (tx) => {
      const device = body.device_id === undefined ? await newDevice(tx, body) : await unpaired(tx, call, body)
      const mayReplace = body.replace_device
      const pairing = { deviceId: device.id, vesselId: vessel.id, now, mayReplace }
      const replaced = await pairings.beginPairing(tx, pairing)
      await note(tx, call, vessel, 'vessel.pair', replaced, device.id)
      return { ...device, replaced }
    })
    publishPairing(bus, { ...change(vessel, { deviceId: made.id, replaced }), now })
    return made
  }),
  serve(listPairings, async ({ params, ...call }) => {
    const { vessel } = await vesselOf(call, params.id)
    const rows = await pairingsOf(call.db, vessel.id)
    const data = rows.map(({ deviceId, pairedAt, unpairedAt, revokedAt }) => ({
      device_id: deviceId,
      paired_at: pairedAt.toISOString(),
      unpaired_at: unpairedAt?.toISOString() ?? null,
      revoked: revokedAt !== null,
    }))
    return { data, total: data.length }
  }),
]

async function visible(db: Services['db'] | Tx, scope: Scope, id: string): Promise<DeviceRow> {
  const row = await findDeviceRow(db, scope, id)
  if (!row) throw new Problem('not_found')
  return row
}

/** A device that was unpaired and cannot ask for a code: its app or line may send as before once it is paired again. */
async function unpaired(
  tx: Tx,
  { caller }: Call,
  { device_id: id = '', kind, imei, ip_address: address }: BodyOf<typeof createVesselDevice>,
): Promise<{ id: string; secret: null }> {
  const device = await visible(tx, caller.scope, id)
  if (device.kind === 'device') throw new Problem('invalid', 'This device pairs by its code.')
  if (kind ?? imei ?? address) throw new Problem('invalid', 'A device that is there needs no kind.')
  return { id, secret: null }
}

function newDevice(tx: Tx, { kind, imei, ip_address: address }: BodyOf<typeof createVesselDevice>) {
  if ((kind === 'tracker') !== (imei !== undefined)) throw new Problem('invalid', 'A tracker has an IMEI.')
  if ((kind === 'nmea') !== (address !== undefined))
    throw new Problem('invalid', 'A source of NMEA 0183 has an address.')
  if (imei !== undefined) return devices.takeUpDevice(tx, { id: devices.trackerId(imei), kind: 'tracker' })
  if (address !== undefined) return devices.takeUpDevice(tx, { id: devices.addressId(address), kind: 'nmea' })
  return devices.createDevice(tx, { kind })
}

type Call = Pick<Services, 'db'> & { caller: Caller; ip: string }

/** The devices and vessels that a new pairing changes: a vessel whose device was replaced ends a trip too. */
const change = (
  vessel: PairedVessel,
  { deviceId, replaced }: { deviceId: string; replaced: string | null },
) => (replaced ? { devices: [deviceId, replaced], taken: [vessel] } : { devices: [deviceId], put: [vessel] })

async function vesselOf({ db, caller }: Call, id: string) {
  const row = await findVessel(db, caller.scope, id)
  if (!row) throw new Problem('not_found')
  return row
}

function note(
  tx: Tx,
  { caller, ip }: Call,
  { id, name }: { id: string; name: string },
  act: ActName,
  before: string | null,
  after: string | null,
) {
  const { organizationId, actor } = caller
  const devices = { before: { device: before }, after: { device: after } }
  return noteAct(tx, { organizationId, actor, ip, act, subject: { id, name }, ...devices })
}
