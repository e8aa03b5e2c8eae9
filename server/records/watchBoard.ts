/** Reads for the watch board: trips and expectations of vessels, alerts without acknowledgement, and notes. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import * as contract from '#contract/wire/board.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alerts, captains, trips, users, vessels, watchNotes } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'

/** Trips under way, and the latest trip of vessels whose data stopped or that are expected back. */
export interface WatchedTrip {
  vesselId: string
  trip: { id: string; startUs: number; endUs: number | null; endCause: string | null } | null
  captain: string | null
  expectedBackAt: Date | null
  expectedBackSetAt: Date | null
}

/**
 * Latest shown trips that may be out: under way, or ended by silence since then; and of vessels that are expected back.
 * `onlyId` picks one vessel.
 */
export async function watchedTrips(
  db: Db | Tx,
  scope: Scope,
  sinceUs: number,
  onlyId?: string,
): Promise<WatchedTrip[]> {
  const latest = db
    .select({
      ...{ id: trips.id, startUs: trips.startUs, endUs: trips.endUs, endCause: trips.endCause },
      ...{ captainId: trips.captainId, lastRecordUs: trips.lastRecordUs },
    })
    .from(trips)
    .where(and(eq(trips.vesselId, vessels.id), eq(trips.visible, true), not(trips.isDeleted)))
    .orderBy(desc(trips.startUs))
    .limit(1)
    .as('latest')
  const rows = await db
    .select({
      vesselId: vessels.id,
      trip: { id: latest.id, startUs: latest.startUs, endUs: latest.endUs, endCause: latest.endCause },
      captain: captains.name,
      expectedBackAt: vessels.expectedBackAt,
      expectedBackSetAt: vessels.expectedBackSetAt,
    })
    .from(vessels)
    .leftJoinLateral(latest, sql`true`)
    .leftJoin(captains, eq(captains.id, latest.captainId))
    .where(
      and(
        inScope(scope, vessels),
        onlyId === undefined ? undefined : eq(vessels.id, onlyId),
        or(
          and(isNotNull(latest.id), isNull(latest.endUs)),
          and(eq(latest.endCause, 'silence'), gte(latest.lastRecordUs, sinceUs)),
          isNotNull(vessels.expectedBackAt),
        ),
      ),
    )
  return rows
}

export async function setExpectedBack(
  tx: Tx,
  id: string,
  expected: { expectedBackAt: Date | null; expectedBackSetAt: Date | null },
): Promise<void> {
  await tx.update(vessels).set(expected).where(eq(vessels.id, id))
}

/** Critical and warning alerts since then that no user has acknowledged: their number by vessel. */
export function countWaiting(db: Db | Tx, scope: Scope, sinceUs: number) {
  return db
    .select({ vesselId: alerts.vesselId, count: count() })
    .from(alerts)
    .innerJoin(vessels, eq(vessels.id, alerts.vesselId))
    .where(
      and(
        inScope(scope, vessels),
        eq(alerts.organizationId, scope.organizationId),
        gte(alerts.triggerUs, sinceUs),
        inArray(alerts.severity, ['critical', 'warning']),
        isNull(alerts.acknowledgedAt),
        isNull(alerts.withdrawnAt),
        not(alerts.isDeleted),
      ),
    )
    .groupBy(alerts.vesselId)
}

const NOTE_COLUMNS = columnsOf(contract.listWatchNotes, {
  orders: { at: watchNotes.at },
  filters: { at: watchNotes.at, department_id: watchNotes.departmentId },
})

export async function listWatchNotes(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, watchNotes), ...filterSql(query, NOTE_COLUMNS))
  const rows = await findNotes(db, where, orderSql(query, NOTE_COLUMNS, watchNotes.id), query)
  const [counted] = await db.select({ total: count() }).from(watchNotes).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export type WatchNoteRecord = Awaited<ReturnType<typeof findNotes>>[number]

/** Newest notes of one department. */
export const newestWatchNotes = (db: Db | Tx, departmentId: string, limit: number) =>
  findNotes(db, eq(watchNotes.departmentId, departmentId), [desc(watchNotes.at), asc(watchNotes.id)], {
    ...{ skip: 0, limit },
  })

export async function findWatchNote(tx: Tx, id: string): Promise<WatchNoteRecord | null> {
  const [row] = await findNotes(tx, eq(watchNotes.id, id), [], { skip: 0, limit: 1 })
  return row ?? null
}

const findNotes = (
  db: Db | Tx,
  where: SQL | undefined,
  order: SQL[],
  page: { skip: number; limit: number },
) =>
  db
    .select({ note: watchNotes, user: { id: users.id, name: users.name } })
    .from(watchNotes)
    .leftJoin(users, eq(users.id, watchNotes.userId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)

export async function insertWatchNote(tx: Tx, row: typeof watchNotes.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(watchNotes).values(row).returning({ id: watchNotes.id })
  if (!inserted) throw new Error('the note was not inserted')
  return inserted.id
}
