import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { devices, vessels } from '#server/stores/relational/schema.ts'

/** A device and the vessel it speaks for, null while it is not paired. */
export interface Device {
  id: string
  secretHash: string
  vessel: { id: string; number: number } | null
}

/** Ids appear in MQTT topics, so they hold nothing that means something there. */
export const DEVICE_ID = /^[A-Za-z0-9_-]{3,64}$/

/** Those of these devices that there are. */
export async function findDevices(db: Db | Tx, ids: readonly string[]): Promise<Device[]> {
  const rows = await db
    .select({ id: devices.id, secretHash: devices.secretHash, vesselId: vessels.id, number: vessels.number })
    .from(devices)
    .leftJoin(vessels, eq(vessels.id, devices.vesselId))
    .where(inArray(devices.id, [...ids]))
  return rows.map(({ id, secretHash, vesselId, number }) => ({
    id,
    secretHash,
    vessel: vesselId === null || number === null ? null : { id: vesselId, number },
  }))
}

/** Makes a device with a new secret. The secret is told here and never again: only its hash is kept. */
export async function createDevice(
  db: Db | Tx,
  {
    id = `dev-${randomBytes(6).toString('hex')}`,
    vesselId = null,
  }: { id?: string; vesselId?: string | null },
): Promise<{ id: string; secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  await db
    .insert(devices)
    .values({ id, secretHash: hashSecret(secret), vesselId, pairedAt: vesselId ? new Date() : null })
  return { id, secret }
}

/** Gives the vessel a new device; the one it had is no longer known, so what it sends is refused from now on. */
export async function replaceDevice(db: Db, vesselId: string): Promise<{ id: string; secret: string }> {
  return db.transaction(async (tx) => {
    await tx.delete(devices).where(eq(devices.vesselId, vesselId))
    return createDevice(tx, { vesselId })
  })
}

/** Random secrets of 256 bits need no slow hash; the comparison takes the same time whatever was given. */
export const secretMatches = (device: Device, secret: string) =>
  timingSafeEqual(Buffer.from(device.secretHash, 'hex'), Buffer.from(hashSecret(secret), 'hex'))

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
