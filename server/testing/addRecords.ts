/** Adds records that tests of endpoints use, to the places of `twoOrganizations`. */
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { noteAttempt } from '#server/records/attempts.ts'
import { insertExport } from '#server/records/fleetExports.ts'
import { insertSchedule } from '#server/records/reportSchedules.ts'
import { insertShareLink } from '#server/records/shareLinks.ts'
import { insertWallLink } from '#server/records/wallLinks.ts'
import { insertWebhook } from '#server/records/webhooks.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { messages, trips } from '#server/stores/relational/schema.ts'
import { playReadings } from './playMovement.ts'
import { type TestApi, type Thing, tripOf } from './testApi.ts'
import { HARBOUR } from './testWorld.ts'

/** Returns another area each time, since the server keeps none twice. */
export const areaWanted = () => {
  const { latitudeDeg: north, longitudeDeg: east } = HARBOUR
  const west = Math.round((east - 0.01 - Math.random() / 100) * 1e6) / 1e6
  return { name: 'Harbour', bounds: [west, north - 0.004, east + 0.01, north + 0.004], maxzoom: 13 }
}

export const PUSH_SUBSCRIPTION = {
  endpoint: 'https://push.example/a',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
}

export const WEBHOOK = {
  ...{ name: 'Office', url: 'https://office.example/hook', severities: ['critical'], enabled: false },
}

export const SCHEDULE = { name: 'Weekly', period: 'week', enabled: true }

export const addSchedule = ({ organizationId, departmentId, userId }: Thing, db: Db) =>
  db.transaction((tx) =>
    insertSchedule(tx, {
      ...{ organizationId, departmentId, name: 'Weekly', period: 'week', userIds: [userId] },
      nextAt: new Date(Date.UTC(2100, 0)),
    }),
  )

export async function addWebhook({ organizationId }: Thing, { records }: Pick<TestApi, 'records'>) {
  const row = { ...WEBHOOK, organizationId, secret: 'whsec_' }
  const { id } = await records.db.transaction((tx) => insertWebhook(tx, row))
  return id
}

export async function addDeadMessage({ organizationId, alertId, userId }: Thing, { records }: TestApi) {
  const row = {
    organizationId,
    alertId,
    userId,
    channel: 'email',
    reason: 'rule',
    nextAt: new Date(0),
  } as const
  const [message] = await records.db
    .insert(messages)
    .values({ ...row, state: 'dead' })
    .onConflictDoUpdate({
      target: [messages.alertId, messages.userId, messages.channel, messages.reason],
      set: { state: 'dead' },
    })
    .returning()
  if (!message) throw new Error('the message was not inserted')
  return message.id
}

export const addShareLink = ({ organizationId, vesselId, tripId }: Thing, db: Db) =>
  db.transaction((tx) =>
    insertShareLink(tx, {
      ...{ organizationId, vesselId, tripId, commentIds: [], secretHash: randomUUID() },
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
  )

/** Adds a link to the watch board of the thing's department. */
export const addWallLink = ({ organizationId, departmentId }: Thing, db: Db) =>
  db.transaction((tx) =>
    insertWallLink(tx, { organizationId, departmentId, name: 'Harbour office', secretHash: randomUUID() }),
  )

/** Adds an export of another user, so that having requested it is not enough. */
export const addExport = ({ organizationId, departmentId, vesselId, userId }: Thing, db: Db) =>
  db.transaction((tx) =>
    insertExport(tx, {
      ...{ organizationId, vesselId, userId, departmentIds: [departmentId] },
      ...{ kind: 'trips', format: 'csv', fromUs: 0, toUs: 1e15, fileName: 'trips.zip' },
    }),
  )

/** Locks pairing as ten wrong codes do. */
export async function lockPairing(db: Db, who: string): Promise<void> {
  for (let i = 0; i < 10; i++) await noteAttempt(db, `pairing by ${who}`, Date.now())
}

/** Stores samples of the first trip. A trip without samples would be removed when it is cut. */
export async function sail({ tripId, vesselNumber }: Thing, { telemetry }: TestApi): Promise<string> {
  await telemetry.append([playReadings(vesselNumber, '09:00 12kn, 10:00 0kn, 10:01 0kn')])
  return tripId
}

const LATER_US = Date.UTC(2026, 5, 18, 11) * 1000
/** Adds a second trip of the vessel, at the same time on each call. */
export async function addTrip(
  { vesselId, organizationId }: Thing,
  { records: { db } }: TestApi,
): Promise<string> {
  await db.delete(trips).where(and(eq(trips.vesselId, vesselId), eq(trips.startUs, LATER_US)))
  const [row] = await db
    .insert(trips)
    .values(tripOf({ id: vesselId, organizationId }, LATER_US))
    .returning()
  if (!row) throw new Error('nothing was inserted')
  return row.id
}
