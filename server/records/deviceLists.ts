/** Lists of devices for users: devices on vessels of their scope, or last on one of them. */
import { and, count, desc, eq, gte, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import * as contract from '#contract/wire/device.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import {
  type ActivityOfDevice,
  devices,
  pairings,
  rejections,
  vessels,
} from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { byName } from './nameSql.ts'
import { inScope, type Scope } from './scope.ts'

/** Time of the last report of a program on board in this pairing, ms since 1970. */
function reportedMs() {
  const receivedMs = sql`(${devices.health}->>'receivedMs')::bigint`
  return sql`case when ${receivedMs} >= extract(epoch from ${pairings.pairedAt}) * 1000 then ${receivedMs} end`
}

const COLUMNS = columnsOf(contract.listDevices, {
  orders: {
    id: devices.id,
    vessel: byName(vessels.name),
    last_seen: sql`greatest((${devices.activity}->>'lastSeenMs')::bigint, ${reportedMs()})`,
  },
  // A device is named by its id and the name of its present or last vessel.
  filters: { id: devices.id, name: sql`${devices.id} || ' ' || ${vessels.name}`, vessel_id: vessels.id },
})

export type { ActivityOfDevice }

export const NO_ACTIVITY: ActivityOfDevice = {
  lastSeenMs: null,
  ways: {},
  formats: {},
  samplesPerMinute: null,
  clockOffsetMs: null,
}

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>['rows'][number]

export async function listDevices(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(...filterSql(query, COLUMNS))
  const rows = await visibleDevices(db, scope, where)
    .orderBy(...orderSql(query, COLUMNS, devices.id))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db
    .select({ total: count() })
    .from(pairings)
    .innerJoin(devices, eq(devices.id, pairings.deviceId))
    .innerJoin(vessels, eq(vessels.id, pairings.vesselId))
    .where(and(isVisibleDevice(db, scope), where))
  return { rows, total: counted?.total ?? 0 }
}

export async function findDeviceRow(db: Db | Tx, scope: Scope, id: string): Promise<DeviceRow | null> {
  const [row] = await visibleDevices(db, scope, eq(devices.id, id)).limit(1)
  return row ?? null
}

const visibleDevices = (db: Db | Tx, scope: Scope, where: ReturnType<typeof and>) =>
  db
    .select({
      id: devices.id,
      kind: devices.kind,
      activity: devices.activity,
      health: devices.health,
      pairedAt: pairings.pairedAt,
      unpairedAt: pairings.unpairedAt,
      vessel: {
        id: vessels.id,
        name: vessels.name,
        number: vessels.number,
        organizationId: vessels.organizationId,
        departmentId: vessels.departmentId,
      },
    })
    .from(pairings)
    .innerJoin(devices, eq(devices.id, pairings.deviceId))
    .innerJoin(vessels, eq(vessels.id, pairings.vesselId))
    .where(and(isVisibleDevice(db, scope), where))

function isVisibleDevice(db: Db | Tx, scope: Scope) {
  const later = alias(pairings, 'later')
  const isLater = and(eq(later.deviceId, pairings.deviceId), sql`${later.id} > ${pairings.id}`)
  return and(
    inScope(scope, vessels),
    isNull(devices.revokedAt),
    notExists(db.select({ id: later.id }).from(later).where(isLater)),
  )
}

/** Devices of a vessel, the newest pairing first. */
export function pairingsOf(db: Db | Tx, vesselId: string) {
  return db
    .select({
      deviceId: pairings.deviceId,
      pairedAt: pairings.pairedAt,
      unpairedAt: pairings.unpairedAt,
      revokedAt: devices.revokedAt,
    })
    .from(pairings)
    .innerJoin(devices, eq(devices.id, pairings.deviceId))
    .where(eq(pairings.vesselId, vesselId))
    .orderBy(desc(pairings.pairedAt), desc(pairings.id))
}

const NEWEST = 100

/** Counts the rejections of a device since it came to its present or last vessel, by kind and by hour. */
export async function rejectionsOf(db: Db | Tx, deviceId: string, since: Date) {
  const where = and(eq(rejections.deviceId, deviceId), gte(rejections.receivedAt, since))
  const hour =
    sql<Date>`date_trunc('hour', ${rejections.receivedAt} at time zone 'UTC') at time zone 'UTC'`.mapWith(
      rejections.receivedAt,
    )
  const [data, hours] = await Promise.all([
    db
      .select({
        receivedAt: rejections.receivedAt,
        reason: rejections.reason,
        detail: rejections.detail,
        count: rejections.count,
      })
      .from(rejections)
      .where(where)
      .orderBy(desc(rejections.receivedAt), desc(rejections.id))
      .limit(NEWEST),
    db
      .select({
        hour: hour.as('hour'),
        reason: rejections.reason,
        count: sql<number>`sum(${rejections.count})`.mapWith(Number),
      })
      .from(rejections)
      .where(where)
      .groupBy(sql`hour`, rejections.reason)
      .orderBy(sql`hour`, rejections.reason),
  ])
  return { data, hours }
}

/** Data that one process received from a device in a minute, or in a part of the minute. */
export interface ActivityInMinute extends Pick<ActivityOfDevice, 'ways' | 'formats' | 'clockOffsetMs'> {
  lastSeenMs: number
  /** Minutes since 1970. */
  minute: number
  samples: number
}

/** Adds the activity of many devices to the stored activity, to which other processes add as well. */
export async function addActivity(
  db: Db | Tx,
  activity: ReadonlyMap<string, ActivityInMinute>,
): Promise<void> {
  if (activity.size === 0) return
  const rows = JSON.stringify([...activity].map(([id, one]) => ({ id, ...one })))
  const known = sql`coalesce(${devices.activity}, '{}')`
  const knownMinute = sql`coalesce((${devices.activity}->>'minute')::int, 0)`
  await db.execute(sql`
    update ${devices} set activity = ${known} || jsonb_build_object(
      'lastSeenMs', greatest((${devices.activity}->>'lastSeenMs')::bigint, received."lastSeenMs"),
      'ways', coalesce(${devices.activity}->'ways', '{}') || received.ways,
      'formats', coalesce(${devices.activity}->'formats', '{}') || received.formats
    ) || case
      when received.minute > ${knownMinute} then jsonb_build_object(
        'minute', received.minute,
        'samples', received.samples,
        'samplesPerMinute', ${devices.activity}->'samples',
        'clockOffsetMs', received."clockOffsetMs")
      when received.minute = ${knownMinute} then jsonb_build_object(
        'samples', (${devices.activity}->>'samples')::int + received.samples,
        'clockOffsetMs', greatest((${devices.activity}->>'clockOffsetMs')::bigint, received."clockOffsetMs"))
      when received.minute = ${knownMinute} - 1 then jsonb_build_object(
        'samplesPerMinute', coalesce((${devices.activity}->>'samplesPerMinute')::int, 0) + received.samples)
      else '{}' end
    from jsonb_to_recordset(${rows}::jsonb) as received(
      id text, "lastSeenMs" bigint, ways jsonb, formats jsonb, minute int, samples int, "clockOffsetMs" bigint)
    where ${devices.id} = received.id`)
}
