/** Detail of trips that people asked of a boat. The boat learns of open requests with the answer to each report. */
import { and, asc, desc, eq, exists, gte, isNotNull, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type DeviceHealth, MOST_ASKED } from '#contract/wire/deviceHealth.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { detailRequests, devices, type HealthOfDevice, pairings } from '#server/stores/relational/schema.ts'
import { isOpenPairing } from './pairings.ts'

export type DetailRequestRow = typeof detailRequests.$inferSelect

/**
 * The device that is on a vessel now, with its last report since then; null without either. Its data are the vessel's from
 * `pairedMs` on; the first pairing of a device covers all its earlier data.
 */
export async function boardOf(db: Db | Tx, vesselId: string) {
  const earlier = alias(pairings, 'earlier')
  const isFirst = notExists(
    db
      .select({ id: earlier.id })
      .from(earlier)
      .where(and(eq(earlier.deviceId, pairings.deviceId), lt(earlier.id, pairings.id))),
  )
  const [row] = await db
    .select({
      ...{ deviceId: devices.id, health: devices.health, pairedAt: pairings.pairedAt },
      isFirst: sql<boolean>`${isFirst}`,
    })
    .from(pairings)
    .innerJoin(devices, eq(devices.id, pairings.deviceId))
    .where(and(eq(pairings.vesselId, vesselId), isOpenPairing))
  if (!row?.health || row.health.receivedMs < row.pairedAt.getTime()) return null
  const { deviceId, health, pairedAt } = row
  return { deviceId, health, pairedMs: row.isFirst ? 0 : pairedAt.getTime() }
}

const isOpenOf = (deviceId: string, vesselId: string) =>
  and(
    eq(detailRequests.deviceId, deviceId),
    eq(detailRequests.vesselId, vesselId),
    isNull(detailRequests.endedAt),
  )

const isOnVessel = (db: Db | Tx) =>
  exists(
    db
      .select({ id: pairings.id })
      .from(pairings)
      .where(
        and(
          eq(pairings.deviceId, detailRequests.deviceId),
          eq(pairings.vesselId, detailRequests.vesselId),
          isOpenPairing,
        ),
      ),
  )

/** Open requests of a device on this vessel, oldest first. */
const openRequests = (db: Db | Tx, deviceId: string, vesselId: string) =>
  db
    .select()
    .from(detailRequests)
    .where(isOpenOf(deviceId, vesselId))
    .orderBy(asc(detailRequests.createdAt), asc(detailRequests.id))
    .limit(MOST_ASKED)

/**
 * Requests that touch a part of a vessel's time, newest first. Those that a device took with it when it left the vessel are
 * left out: nobody answers them.
 */
export const requestsTouching = (db: Db | Tx, vesselId: string, fromUs: number, toUs: number) =>
  db
    .select()
    .from(detailRequests)
    .where(
      and(
        eq(detailRequests.vesselId, vesselId),
        lte(detailRequests.fromUs, toUs),
        gte(detailRequests.toUs, fromUs),
        or(isNotNull(detailRequests.endedAt), isOnVessel(db)),
      ),
    )
    .orderBy(desc(detailRequests.createdAt), asc(detailRequests.id))
    .limit(MOST_ASKED)

/** A new request, or the open one that covers its time. Throws `too_many` when a boat has enough of them. */
export async function insertRequest(
  tx: Tx,
  asked: Pick<DetailRequestRow, 'deviceId' | 'vesselId' | 'fromUs' | 'toUs' | 'askedBy' | 'createdAt'>,
): Promise<{ row: DetailRequestRow; isNew: boolean }> {
  // Two people who ask at once take turns.
  await tx.select({ id: devices.id }).from(devices).where(eq(devices.id, asked.deviceId)).for('update')
  const open = await openRequests(tx, asked.deviceId, asked.vesselId)
  const covering = open.find(({ fromUs, toUs }) => fromUs <= asked.fromUs && toUs >= asked.toUs)
  if (covering) return { row: covering, isNew: false }
  if (open.length >= MOST_ASKED) throw new Problem('too_many', 'This boat has enough requests for now.')
  const [row] = await tx.insert(detailRequests).values(asked).returning()
  if (!row) throw new Error('the request was not inserted')
  return { row, isNew: true }
}

/**
 * Keeps the newest report of a device about itself, with what it says of open requests, and returns those that are still
 * open, oldest first. An ended one stays as it is, whatever a late or repeated report says.
 */
export async function takeReport(
  db: Db | Tx,
  { deviceId, vesselId, now }: { deviceId: string; vesselId: string; now: Date },
  report: DeviceHealth,
): Promise<Pick<DetailRequestRow, 'id' | 'fromUs' | 'toUs'>[]> {
  const health: HealthOfDevice = { receivedMs: now.getTime(), report }
  const told = (report.asked ?? []).map((one) => ({ ...one, waiting_bytes: Math.round(one.waiting_bytes) }))
  // A boat reports each minute: one statement does it all. Its last part reads what was stored before it.
  const open = await db.execute(sql`
    with kept as (
      update ${devices} set health = ${JSON.stringify(health)}::jsonb where ${devices.id} = ${deviceId}
    ), noted as (
      update ${detailRequests} set
        waiting_bytes = least(${detailRequests.waitingBytes}, told.waiting_bytes),
        is_dropped = ${detailRequests.isDropped} or told.dropped,
        ended_at = case when told.waiting_bytes = 0 then ${now.toISOString()}::timestamptz end
      from json_to_recordset(${JSON.stringify(told)}::json) as told(id uuid, waiting_bytes bigint, dropped boolean)
      where ${detailRequests.id} = told.id and ${isOpenOf(deviceId, vesselId)}
      returning ${detailRequests.id}, ${detailRequests.endedAt}
    )
    select ${detailRequests.id}, ${detailRequests.fromUs} as "fromUs", ${detailRequests.toUs} as "toUs"
    from ${detailRequests}
    where ${isOpenOf(deviceId, vesselId)} and not exists (
      select from noted where noted.id = ${detailRequests.id} and noted.ended_at is not null)
    order by ${detailRequests.createdAt}, ${detailRequests.id} limit ${MOST_ASKED}`)
  const { rows } = open as unknown as {
    rows: { id: string; fromUs: string | number; toUs: string | number }[]
  }
  return rows.map(({ id, fromUs, toUs }) => ({ id, fromUs: Number(fromUs), toUs: Number(toUs) }))
}
