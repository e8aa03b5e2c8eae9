/** Mountings of motion sensors over time: each second of motion is turned by the mounting of its time. */
import { and, asc, desc, eq, getTableColumns, gt, gte, isNull, min, or } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { sensorMountings, sensors, users, vessels } from '#server/stores/relational/schema.ts'

export type { SensorRest } from '#server/stores/relational/schema.ts'

export type MountingRow = typeof sensorMountings.$inferSelect

/** Facts that motion is rotated with. */
export interface SensorMountingFacts extends Pick<MountingRow, 'xAxis' | 'zAxis' | 'levelling'> {
  fromUs: number
}

/** Loads the mountings by sensor id, in the order of their times. */
export async function loadMountings(
  db: Db | Tx,
  vesselId?: string,
): Promise<Map<string, SensorMountingFacts[]>> {
  const { sensorId, validFromUs: fromUs, xAxis, zAxis, levelling } = getTableColumns(sensorMountings)
  const rows = await db
    .select({ sensorId, fromUs, xAxis, zAxis, levelling })
    .from(sensorMountings)
    .innerJoin(sensors, eq(sensors.id, sensorMountings.sensorId))
    .where(
      and(
        isNull(sensorMountings.removedAt),
        vesselId === undefined ? undefined : eq(sensors.vesselId, vesselId),
      ),
    )
    .orderBy(asc(sensorMountings.validFromUs))
  const bySensor = new Map<string, SensorMountingFacts[]>()
  for (const { sensorId, ...facts } of rows)
    bySensor.set(sensorId, [...(bySensor.get(sensorId) ?? []), facts])
  return bySensor
}

/** Mountings of one sensor with the name of their creator, newest first. */
export function mountingsOf(db: Db | Tx, sensorId: string) {
  return db
    .select({ mounting: sensorMountings, creator: users.name })
    .from(sensorMountings)
    .leftJoin(users, eq(users.id, sensorMountings.createdBy))
    .where(and(eq(sensorMountings.sensorId, sensorId), isNull(sensorMountings.removedAt)))
    .orderBy(desc(sensorMountings.validFromUs))
}

/** A mounting that is valid from the same moment is replaced. */
export async function insertMounting(
  tx: Tx,
  mounting: Omit<typeof sensorMountings.$inferInsert, 'id' | 'createdAt' | 'removedAt'>,
  now: Date,
): Promise<{ made: MountingRow; before: MountingRow | null }> {
  const { sensorId, validFromUs } = mounting
  const [before] = await tx
    .update(sensorMountings)
    .set({ removedAt: now })
    .where(
      and(
        eq(sensorMountings.sensorId, sensorId),
        eq(sensorMountings.validFromUs, validFromUs),
        isNull(sensorMountings.removedAt),
      ),
    )
    .returning()
  const [made] = await tx
    .insert(sensorMountings)
    .values({ ...mounting, createdAt: now })
    .returning()
  if (!made) throw new Error('the mounting was not inserted')
  return { made, before: before ?? null }
}

/** Time until which a mounting with that start is valid, µs. */
export async function mountingHoldsUntil(
  db: Db | Tx,
  sensorId: string,
  validFromUs: number,
): Promise<number> {
  const [next] = await db
    .select({ us: min(sensorMountings.validFromUs) })
    .from(sensorMountings)
    .where(
      and(
        eq(sensorMountings.sensorId, sensorId),
        gt(sensorMountings.validFromUs, validFromUs),
        isNull(sensorMountings.removedAt),
      ),
    )
  return next?.us ? next.us - 1 : Number.MAX_SAFE_INTEGER
}

/** Null where there is none, or not any more. */
export async function removeMounting(
  tx: Tx,
  sensorId: string,
  id: string,
  now: Date,
): Promise<MountingRow | null> {
  const [row] = await tx
    .update(sensorMountings)
    .set({ removedAt: now })
    .where(
      and(
        eq(sensorMountings.id, id),
        eq(sensorMountings.sensorId, sensorId),
        isNull(sensorMountings.removedAt),
      ),
    )
    .returning()
  return row ?? null
}

/** Intervals whose motion is rotated differently since then: from each added or removed mounting up to the next. */
export async function turnedSince(
  db: Db | Tx,
  sinceMs: number,
): Promise<{ vesselNumber: number; fromUs: number; toUs: number }[]> {
  const since = new Date(Math.max(0, sinceMs))
  const rows = await db
    .select({ vesselNumber: vessels.number, mounting: sensorMountings })
    .from(sensorMountings)
    .innerJoin(sensors, eq(sensors.id, sensorMountings.sensorId))
    .innerJoin(vessels, eq(vessels.id, sensors.vesselId))
    .where(or(gte(sensorMountings.createdAt, since), gte(sensorMountings.removedAt, since)))
  return Promise.all(
    rows.map(async ({ vesselNumber, mounting: { sensorId, validFromUs } }) => ({
      vesselNumber,
      fromUs: validFromUs,
      toUs: await mountingHoldsUntil(db, sensorId, validFromUs),
    })),
  )
}
