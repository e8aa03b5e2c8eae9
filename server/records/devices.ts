import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, count, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { Problem } from '#contract/errors.ts'
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

/**
 * Makes a device with a new secret. The secret is told here and never again: only its hash is kept. Throws `conflict`
 * when there is a device of that id.
 */
export async function createDevice(
  db: Db | Tx,
  {
    id = `dev-${randomBytes(6).toString('hex')}`,
    vesselId = null,
  }: { id?: string | undefined; vesselId?: string | null },
): Promise<{ id: string; secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  const pairedAt = vesselId ? new Date() : null
  const rows = await db
    .insert(devices)
    .values({ id, secretHash: hashOf(secret), vesselId, pairedAt })
    .onConflictDoNothing({ target: devices.id })
    .returning({ id: devices.id })
  if (rows.length === 0) throw new Problem('conflict', 'There is a device of this id already.')
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
  timingSafeEqual(Buffer.from(device.secretHash, 'hex'), Buffer.from(hashOf(secret), 'hex'))

/** Without the letters that are taken for another one; 32 of them, so that each stands for five bits of chance. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Fifty bits: nobody guesses one of the few codes that are good at a time. */
const CODE_LENGTH = 10
const CODE_GOOD_MS = 86_400_000
const UNPAIRED_KEPT_MS = 30 * CODE_GOOD_MS
/** Devices that introduced themselves and wait for somebody to pair them. */
const MOST_WAITING = 10_000

/** Gives an unpaired device a code that says which one it is, in place of the one it had. */
export async function issuePairingCode(
  db: Db | Tx,
  deviceId: string,
  nowMs: number,
): Promise<{ code: string; expiresAt: Date }> {
  const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length])
  const code = letters.join('')
  const expiresAt = new Date(nowMs + CODE_GOOD_MS)
  await db
    .update(devices)
    .set({ pairingCodeHash: hashOf(code), pairingCodeExpiresAt: expiresAt })
    .where(and(eq(devices.id, deviceId), isNull(devices.vesselId)))
  return { code, expiresAt }
}

/**
 * Pairs the device that shows this code, however it was typed, with the vessel; null when no code is good. Of several
 * who try at once one succeeds. The vessel must not have another device.
 */
export async function pairDevice(
  db: Db | Tx,
  { code, vesselId, nowMs }: { code: string; vesselId: string; nowMs: number },
): Promise<string | null> {
  const typed = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const now = new Date(nowMs)
  const [paired] = await db
    .update(devices)
    .set({ vesselId, pairedAt: now, pairingCodeHash: null, pairingCodeExpiresAt: null })
    .where(
      and(
        eq(devices.pairingCodeHash, hashOf(typed)),
        gt(devices.pairingCodeExpiresAt, now),
        isNull(devices.vesselId),
      ),
    )
    .returning({ id: devices.id })
  return paired?.id ?? null
}

/** Forgets devices that nobody paired in a month; throws `too_many` when even so too many wait. */
export async function makeRoomForDevice(db: Db | Tx, nowMs: number): Promise<void> {
  const waits = and(isNull(devices.vesselId), isNotNull(devices.pairingCodeExpiresAt))
  await db
    .delete(devices)
    .where(and(waits, lt(devices.pairingCodeExpiresAt, new Date(nowMs - UNPAIRED_KEPT_MS))))
  const [waiting] = await db.select({ devices: count() }).from(devices).where(waits)
  if ((waiting?.devices ?? 0) >= MOST_WAITING) throw new Problem('too_many')
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
