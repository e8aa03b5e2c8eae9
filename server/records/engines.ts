/** Engines of vessels: their hours, which are a fold over stored segments, and the log of what people entered. */
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import {
  type EngineSegment,
  foldSegment,
  type HoursMark,
  hoursOf,
  hoursOfFold,
  startFold,
} from '#contract/domain/engineHours.ts'
import { DAY_US } from '#contract/domain/time.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/maintenance.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { engineMarks, engineSegments, engines, users, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, orderSql } from './listSql.ts'
import { inPartitions } from './partitions.ts'
import { inScope, type Scope } from './scope.ts'

export type EngineRow = typeof engines.$inferSelect
export type EngineMarkRow = typeof engineMarks.$inferSelect
export type StoredSegment = EngineSegment & { instance: number }

/** Use in this time gives the pace; of a boat with less data, in the time since it began, a week at least. */
const PACE_US = 90 * DAY_US
const SHORTEST_PACE_US = 7 * DAY_US

/** Processes that change the hours of a vessel's engines take turns. */
export async function lockEngines(tx: Tx, vesselId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`engines ${vesselId}`}))`)
}

export interface CutOfEngine {
  vesselId: string
  vesselNumber: number
  instance: number
  fromUs: number
}

/** Times at which segments of these vessels are cut, in order. */
export async function engineCuts(db: Db | Tx, vesselIds: readonly string[]): Promise<CutOfEngine[]> {
  if (vesselIds.length === 0) return []
  return db
    .select({
      vesselId: engines.vesselId,
      vesselNumber: vessels.number,
      instance: engines.instance,
      fromUs: engineMarks.fromUs,
    })
    .from(engineMarks)
    .innerJoin(engines, eq(engines.id, engineMarks.engineId))
    .innerJoin(vessels, eq(vessels.id, engines.vesselId))
    .where(inArray(engines.vesselId, [...vesselIds]))
    .orderBy(asc(engines.vesselId), asc(engines.instance), asc(engineMarks.fromUs))
}

/** Vessels among these that have segments in the interval. */
export async function vesselsWithSegments(
  db: Db | Tx,
  vesselIds: readonly string[],
  { fromUs, toUs }: { fromUs: number; toUs: number },
): Promise<Set<string>> {
  if (vesselIds.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ vesselId: engineSegments.vesselId })
    .from(engineSegments)
    .where(
      and(
        inArray(engineSegments.vesselId, [...vesselIds]),
        gte(engineSegments.fromUs, fromUs),
        lte(engineSegments.fromUs, toUs),
      ),
    )
  return new Set(rows.map(({ vesselId }) => vesselId))
}

/** Replaces the segments that begin in the interval. */
export async function storeSegments(
  tx: Tx,
  vesselId: string,
  { fromUs, toUs, segments }: { fromUs: number; toUs: number; segments: readonly StoredSegment[] },
): Promise<void> {
  await tx
    .delete(engineSegments)
    .where(
      and(
        eq(engineSegments.vesselId, vesselId),
        gte(engineSegments.fromUs, fromUs),
        lte(engineSegments.fromUs, toUs),
      ),
    )
  if (segments.length > 0)
    await tx.insert(engineSegments).values(segments.map((segment) => ({ vesselId, ...segment })))
}

/**
 * Sums up the hours of a vessel's engines after its segments from `changedFromUs` on have changed, and lists engines that
 * sent for the first time. The caller holds the lock.
 */
export async function refreshEngines(
  tx: Tx,
  vesselId: string,
  changedFromUs: number,
  nowMs: number,
): Promise<void> {
  const found = await tx
    .selectDistinct({ instance: engineSegments.instance })
    .from(engineSegments)
    .where(and(eq(engineSegments.vesselId, vesselId), gte(engineSegments.fromUs, changedFromUs)))
  if (found.length > 0)
    await tx
      .insert(engines)
      .values(found.map(({ instance }) => ({ vesselId, instance })))
      .onConflictDoNothing()
  for (const engine of await enginesOf(tx, vesselId)) {
    // A removed engine changes only by late samples of its own time.
    if (engine.removedUs !== null && engine.removedUs <= changedFromUs) continue
    await refreshEngine(tx, engine, changedFromUs, nowMs)
  }
}

async function refreshEngine(tx: Tx, engine: EngineRow, changedFromUs: number, nowMs: number) {
  const mark = await lastMark(tx, engine.id)
  const goesOn = engine.fold !== null && engine.foldUs !== null && changedFromUs >= engine.foldUs
  const fromUs = goesOn ? (engine.foldUs ?? 0) : (mark?.fromUs ?? engine.installedUs ?? 0)
  const segments = await segmentsOf(tx, engine, fromUs)
  let fold = goesOn && engine.fold ? engine.fold : startFold(mark)
  for (const segment of segments.slice(0, -1)) fold = foldSegment(fold, segment)
  const last = segments.at(-1)
  const whole = hoursOfFold(last ? foldSegment(fold, last) : fold)
  const isKnown = mark !== null || whole.source !== null
  const change = {
    hoursS: isKnown ? whole.hoursS : null,
    hoursSource: whole.source ?? (mark ? ('hand' as const) : null),
    lastUs: whole.lastUs,
    ...{ fold, foldUs: last?.fromUs ?? fromUs },
    paceS: await paceOf(tx, engine, nowMs),
  }
  await tx.update(engines).set(change).where(eq(engines.id, engine.id))
}

const segmentsOf = (tx: Db | Tx, { vesselId, instance, removedUs }: EngineRow, fromUs: number) =>
  tx
    .select()
    .from(engineSegments)
    .where(
      and(
        eq(engineSegments.vesselId, vesselId),
        eq(engineSegments.instance, instance),
        gte(engineSegments.fromUs, fromUs),
        removedUs === null ? undefined : lt(engineSegments.fromUs, removedUs),
      ),
    )
    .orderBy(asc(engineSegments.fromUs))

/** Running time a day, s, of a present engine and those that it replaced. */
async function paceOf(tx: Tx, engine: EngineRow, nowMs: number): Promise<number | null> {
  if (engine.removedUs !== null) return null
  const fromUs = nowMs * 1000 - PACE_US
  const recent = await segmentsOf(tx, engine, fromUs)
  const [first] = await tx
    .select({ fromUs: engineSegments.fromUs })
    .from(engineSegments)
    .where(and(eq(engineSegments.vesselId, engine.vesselId), eq(engineSegments.instance, engine.instance)))
    .orderBy(asc(engineSegments.fromUs))
    .limit(1)
  if (!first) return null
  const overUs = Math.min(PACE_US, Math.max(SHORTEST_PACE_US, nowMs * 1000 - first.fromUs))
  return (hoursOf(recent, { fromUs, hoursS: 0 }).hoursS * DAY_US) / overUs
}

async function lastMark(db: Db | Tx, engineId: string): Promise<HoursMark | null> {
  const [row] = await db
    .select({ fromUs: engineMarks.fromUs, hoursS: engineMarks.hoursS })
    .from(engineMarks)
    .where(eq(engineMarks.engineId, engineId))
    .orderBy(desc(engineMarks.fromUs), desc(engineMarks.createdAt))
    .limit(1)
  return row ?? null
}

/** Hours that an engine had at a moment, in whole segments before it; null where they are unknown. */
export async function hoursAt(db: Db | Tx, engine: EngineRow, atUs: number): Promise<number | null> {
  if (engine.lastUs === null || atUs >= engine.lastUs) return engine.hoursS
  const [mark] = await db
    .select({ fromUs: engineMarks.fromUs, hoursS: engineMarks.hoursS })
    .from(engineMarks)
    .where(and(eq(engineMarks.engineId, engine.id), lte(engineMarks.fromUs, atUs)))
    .orderBy(desc(engineMarks.fromUs), desc(engineMarks.createdAt))
    .limit(1)
  const segments = await segmentsOf(db, engine, mark?.fromUs ?? engine.installedUs ?? 0)
  const before = segments.filter(({ fromUs }) => fromUs < atUs)
  const { hoursS, source } = hoursOf(before, mark ?? null)
  return mark || source ? hoursS : null
}

/** Makes the next count begin at the engine's mark. */
export async function forgetFold(tx: Tx, engineId: string): Promise<void> {
  await tx.update(engines).set({ fold: null, foldUs: null }).where(eq(engines.id, engineId))
}

/** Present engines by number, then those that were replaced, the last one first. */
export const enginesOf = (db: Db | Tx, vesselId: string): Promise<EngineRow[]> =>
  db
    .select()
    .from(engines)
    .where(eq(engines.vesselId, vesselId))
    .orderBy(sql`${engines.removedUs} desc nulls first`, asc(engines.instance), asc(engines.id))

/** An engine with its vessel; null when the caller cannot see the vessel or there is none. */
export async function findEngine(db: Db | Tx, scope: Scope, id: string) {
  const [row] = await db
    .select({ engine: engines, vessel: vessels })
    .from(engines)
    .innerJoin(vessels, eq(vessels.id, engines.vesselId))
    .where(and(eq(engines.id, id), inScope(scope, vessels)))
  return row ?? null
}

export async function insertEngine(tx: Tx, engine: typeof engines.$inferInsert): Promise<EngineRow> {
  const [row] = await tx.insert(engines).values(engine).returning()
  if (!row) throw new Error('the engine was not inserted')
  return row
}

export async function updateEngine(
  tx: Tx,
  id: string,
  change: Partial<Pick<EngineRow, 'kind' | 'model' | 'serialNumber' | 'removedUs'>>,
): Promise<void> {
  await tx.update(engines).set(change).where(eq(engines.id, id))
}

/** The present engine of that number. */
export async function presentEngine(db: Db | Tx, vesselId: string, instance: number) {
  const [row] = await db
    .select()
    .from(engines)
    .where(and(eq(engines.vesselId, vesselId), eq(engines.instance, instance), isNull(engines.removedUs)))
  return row ?? null
}

export async function insertMark(tx: Tx, mark: typeof engineMarks.$inferInsert): Promise<void> {
  await tx.insert(engineMarks).values(mark)
}

const MARK_COLUMNS = columnsOf(contract.listEngineMarks, { orders: { at: engineMarks.fromUs }, filters: {} })

/** Log of an engine's hours. */
export async function listMarks(db: Db | Tx, engineId: string, query: ListQuery) {
  const where = eq(engineMarks.engineId, engineId)
  const rows = await db
    .select({ mark: engineMarks, user: { id: users.id, name: users.name } })
    .from(engineMarks)
    .leftJoin(users, eq(users.id, engineMarks.userId))
    .where(where)
    .orderBy(...orderSql(query, MARK_COLUMNS, engineMarks.id))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(engineMarks).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** Vessels whose stored samples were never searched for engines. */
export const uncountedVessels = (db: Db | Tx, partitions: ReadonlySet<number>, most: number) =>
  db
    .select({ id: vessels.id, number: vessels.number })
    .from(vessels)
    .where(and(isNull(vessels.deletedAt), eq(vessels.areEnginesCounted, false), inPartitions(partitions)))
    .orderBy(asc(vessels.number))
    .limit(most)

export async function noteEnginesCounted(db: Db | Tx, vesselIds: readonly string[]): Promise<void> {
  if (vesselIds.length === 0) return
  await db
    .update(vessels)
    .set({ areEnginesCounted: true })
    .where(inArray(vessels.id, [...vesselIds]))
}
