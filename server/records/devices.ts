import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, notExists } from 'drizzle-orm'
import { DAY_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { devices, pairings, vessels } from '#server/stores/relational/schema.ts'

/** A device, the vessel it speaks for, and which vessel what it measured belongs to. */
export interface Device {
  id: string
  secretHash: string
  /** Null while it is not paired. */
  vessel: DeviceVessel | null
  /** The device was unpaired and has not asked for a new pairing code since. */
  mustRegister: boolean
  /** Oldest first. What was measured at a time that is in none of them belongs to nobody. */
  spans: DeviceSpan[]
}

interface DeviceVessel {
  id: string
  number: number
}

/** From `fromUs` on and before `untilUs` the device measured on the vessel; null where that is nobody's any more. */
export interface DeviceSpan {
  vessel: DeviceVessel | null
  fromUs: number
  untilUs: number
}

/** Ids appear in MQTT topics, so they hold nothing that means something there. */
export const DEVICE_ID = /^[A-Za-z0-9_-]{3,64}$/

/** Returns the devices among these ids that may sign in. */
export async function findDevices(db: Db | Tx, ids: readonly string[]): Promise<Device[]> {
  const [known, paired] = await Promise.all([
    db
      .select({ id: devices.id, secretHash: devices.secretHash, codeHash: devices.pairingCodeHash })
      .from(devices)
      .where(and(inArray(devices.id, [...ids]), isNull(devices.revokedAt))),
    db
      .select({
        deviceId: pairings.deviceId,
        pairedAt: pairings.pairedAt,
        unpairedAt: pairings.unpairedAt,
        vesselId: vessels.id,
        number: vessels.number,
        organizationId: vessels.organizationId,
      })
      .from(pairings)
      .leftJoin(vessels, eq(vessels.id, pairings.vesselId))
      .where(inArray(pairings.deviceId, [...ids]))
      .orderBy(asc(pairings.pairedAt), asc(pairings.id)),
  ])
  const pairingsOf = Map.groupBy(paired, ({ deviceId }) => deviceId)
  return known.map(({ codeHash, ...device }) => {
    const history = pairingsOf.get(device.id) ?? []
    const time = timeOf(history)
    // A pairing takes the code, so a code that is there was issued after the last pairing.
    const mustRegister = time.vessel === null && history.length > 0 && codeHash === null
    return { ...device, ...time, mustRegister }
  })
}

/**
 * The first pairing reaches back to all that the device still holds. What was measured for another organization than
 * the present one is nobody's: who has the device now could make it say anything.
 */
function timeOf(
  history: readonly {
    pairedAt: Date
    unpairedAt: Date | null
    vesselId: string | null
    number: number | null
    organizationId: string | null
  }[],
): Pick<Device, 'vessel' | 'spans'> {
  const now = history.at(-1)
  const spans = history.map(({ pairedAt, unpairedAt, vesselId, number, organizationId }, i) => ({
    vessel:
      vesselId === null || number === null || organizationId !== now?.organizationId
        ? null
        : { id: vesselId, number },
    fromUs: i === 0 ? Number.NEGATIVE_INFINITY : pairedAt.getTime() * 1000,
    untilUs: unpairedAt ? unpairedAt.getTime() * 1000 : Number.POSITIVE_INFINITY,
  }))
  return { vessel: now?.unpairedAt === null ? (spans.at(-1)?.vessel ?? null) : null, spans }
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
    now = new Date(),
  }: { id?: string | undefined; vesselId?: string | null; now?: Date },
): Promise<{ id: string; secret: string }> {
  const { secret, secretHash } = newSecret()
  const rows = await db
    .insert(devices)
    .values({ id, secretHash })
    .onConflictDoNothing({ target: devices.id })
    .returning({ id: devices.id })
  if (rows.length === 0) throw new Problem('conflict', 'There is a device of this id already.')
  if (vesselId) await db.insert(pairings).values({ deviceId: id, vesselId, pairedAt: now })
  return { id, secret }
}

/** A new secret in place of the one that the device had, which counts no longer. */
export async function renewSecret(tx: Tx, id: string): Promise<string> {
  const { secret, secretHash } = newSecret()
  await tx.update(devices).set({ secretHash }).where(eq(devices.id, id))
  return secret
}

/** From now on nobody signs in as this device. Who was on which vessel when stays known. */
export async function revokeDevice(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(devices)
    .set({ revokedAt: now, pairingCodeHash: null, pairingCodeExpiresAt: null })
    .where(and(eq(devices.id, id), isNull(devices.revokedAt)))
}

/** Random secrets of 256 bits need no slow hash; the comparison takes the same time whatever was given. */
export const secretMatches = (device: Device, secret: string) =>
  timingSafeEqual(Buffer.from(device.secretHash, 'hex'), Buffer.from(hashOf(secret), 'hex'))

/** Without the letters that are taken for another one; 32 of them, so that each stands for five bits of chance. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Forty bits: with forty tries an hour nobody guesses one of the few codes that are good at a time. */
const CODE_LENGTH = 8
const CODE_GOOD_MS = DAY_MS
const UNPAIRED_KEPT_MS = 30 * CODE_GOOD_MS
/** Devices that introduced themselves and wait for somebody to pair them. */
const MOST_WAITING = 10_000

/** Gives a device a code that says which one it is, in place of the one it had. */
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
    .where(and(eq(devices.id, deviceId), isNull(devices.revokedAt)))
  return { code, expiresAt }
}

/** Hash of a pairing code, the same however the user typed the code. */
export const codeHash = (code: string) =>
  hashOf(
    code
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  )

/** Forgets devices that nobody paired in a month; throws `too_many` when even so too many wait. */
export async function makeRoomForDevice(db: Db | Tx, nowMs: number): Promise<void> {
  const neverPaired = notExists(
    db.select({ id: pairings.id }).from(pairings).where(eq(pairings.deviceId, devices.id)),
  )
  const waits = and(neverPaired, isNotNull(devices.pairingCodeExpiresAt))
  await db
    .delete(devices)
    .where(and(waits, lt(devices.pairingCodeExpiresAt, new Date(nowMs - UNPAIRED_KEPT_MS))))
  const [waiting] = await db.select({ devices: count() }).from(devices).where(waits)
  if ((waiting?.devices ?? 0) >= MOST_WAITING) throw new Problem('too_many')
}

function newSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: hashOf(secret) }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
