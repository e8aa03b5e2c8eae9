/**
 * Archives of whole fleets that people request; their files are shared files under these ids (`exportKey`).
 */
import { and, arrayContained, count, eq, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import { NIL_ID } from '#contract/wire/endpoint.ts'
import * as contract from '#contract/wire/fleetExport.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, fleetExports, users, vessels } from '#server/stores/relational/schema.ts'
import { END_OF_CLAIM } from './jobClaims.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'

export type ExportRow = typeof fleetExports.$inferSelect
export type ExportRecord = Awaited<ReturnType<typeof findExports>>[number]

const OPEN: ExportRow['state'][] = ['waiting', 'running']

const COLUMNS = columnsOf(contract.listExports, {
  orders: { created_at: fleetExports.createdAt },
  filters: { kind: fleetExports.kind, state: fleetExports.state },
})

export async function listExports(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(isShown(scope), ...filterSql(query, COLUMNS))
  const { order, after, next } = paging(query, COLUMNS, fleetExports.id)
  const rows = await findExports(db, and(where, after), order, query)
  const [counted] = await db
    .select({ total: count() })
    .from(fleetExports)
    .leftJoin(vessels, eq(vessels.id, fleetExports.vesselId))
    .where(where)
  const ids = rows.map(({ row }) => row.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

export async function findExport(db: Db | Tx, scope: Scope, id: string): Promise<ExportRecord | null> {
  const [row] = await findExports(db, and(isShown(scope), eq(fleetExports.id, id)), [], { skip: 0, limit: 1 })
  return row ?? null
}

/** Number of an organization's exports that wait or are being written. */
export const countOpenExports = (db: Db | Tx, organizationId: string): Promise<number> =>
  db.$count(
    fleetExports,
    and(eq(fleetExports.organizationId, organizationId), inArray(fleetExports.state, OPEN)),
  )

export async function insertExport(
  tx: Tx,
  row: Omit<typeof fleetExports.$inferInsert, 'id' | 'state' | 'progress' | 'rows'>,
): Promise<string> {
  const [inserted] = await tx.insert(fleetExports).values(row).returning({ id: fleetExports.id })
  if (!inserted) throw new Error('the export was not inserted')
  return inserted.id
}

/**
 * False when there is no such export any more, when it is in none of these states, or when `claim` is over. A change of state
 * ends the claim.
 */
export async function changeExport(
  db: Db | Tx,
  id: string,
  change: Partial<
    Pick<ExportRow, 'state' | 'progress' | 'rows' | 'bytes' | 'error' | 'endedAt' | 'expiresAt'>
  >,
  from: readonly ExportRow['state'][] = contract.EXPORT_STATES,
  claim?: number,
): Promise<boolean> {
  const changed = await db
    .update(fleetExports)
    .set({ ...change, ...(claim !== undefined && change.state && END_OF_CLAIM) })
    .where(
      and(
        eq(fleetExports.id, id),
        inArray(fleetExports.state, [...from]),
        claim === undefined ? undefined : eq(fleetExports.claim, claim),
      ),
    )
    .returning({ id: fleetExports.id })
  return changed.length > 0
}

/** Notes that a key pays for the file; false where one has, with asking for it or with fetching it. */
export async function oweFile(tx: Tx, id: string): Promise<boolean> {
  const { apiKeyId, paidByKey } = fleetExports
  const owed = await tx
    .update(fleetExports)
    .set({ paidByKey: true })
    .where(and(eq(fleetExports.id, id), isNull(apiKeyId), eq(paidByKey, false)))
    .returning({ id: fleetExports.id })
  return owed.length > 0
}

export async function deleteExport(db: Db | Tx, id: string): Promise<void> {
  await db.delete(fleetExports).where(eq(fleetExports.id, id))
}

export async function exportToWrite(db: Db, id: string): Promise<ExportRow | null> {
  const [row] = await db.select().from(fleetExports).where(eq(fleetExports.id, id))
  return row ?? null
}

/** Ids of finished exports that may be fetched; with `running` also of exports being written. */
export async function exportsWithFile(
  db: Db | Tx,
  states: ('running' | 'done')[] = ['done'],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: fleetExports.id })
    .from(fleetExports)
    .where(inArray(fleetExports.state, states))
  return new Set(rows.map(({ id }) => id))
}

export async function deleteExpiredExports(db: Db | Tx, nowMs: number): Promise<void> {
  await db
    .delete(fleetExports)
    .where(and(isNotNull(fleetExports.expiresAt), lt(fleetExports.expiresAt, new Date(nowMs))))
}

const findExports = (
  db: Db | Tx,
  where: SQL | undefined,
  order: SQL[],
  page: { skip: number; limit: number },
) =>
  db
    .select({
      row: fleetExports,
      vessel: { id: vessels.id, name: vessels.name },
      department: { id: departments.id, name: departments.name },
      user: { id: users.id, name: users.name },
    })
    .from(fleetExports)
    .leftJoin(vessels, eq(vessels.id, fleetExports.vesselId))
    .leftJoin(departments, eq(departments.id, fleetExports.departmentId))
    .leftJoin(users, eq(users.id, fleetExports.userId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)

/**
 * An export is shown to those who see all of its contents: every department with vessels in it. An export of
 * one vessel is shown to those who see that vessel today.
 */
const isShown = (scope: Scope) =>
  and(
    eq(fleetExports.organizationId, scope.organizationId),
    or(isNull(fleetExports.vesselId), inScope(scope, vessels)),
    scope.departmentIds === null
      ? undefined
      : scope.departmentIds.length === 0
        ? eq(fleetExports.id, NIL_ID)
        : and(
            isNotNull(fleetExports.departmentIds),
            arrayContained(fleetExports.departmentIds, scope.departmentIds),
          ),
  )
