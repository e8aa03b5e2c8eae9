/** Log files that people sent; the files themselves lie with the shared files under the ids of these rows. */
import { and, asc, count, desc, eq, inArray, isNull, notInArray } from 'drizzle-orm'
import type { Rejection } from '#contract/domain/reading.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { logImports, users, vessels } from '#server/stores/relational/schema.ts'

export type LogImportRow = Awaited<ReturnType<typeof logImportsOf>>[number]
type Change = Partial<
  Pick<
    typeof logImports.$inferInsert,
    | 'state'
    | 'progress'
    | 'accepted'
    | 'fromUs'
    | 'toUs'
    | 'logDate'
    | 'tableTop'
    | 'givenColumns'
    | 'rollover'
    | 'weeksAdded'
    | 'columns'
    | 'error'
    | 'noTrip'
    | 'endedAt'
  >
> & { rejected?: Rejection[] }

const NEWEST = 50
/** States in which the file is kept. */
const OPEN = ['waiting', 'asking', 'running', 'stopped'] as const

/** The newest of a vessel. */
export const logImportsOf = (db: Db | Tx, vesselId: string) =>
  select(db)
    .where(eq(logImports.vesselId, vesselId))
    .orderBy(desc(logImports.createdAt), desc(logImports.id))
    .limit(NEWEST)

export async function findLogImport(db: Db | Tx, vesselId: string, id: string): Promise<LogImportRow | null> {
  const [row] = await select(db).where(and(eq(logImports.vesselId, vesselId), eq(logImports.id, id)))
  return row ?? null
}

const select = (db: Db | Tx) =>
  db
    .select({ import: logImports, userName: users.name })
    .from(logImports)
    .leftJoin(users, eq(users.id, logImports.userId))
    .$dynamic()

/** Files of an organization that are not stored yet. */
export async function countOpenLogImports(db: Db | Tx, organizationId: string): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(logImports)
    .innerJoin(vessels, eq(vessels.id, logImports.vesselId))
    .where(and(eq(vessels.organizationId, organizationId), inArray(logImports.state, [...OPEN])))
  return row?.open ?? 0
}

export async function insertLogImport(
  db: Db | Tx,
  row: {
    id: string
    vesselId: string
    userId: string | null
    fileName: string
    bytes: number
    createdAt: Date
  },
): Promise<void> {
  await db.insert(logImports).values(row)
}

/** False when there is no such import any more, or it is not in the state it has to be in. */
export async function changeLogImport(
  db: Db | Tx,
  id: string,
  change: Change,
  state?: (typeof OPEN)[number],
): Promise<boolean> {
  const changed = await db
    .update(logImports)
    .set(change)
    .where(and(eq(logImports.id, id), state && eq(logImports.state, state)))
    .returning({ id: logImports.id })
  return changed.length > 0
}

export async function deleteLogImport(db: Db | Tx, id: string): Promise<void> {
  await db.delete(logImports).where(eq(logImports.id, id))
}

/** Deletes the imports of a vessel that is deleted: running ones stop, waiting ones are never read. */
export async function deleteLogImportsOf(tx: Tx, vesselId: string): Promise<void> {
  await tx.delete(logImports).where(eq(logImports.vesselId, vesselId))
}

/** Restarts imports that were running when the process ended: storing a sample twice changes nothing. */
export async function resumeLogImports(db: Db | Tx): Promise<void> {
  await db.update(logImports).set({ state: 'waiting' }).where(eq(logImports.state, 'running'))
}

/**
 * The oldest waiting import of the organization that waited longest, with its vessel. `busy` are organizations that
 * must not be next, `served` all that had a turn, the latest last.
 */
export async function nextLogImport(db: Db | Tx, busy: readonly string[], served: readonly string[]) {
  const { organizationId } = vessels
  const oldest = await db
    .selectDistinctOn([organizationId], {
      id: logImports.id,
      organizationId,
      logDate: logImports.logDate,
      givenColumns: logImports.givenColumns,
      weeksAdded: logImports.weeksAdded,
      createdAt: logImports.createdAt,
      vessel: { id: vessels.id, number: vessels.number },
    })
    .from(logImports)
    .innerJoin(vessels, eq(vessels.id, logImports.vesselId))
    .where(
      and(
        eq(logImports.state, 'waiting'),
        isNull(vessels.deletedAt),
        busy.length > 0 ? notInArray(organizationId, [...busy]) : undefined,
      ),
    )
    .orderBy(organizationId, asc(logImports.createdAt), asc(logImports.id))
  const turnOf = (one: (typeof oldest)[number]) => served.indexOf(one.organizationId)
  const [next] = oldest.sort((a, b) => turnOf(a) - turnOf(b) || Number(a.createdAt) - Number(b.createdAt))
  return next ?? null
}

/** Ids of the imports that still need their files. */
export async function openLogImports(db: Db | Tx): Promise<Set<string>> {
  const rows = await db
    .select({ id: logImports.id })
    .from(logImports)
    .where(inArray(logImports.state, [...OPEN]))
  return new Set(rows.map(({ id }) => id))
}
