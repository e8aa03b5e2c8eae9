/** Which device was on which vessel from when to when. Nothing of that is ever forgotten while both are there. */
import { and, eq, gt, gte, inArray, isNotNull, isNull, notExists } from 'drizzle-orm'
import { Problem } from '#contract/wire/errors.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { devices, pairings, vessels } from '#server/stores/relational/schema.ts'
import { codeHash, createDevice, revokeDevice } from './devices.ts'
import type { VesselInterval } from './trips.ts'

/** Condition of the present pairing, for joins with a vessel or a device. */
export const isOpenPairing = isNull(pairings.unpairedAt)

/**
 * Pairs the device with this code, however it was typed, with the vessel; null for an invalid code. A used
 * code is invalid, so one of several callers at once succeeds. Throws as `beginPairing` does.
 */
export async function pairByCode(
  tx: Tx,
  { code, ...pairing }: { code: string } & Omit<NewPairing, 'deviceId'>,
): Promise<{ deviceId: string; replaced: string | null } | null> {
  const isOnVessel = tx
    .select({ id: pairings.id })
    .from(pairings)
    .where(and(eq(pairings.deviceId, devices.id), isOpenPairing))
  const [device] = await tx
    .update(devices)
    .set({ pairingCodeHash: null, pairingCodeExpiresAt: null })
    .where(
      and(
        eq(devices.pairingCodeHash, codeHash(code)),
        gt(devices.pairingCodeExpiresAt, pairing.now),
        isNull(devices.revokedAt),
        notExists(isOnVessel),
      ),
    )
    .returning({ id: devices.id })
  if (!device) return null
  return { deviceId: device.id, replaced: await beginPairing(tx, { deviceId: device.id, ...pairing }) }
}

interface NewPairing {
  deviceId: string
  vesselId: string
  now: Date
  /** Unpairs the device that the vessel has. */
  mayReplace?: boolean | undefined
}

/**
 * Pairs the device with the vessel and returns the device that it replaced. Throws `VESSEL_HAS_DEVICE` when
 * the vessel has a device that may not be replaced, or got one at the same moment. Throws `conflict` when the
 * device has a vessel.
 */
export async function beginPairing(
  tx: Tx,
  { deviceId, vesselId, now, mayReplace = false }: NewPairing,
): Promise<string | null> {
  const replaced = mayReplace ? await endPairing(tx, vesselId, now) : null
  const begun = await tx
    .insert(pairings)
    .values({ deviceId, vesselId, pairedAt: now })
    .onConflictDoNothing()
    .returning({ id: pairings.id })
  if (begun.length > 0) return replaced
  const [paired] = await tx
    .select({ deviceId: pairings.deviceId, name: vessels.name })
    .from(pairings)
    .innerJoin(vessels, eq(vessels.id, pairings.vesselId))
    .where(and(eq(pairings.vesselId, vesselId), isOpenPairing))
  if (!paired) throw new Problem('conflict')
  const { name, deviceId: present } = paired
  const way = `replace_device: true unpairs it and pairs ${deviceId}.`
  throw new Problem('VESSEL_HAS_DEVICE', `${name} has the device ${present} already; ${way}`)
}

/** Takes the device off the vessel; answers which one it was, null when there was none. */
export async function endPairing(tx: Tx, vesselId: string, now: Date): Promise<string | null> {
  const [ended] = await tx
    .update(pairings)
    .set({ unpairedAt: now })
    .where(and(eq(pairings.vesselId, vesselId), isOpenPairing))
    .returning({ deviceId: pairings.deviceId })
  return ended?.deviceId ?? null
}

/** Makes a device and pairs it with the vessel. A device that it replaces cannot sign in any more. */
export async function giveDevice(
  db: Db,
  pairing: Omit<NewPairing, 'deviceId'>,
): Promise<{ id: string; secret: string; replaced: string | null }> {
  return db.transaction(async (tx) => {
    const made = await createDevice(tx, {})
    const replaced = await beginPairing(tx, { deviceId: made.id, ...pairing })
    if (replaced) await revokeDevice(tx, replaced, pairing.now)
    return { ...made, replaced }
  })
}

/** For each interval, when devices were taken off the vessel, µs: no trip continues beyond such a moment. */
export async function pairingEnds(db: Db | Tx, intervals: readonly VesselInterval[]): Promise<number[][]> {
  const rows = await db
    .select({ vesselId: pairings.vesselId, at: pairings.unpairedAt })
    .from(pairings)
    .where(
      and(
        inArray(
          pairings.vesselId,
          intervals.map(({ vesselId }) => vesselId),
        ),
        isNotNull(pairings.unpairedAt),
      ),
    )
  return intervals.map(({ vesselId, fromUs, toUs }) =>
    rows.flatMap(({ at, ...row }) => {
      const ms = at?.getTime() ?? Number.NaN
      const isWithin = ms >= Math.floor(fromUs / 1000) && ms <= Math.ceil(toUs / 1000)
      return row.vesselId === vesselId && isWithin ? [ms * 1000] : []
    }),
  )
}

/** Finds the vessels and times at which devices were taken off since then. */
export async function pairingEndsSince(db: Db | Tx, sinceMs: number) {
  const rows = await db
    .select({ vesselNumber: vessels.number, at: pairings.unpairedAt })
    .from(pairings)
    .innerJoin(vessels, eq(vessels.id, pairings.vesselId))
    .where(and(isNotNull(pairings.unpairedAt), gte(pairings.unpairedAt, new Date(Math.max(0, sinceMs)))))
  return rows.flatMap(({ vesselNumber, at }) => {
    const us = (at?.getTime() ?? 0) * 1000
    return at ? [{ vesselNumber, fromUs: us, toUs: us }] : []
  })
}
