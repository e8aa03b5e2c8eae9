/** Which device is on which vessel: a person pairs, takes off and moves them. */
import type { ActName } from '#contract/wire/audit.ts'
import {
  createVesselDevice,
  listPairings,
  pairDevice,
  transferDevice,
  unpairDevice,
} from '#contract/wire/device.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Caller } from '#server/access/caller.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { pairingsOf } from '#server/records/deviceLists.ts'
import * as devices from '#server/records/devices.ts'
import * as pairings from '#server/records/pairings.ts'
import { findVessel } from '#server/records/vessels.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { type Services, serve } from '../serve.ts'
import { type PairedVessel, publishPairing } from './publishPairing.ts'

type Call = Pick<Services, 'db'> & { caller: Caller; ip: string }

export const pairDeviceRoute = serve(pairDevice, async ({ params, body, ...call }) => {
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
      // The same whether there never was such a code, its day is over, or its device has a vessel.
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
})

export const unpairDeviceRoute = serve(unpairDevice, async ({ params, ...call }) => {
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
})

export const transferDeviceRoute = serve(transferDevice, async ({ params, body, ...call }) => {
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
})

export const createVesselDeviceRoute = serve(createVesselDevice, async ({ params, body, ...call }) => {
  const { db, bus, clock } = call
  const { vessel } = await vesselOf(call, params.id)
  const now = new Date(clock.nowMs())
  const { replaced, ...made } = await db.transaction(async (tx) => {
    const device = await devices.createDevice(tx, {})
    const mayReplace = body.replace_device
    const pairing = { deviceId: device.id, vesselId: vessel.id, now, mayReplace }
    const replaced = await pairings.beginPairing(tx, pairing)
    await note(tx, call, vessel, 'vessel.pair', replaced, device.id)
    return { ...device, replaced }
  })
  publishPairing(bus, { ...change(vessel, { deviceId: made.id, replaced }), now })
  return made
})

export const listPairingsRoute = serve(listPairings, async ({ params, ...call }) => {
  const { vessel } = await vesselOf(call, params.id)
  const rows = await pairingsOf(call.db, vessel.id)
  const data = rows.map(({ deviceId, pairedAt, unpairedAt, revokedAt }) => ({
    device_id: deviceId,
    paired_at: pairedAt.toISOString(),
    unpaired_at: unpairedAt?.toISOString() ?? null,
    revoked: revokedAt !== null,
  }))
  return { data, total: data.length }
})

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
