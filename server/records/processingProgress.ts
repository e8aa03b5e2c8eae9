import type { Db } from '#server/stores/relational/openRecords.ts'
import { processingProgress } from '#server/stores/relational/schema.ts'

/** Up to which wall-clock time a step has looked at what was stored; of the vessel 0: of all that have no row. */
export type Progress = typeof processingProgress.$inferSelect

export const readProgress = (db: Db): Promise<Progress[]> => db.select().from(processingProgress)

/** Replaces all of it. */
export async function writeProgress(db: Db, rows: readonly Progress[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(processingProgress)
    if (rows.length > 0) await tx.insert(processingProgress).values([...rows])
  })
}
