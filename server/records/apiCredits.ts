/** What the keys of an organization may spend in a day, and what they have. A day is one of UTC. */
import { and, eq, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { apiKeys, organizations } from '#server/stores/relational/schema.ts'

type Quota = Pick<typeof organizations.$inferSelect, 'apiCreditsADay' | 'apiCreditsSpent' | 'apiCreditsDay'>

const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10)

export const creditsLeft = (
  { apiCreditsADay, apiCreditsSpent, apiCreditsDay }: Quota,
  nowMs: number,
): number => Math.max(0, apiCreditsADay - (apiCreditsDay === dayOf(nowMs) ? apiCreditsSpent : 0))

/** When today's are over and the next day's begin. */
export const creditsUntilMs = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS

/**
 * Takes credits of today's, all of them or none; true where they were there. One statement, so that of calls at the same
 * time no two take the same credit.
 */
export async function takeCredits(
  db: Db,
  organizationId: string,
  credits: number,
  nowMs: number,
): Promise<boolean> {
  const day = dayOf(nowMs)
  const spent = sql`(case when ${organizations.apiCreditsDay} = ${day} then ${organizations.apiCreditsSpent} else 0 end + ${credits})`
  const taken = await db
    .update(organizations)
    .set({ apiCreditsSpent: spent, apiCreditsDay: day })
    .where(and(eq(organizations.id, organizationId), sql`${spent} <= ${organizations.apiCreditsADay}`))
    .returning({ id: organizations.id })
  return taken.length > 0
}

/** Puts back what was taken at `takenMs`; what was of a day that is over is of no use any more. */
export async function putBackCredits(
  db: Db,
  organizationId: string,
  credits: number,
  takenMs: number,
): Promise<void> {
  await db
    .update(organizations)
    .set({ apiCreditsSpent: sql`${organizations.apiCreditsSpent} - ${credits}` })
    .where(and(eq(organizations.id, organizationId), eq(organizations.apiCreditsDay, dayOf(takenMs))))
}

/** What a key has spent in all, and when it was last of use. */
export async function countForKey(db: Db, apiKeyId: string, credits: number, nowMs: number): Promise<void> {
  await db
    .update(apiKeys)
    .set({ usedCreditsTotal: sql`${apiKeys.usedCreditsTotal} + ${credits}`, lastUsedAt: new Date(nowMs) })
    .where(eq(apiKeys.id, apiKeyId))
}
