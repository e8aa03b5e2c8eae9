/** Detail of trips that people asked of a boat. The boat learns of open requests with the answer to each report. */
import { and, asc, desc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { type DeviceHealth, MOST_ASKED } from '#contract/wire/deviceHealth.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { detailRequests, devices, pairings } from '#server/stores/relational/schema.ts'
import { isOpenPairing } from './pairings.ts'

export type DetailRequestRow = typeof detailRequests.$inferSelect

/** The device that is on a vessel now, with its last report since then; null without either. */
export async function boardOf(db: Db | Tx, vesselId: string) {
  const [row] = await db
    .select({ deviceId: devices.id, health: devices.health, pairedAt: pairings.pairedAt })
    .from(pairings)
    .innerJoin(devices, eq(devices.id, pairings.deviceId))
    .where(and(eq(pairings.vesselId, vesselId), isOpenPairing))
  const pairedMs = row?.pairedAt.getTime() ?? 0
  return row?.health && row.health.receivedMs >= pairedMs
    ? { deviceId: row.deviceId, health: row.health, pairedMs }
    : null
}

const isOpenOf = (deviceId: string, vesselId: string) =>
  and(
    eq(detailRequests.deviceId, deviceId),
    eq(detailRequests.vesselId, vesselId),
    isNull(detailRequests.endedAt),
  )

/** Open requests of a device on this vessel, oldest first. */
export const openRequests = (db: Db | Tx, deviceId: string, vesselId: string) =>
  db
    .select()
    .from(detailRequests)
    .where(isOpenOf(deviceId, vesselId))
    .orderBy(asc(detailRequests.createdAt), asc(detailRequests.id))
    .limit(MOST_ASKED)

/** Requests that touch a part of a vessel's time, newest first. */
export const requestsTouching = (db: Db | Tx, vesselId: string, fromUs: number, toUs: number) =>
  db
    .select()
    .from(detailRequests)
    .where(
      and(
        eq(detailRequests.vesselId, vesselId),
        lte(detailRequests.fromUs, toUs),
        gte(detailRequests.toUs, fromUs),
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

/** Notes what a report says of open requests. An ended one stays as it is, whatever a late or repeated report says. */
export async function noteProgress(
  db: Db | Tx,
  { deviceId, vesselId, now }: { deviceId: string; vesselId: string; now: Date },
  asked: NonNullable<DeviceHealth['asked']>,
): Promise<void> {
  for (const { id, waiting_bytes: bytes, dropped } of asked)
    await db
      .update(detailRequests)
      .set({
        waitingBytes: sql`least(${detailRequests.waitingBytes}, ${Math.round(bytes)}::bigint)`,
        isDropped: sql`${detailRequests.isDropped} or ${dropped}`,
        ...(bytes === 0 && { endedAt: now }),
      })
      .where(and(eq(detailRequests.id, id), isOpenOf(deviceId, vesselId)))
}
