import { and, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { processingProgress } from '#server/stores/relational/schema.ts'

/**
 * Wall-clock time up to which a step has processed stored data: of a vessel, or of all others of a partition
 * or of all.
 */
export type Progress = typeof processingProgress.$inferSelect

export const readProgress = (db: Db): Promise<Progress[]> => db.select().from(processingProgress)

/** Number of the row for all vessels of a partition that have no row of their own. */
export const rowOfPartition = (partition: number): number => -1 - partition

/** Stores changed rows, and deletes rows of vessels that are no longer behind. */
export async function updateProgress(
  db: Db,
  changed: readonly Progress[],
  gone: readonly Omit<Progress, 'upToMs'>[],
): Promise<void> {
  if (changed.length + gone.length === 0) return
  const { step, vesselNumber } = processingProgress
  const isGone = gone.map((one) => and(eq(step, one.step), eq(vesselNumber, one.vesselNumber)))
  await db.transaction(async (tx) => {
    for (const some of chunks(isGone)) await tx.delete(processingProgress).where(or(...some))
    for (const some of chunks(changed))
      await tx
        .insert(processingProgress)
        .values(some)
        .onConflictDoUpdate({
          target: [step, vesselNumber],
          set: { upToMs: sql`excluded.up_to_ms` },
        })
  })
}

function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) yield rows.slice(i, i + ROWS_A_STATEMENT)
}

/** Rows of three values each, well below the limit of a statement. */
const ROWS_A_STATEMENT = 5000
