import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/domain/time.ts'
import type { NoticeKind } from '#contract/wire/device.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { deviceNotices, pairings } from '#server/stores/relational/schema.ts'

/** One or more occurrences of one kind on one device while it was on one vessel. */
export interface NewDeviceNotice {
  deviceId: string
  vesselId: string
  kind: NoticeKind
  firstMs: number
  lastMs: number
  count: number
  /** The number that belongs to the kind, see `DeviceNotice` in the contract. */
  value: number | null
}

/** A notice that has not recurred for this long is past; the next occurrence begins a new one. */
export const NOTICE_PAST_MS = DAY_MS
const KEPT_DAYS = 30

/**
 * Adds occurrences to the stored notices: one row for each device, vessel and kind, also when other processes
 * write to it. Rows of one call differ in device, vessel or kind.
 */
export async function saveDeviceNotices(db: Db | Tx, rows: readonly NewDeviceNotice[]): Promise<void> {
  if (rows.length === 0) return
  const pause = sql`interval '1 millisecond' * ${sql.raw(String(NOTICE_PAST_MS))}`
  const isNew = sql`excluded.first_at > ${deviceNotices.lastAt} + ${pause}`
  // Processes that write common rows at once lock them in one order, so that none waits for the other.
  const ordered = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await db
    .insert(deviceNotices)
    .values(
      ordered.map(({ firstMs, lastMs, ...row }) => ({
        ...row,
        firstAt: new Date(firstMs),
        lastAt: new Date(lastMs),
      })),
    )
    .onConflictDoUpdate({
      target: [deviceNotices.deviceId, deviceNotices.vesselId, deviceNotices.kind],
      set: {
        firstAt: sql`case when ${isNew} then excluded.first_at else least(${deviceNotices.firstAt}, excluded.first_at) end`,
        lastAt: sql`greatest(${deviceNotices.lastAt}, excluded.last_at)`,
        count: sql`case when ${isNew} then excluded.count else ${deviceNotices.count} + excluded.count end`,
        value: sql`case when excluded.last_at >= ${deviceNotices.lastAt} then excluded.value else ${deviceNotices.value} end`,
      },
    })
}

const keyOf = ({ deviceId, vesselId, kind }: NewDeviceNotice) => `${deviceId} ${vesselId} ${kind}`

/**
 * Saves a fault found in a vessel's readings, as a notice of the device that is paired with the vessel, if
 * any.
 */
export async function saveVesselNotice(
  db: Db | Tx,
  { vesselId, ...notice }: Omit<NewDeviceNotice, 'deviceId'>,
): Promise<void> {
  const [pairing] = await db
    .select({ deviceId: pairings.deviceId })
    .from(pairings)
    .where(and(eq(pairings.vesselId, vesselId), isNull(pairings.unpairedAt)))
  if (pairing) await saveDeviceNotices(db, [{ ...notice, ...pairing, vesselId }])
}

export type DeviceNoticeRow = Awaited<ReturnType<typeof noticesOf>>[number]

/** Notices of these devices, on any vessel, the newest first. */
export async function noticesOf(db: Db | Tx, deviceIds: readonly string[]) {
  if (deviceIds.length === 0) return []
  return db
    .select()
    .from(deviceNotices)
    .where(inArray(deviceNotices.deviceId, [...deviceIds]))
    .orderBy(desc(deviceNotices.lastAt), deviceNotices.kind)
}

export async function pruneDeviceNotices(db: Db | Tx): Promise<void> {
  await db
    .delete(deviceNotices)
    .where(lt(deviceNotices.lastAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
}
