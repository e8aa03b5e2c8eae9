/** Log files that people sent; the files themselves lie with the shared files under the ids of these rows. */
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import type { Rejection } from '#contract/domain/reading.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { logImports, users, vessels } from '#server/stores/relational/schema.ts'
import { END_OF_CLAIM } from './jobClaims.ts'

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
    | 'unanswered'
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

/**
 * False when there is no such import any more, when it is not in the state it has to be in, or when `claim` is over. A change of
 * state ends the claim.
 */
export async function changeLogImport(
  db: Db | Tx,
  id: string,
  change: Change,
  state?: (typeof OPEN)[number],
  claim?: number,
): Promise<boolean> {
  const changed = await db
    .update(logImports)
    .set({ ...change, ...(claim !== undefined && change.state && END_OF_CLAIM) })
    .where(
      and(
        eq(logImports.id, id),
        state && eq(logImports.state, state),
        claim === undefined ? undefined : eq(logImports.claim, claim),
      ),
    )
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

/** A claimed import with its vessel and the answers of people. */
export async function logImportToRead(db: Db, id: string) {
  const [row] = await db
    .select({
      organizationId: vessels.organizationId,
      logDate: logImports.logDate,
      givenColumns: logImports.givenColumns,
      weeksAdded: logImports.weeksAdded,
      vessel: { id: vessels.id, number: vessels.number },
    })
    .from(logImports)
    .innerJoin(vessels, eq(vessels.id, logImports.vesselId))
    .where(eq(logImports.id, id))
  return row ?? null
}

/** Ids of the imports that still need their files. */
export async function openLogImports(db: Db | Tx): Promise<Set<string>> {
  const rows = await db
    .select({ id: logImports.id })
    .from(logImports)
    .where(inArray(logImports.state, [...OPEN]))
  return new Set(rows.map(({ id }) => id))
}
