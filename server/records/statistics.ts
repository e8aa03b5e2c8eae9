/** Which trips, vessels and captains a statistic is about, inside the caller's scope. */
import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { captains, departments, trips, vessels } from '#server/stores/relational/schema.ts'
import { inScope, type Scope } from './scope.ts'
import { isCounted } from './tripFigures.ts'

/** Ids by column-store number, for requested vessels that the caller can see. */
export async function visibleVessels(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: vessels.id, number: vessels.number })
    .from(vessels)
    .where(and(inScope(scope, vessels), inArray(vessels.id, [...ids])))
  return new Map(rows.map(({ id, number }) => [number, id]))
}

/** Ids by column-store number, for every captain that the caller can see. */
export async function visibleCaptains(db: Db, scope: Scope): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: captains.id, number: captains.number })
    .from(captains)
    .where(inScope(scope, captains))
  return new Map(rows.map(({ id, number }) => [number, id]))
}

/** Every vessel and captain in a scope, with names. */
export const namedVessels = (db: Db, scope: Scope) =>
  db
    .select({ id: vessels.id, number: vessels.number, name: vessels.name, department: departments.name })
    .from(vessels)
    .innerJoin(departments, eq(departments.id, vessels.departmentId))
    .where(inScope(scope, vessels))
export const namedCaptains = (db: Db, scope: Scope) =>
  db
    .select({ id: captains.id, number: captains.number, name: captains.name })
    .from(captains)
    .where(inScope(scope, captains))

export async function captainNumber(db: Db, scope: Scope, id: string): Promise<number | null> {
  const [row] = await db
    .select({ number: captains.number })
    .from(captains)
    .where(and(inScope(scope, captains), eq(captains.id, id)))
  return row?.number ?? null
}

/** Column-store numbers of every vessel that the caller can see. */
export async function vesselNumbersInScope(db: Db, scope: Scope): Promise<number[]> {
  const rows = await db.select({ number: vessels.number }).from(vessels).where(inScope(scope, vessels))
  return rows.map(({ number }) => number)
}

/** Shown trips that began in [fromMs, toMs), oldest first, of a vessel or of a captain. */
export async function tripsBegunIn(
  db: Db,
  scope: Scope,
  of: { vesselId: string } | { captainId: string },
  range: { fromMs: number; toMs: number },
): Promise<{ number: number; startMs: number }[]> {
  const rows = await db
    .select({ number: trips.number, startUs: trips.startUs })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(
      and(
        inScope(scope, vessels),
        isCounted,
        'vesselId' in of ? eq(trips.vesselId, of.vesselId) : eq(trips.captainId, of.captainId),
        gte(trips.startUs, range.fromMs * 1000),
        lt(trips.startUs, range.toMs * 1000),
      ),
    )
    .orderBy(asc(trips.startUs), asc(trips.id))
  return rows.map(({ number, startUs }) => ({ number, startMs: startUs / 1000 }))
}
