/** The list of devices and what may be done with one of them. */
import {
  getDevice,
  getDeviceRejections,
  getGateway,
  listDevices,
  renewDeviceSecret,
  revokeDevice,
} from '#contract/wire/device.ts'
import { Problem } from '#contract/wire/errors.ts'
import { noteAct } from '#server/records/auditLog.ts'
import {
  type DeviceRow,
  findDeviceRow,
  listDevices as listRows,
  rejectionsOf,
} from '#server/records/deviceLists.ts'
import { noticesOf } from '#server/records/deviceNotices.ts'
import * as devices from '#server/records/devices.ts'
import { listScope } from '#server/records/listScope.ts'
import { endPairing } from '#server/records/pairings.ts'
import type { Scope } from '#server/records/scope.ts'
import { type Services, serve } from '../serve.ts'
import { publishPairing } from './publishPairing.ts'
import { toDevice } from './toDevice.ts'

export const listDevicesRoute = serve(listDevices, async ({ db, clock, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, total } = await listRows(db, scope, query)
  const notices = await noticesOf(
    db,
    rows.map(({ id }) => id),
  )
  return { data: rows.map((row) => toDevice(row, notices, clock.nowMs())), total }
})

export const getDeviceRoute = serve(getDevice, async ({ db, clock, caller, params }) =>
  toDevice(await visible(db, caller.scope, params.id), await noticesOf(db, [params.id]), clock.nowMs()),
)

export const getDeviceRejectionsRoute = serve(getDeviceRejections, async ({ db, caller, params }) => {
  const { id, pairedAt } = await visible(db, caller.scope, params.id)
  // What it said before is the business of whoever had it then.
  const { data, hours } = await rejectionsOf(db, id, pairedAt)
  return {
    data: data.map(({ receivedAt, ...row }) => ({ received_at: receivedAt.toISOString(), ...row })),
    hours: hours.map(({ hour, ...row }) => ({ hour: hour.toISOString(), ...row })),
  }
})

export const renewDeviceSecretRoute = serve(
  renewDeviceSecret,
  async ({ db, bus, caller, ip, params: { id } }) => {
    const { vessel, ...row } = await visible(db, caller.scope, id)
    const secret = await db.transaction(async (tx) => {
      await noteAct(tx, {
        ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'device.renew' },
        subject: { id: vessel.id, name: `${vessel.name} ${row.id}` },
      })
      return devices.renewSecret(tx, row.id)
    })
    bus.publish({ type: 'device.changed', deviceId: row.id })
    return { id: row.id, secret }
  },
)

export const revokeDeviceRoute = serve(
  revokeDevice,
  async ({ db, bus, clock, caller, ip, params: { id } }) => {
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
  },
)

async function visible(db: Services['db'], scope: Scope, id: string): Promise<DeviceRow> {
  const row = await findDeviceRow(db, scope, id)
  if (!row) throw new Problem('not_found')
  return row
}

export const getGatewayRoute = serve(getGateway, async ({ mqtt }) => ({ mqtt }))
