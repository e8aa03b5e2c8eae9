import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, notExists } from 'drizzle-orm'
import { DAY_MS } from '#contract/domain/time.ts'
import type { DeviceKind } from '#contract/wire/device.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { devices, pairings, vessels } from '#server/stores/relational/schema.ts'

/** A device, its present vessel, and its vessels over time. */
export interface Device {
  id: string
  kind: DeviceKind
  secretHash: string
  /** Null while it is not paired. */
  vessel: (DeviceVessel & { organizationId: string }) | null
  /** The device was unpaired and has not asked for a new pairing code since. */
  mustRegister: boolean
  /** Oldest first. Readings of a time in none of the spans are rejected. */
  spans: DeviceSpan[]
}

interface DeviceVessel {
  id: string
  number: number
}

/**
 * The device measured on the vessel from `fromUs` on and before `untilUs`; null when those readings belong to
 * no vessel any more.
 */
export interface DeviceSpan {
  vessel: DeviceVessel | null
  fromUs: number
  untilUs: number
}

/** Ids appear in MQTT topics, so they contain no character with a meaning there. */
export const DEVICE_ID = /^[A-Za-z0-9_-]{3,64}$/

/** Returns the devices among these ids that may sign in. */
export async function findDevices(db: Db | Tx, ids: readonly string[]): Promise<Device[]> {
  const [known, paired] = await Promise.all([
    db
      .select({
        id: devices.id,
        kind: devices.kind,
        secretHash: devices.secretHash,
        codeHash: devices.pairingCodeHash,
      })
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
 * The first pairing reaches back to all data that the device still has. Data from another organization's time
 * belongs to no vessel, because the present owner could forge it.
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
      vesselId === null ||
      number === null ||
      organizationId === null ||
      organizationId !== now?.organizationId
        ? null
        : { id: vesselId, number, organizationId },
    fromUs: i === 0 ? Number.NEGATIVE_INFINITY : pairedAt.getTime() * 1000,
    untilUs: unpairedAt ? unpairedAt.getTime() * 1000 : Number.POSITIVE_INFINITY,
  }))
  return { vessel: now?.unpairedAt === null ? (spans.at(-1)?.vessel ?? null) : null, spans }
}

/**
 * Makes a device with a new secret. The secret is returned here and never again: only its hash is stored.
 * Throws `conflict` when a device has that id.
 */
export async function createDevice(
  db: Db | Tx,
  {
    kind = 'device',
    id = `${ID_PREFIXES[kind]}-${randomBytes(6).toString('hex')}`,
    vesselId = null,
    now = new Date(),
  }: { kind?: DeviceKind | undefined; id?: string | undefined; vesselId?: string | null; now?: Date },
): Promise<{ id: string; secret: string }> {
  const { secret, secretHash } = newSecret(kind)
  const rows = await db
    .insert(devices)
    .values({ id, kind, secretHash })
    .onConflictDoNothing({ target: devices.id })
    .returning({ id: devices.id })
  if (rows.length === 0) throw new Problem('conflict', 'There is a device of this id already.')
  if (vesselId) await db.insert(pairings).values({ deviceId: id, vesselId, pairedAt: now })
  return { id, secret }
}

/** Id of the tracker with this IMEI. */
export const trackerId = (imei: string) => `${ID_PREFIXES.tracker}-${imei}`
/** Id of the source of NMEA 0183 with this network address; IPv6 in its shortest form. */
export function addressId(address: string) {
  const shortest = address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address
  return `${ID_PREFIXES.nmea}-${shortest.replaceAll(/[.:]/g, '-')}`
}
/** True for an id that only a user with the right to pair may give. */
export const isReservedId = (id: string) => /^(imei|nmea)-/.test(id)

/**
 * Makes a device that proves nothing, or takes up the one of that id that is on no vessel. Throws `conflict` while
 * it is on one.
 */
export async function takeUpDevice(
  tx: Tx,
  { id, kind }: { id: string; kind: 'tracker' | 'nmea' },
): Promise<{ id: string; secret: null }> {
  // No device knows this secret, so nothing signs in with it.
  const { secretHash } = newSecret()
  const isOnVessel = tx
    .select({ id: pairings.id })
    .from(pairings)
    .where(and(eq(pairings.deviceId, id), isNull(pairings.unpairedAt)))
  const rows = await tx
    .insert(devices)
    .values({ id, kind, secretHash })
    .onConflictDoUpdate({
      target: devices.id,
      set: { kind, secretHash, revokedAt: null },
      setWhere: notExists(isOnVessel),
    })
    .returning({ id: devices.id })
  if (rows.length === 0) throw new Problem('conflict', 'This device is on a vessel already.')
  return { id, secret: null }
}

/** Replaces the secret of a device; the old one is invalid from then on. */
export async function renewSecret(tx: Tx, { id, kind }: { id: string; kind: DeviceKind }): Promise<string> {
  const { secret, secretHash } = newSecret(kind)
  await tx.update(devices).set({ secretHash }).where(eq(devices.id, id))
  return secret
}

/** Ends all sign-ins of this device. Its pairings stay on record. */
export async function revokeDevice(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(devices)
    .set({ revokedAt: now, pairingCodeHash: null, pairingCodeExpiresAt: null })
    .where(and(eq(devices.id, id), isNull(devices.revokedAt)))
}

/** Id of the phone with this hash of its key, null without one. */
export async function findPhone(db: Db | Tx, keyHash: string): Promise<string | null> {
  const [phone] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.secretHash, keyHash), eq(devices.kind, 'phone'), isNull(devices.revokedAt)))
  return phone?.id ?? null
}

/** Random secrets of 128 bits or more need no slow hash; the comparison takes constant time. */
export const secretMatches = (device: Pick<Device, 'secretHash'>, secret: string) =>
  timingSafeEqual(Buffer.from(device.secretHash, 'hex'), Buffer.from(hashOf(secret), 'hex'))

/** Letters that are hard to confuse; there are 32, so that each has five bits. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Forty bits: with forty tries an hour nobody can guess one of the few valid codes. */
const CODE_LENGTH = 8
const CODE_GOOD_MS = DAY_MS
const UNPAIRED_KEPT_MS = 30 * CODE_GOOD_MS
/** Registered devices that may wait for a pairing. */
const MOST_WAITING = 10_000

/** Gives a device a new pairing code in place of its old one. */
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

/** Hash of a pairing code, equal however the user typed the code. */
export const codeHash = (code: string) =>
  hashOf(
    code
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  )

/** Deletes devices that were not paired within a month; throws `too_many` when too many still wait. */
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

/** A new secret; that of a phone is shorter and without capitals, because people type it into an app. */
export function newSecret(kind: DeviceKind = 'device') {
  const secret = kind === 'phone' ? randomBytes(16).toString('hex') : randomWord()
  return { secret, secretHash: hashOf(secret) }
}

/** Programs such as mosquitto_pub take a word that begins with a dash for an option. */
function randomWord(): string {
  const word = randomBytes(32).toString('base64url')
  return word.startsWith('-') ? randomWord() : word
}

const ID_PREFIXES: Readonly<Record<DeviceKind, string>> = {
  device: 'dev',
  phone: 'phone',
  tracker: 'imei',
  nmea: 'nmea',
}

/** Stored form of secrets and pairing codes. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
