/** Choices of users that are not in the samples and change the results computed from all of them. */
import { eq, gte } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { recomputations, vessels } from '#server/stores/relational/schema.ts'

type Step = (typeof recomputations.$inferSelect)['step']

/**
 * Stored with the choice, so that another process finds it when this one dies; `recomputation.asked`
 * publishes it.
 */
export async function askRecomputation(tx: Tx, vesselId: string, step: Step, askedAt: Date): Promise<void> {
  await tx
    .insert(recomputations)
    .values({ vesselId, step, askedAt })
    .onConflictDoUpdate({ target: [recomputations.vesselId, recomputations.step], set: { askedAt } })
}

export function recomputationsSince(
  db: Db,
  sinceMs: number,
): Promise<{ vesselNumber: number; step: Step }[]> {
  return db
    .select({ vesselNumber: vessels.number, step: recomputations.step })
    .from(recomputations)
    .innerJoin(vessels, eq(vessels.id, recomputations.vesselId))
    .where(gte(recomputations.askedAt, new Date(Math.max(0, sinceMs))))
}
