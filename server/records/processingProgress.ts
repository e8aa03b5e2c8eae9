import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { processingProgress } from '#server/stores/relational/schema.ts'
import { partitionSql } from './partitions.ts'

/**
 * Wall-clock time up to which a step has processed stored data: of a vessel, or of all others of a partition
 * or of all.
 */
export type Progress = typeof processingProgress.$inferSelect

export const readProgress = (db: Db): Promise<Progress[]> => db.select().from(processingProgress)

/** Number of the row for all vessels of a partition that have no row of their own. */
export const rowOfPartition = (partition: number): number => -1 - partition

/** Replaces all progress, or the progress of these partitions. */
export async function writeProgress(
  db: Db,
  rows: readonly Progress[],
  partitions?: readonly number[],
): Promise<void> {
  const { vesselNumber } = processingProgress
  const partition = sql`case when ${vesselNumber} < 0 then -1 - ${vesselNumber}
    when ${vesselNumber} > 0 then ${partitionSql(vesselNumber)} end`
  await db.transaction(async (tx) => {
    await tx.delete(processingProgress).where(partitions && inArray(partition, [...partitions]))
    if (rows.length > 0) await tx.insert(processingProgress).values([...rows])
  })
}
