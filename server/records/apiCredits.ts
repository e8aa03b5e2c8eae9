/** Daily credits of an organization's API keys, and the balance. A day is a day of UTC. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { apiKeys, organizations } from '#server/stores/relational/schema.ts'

type Spending = Pick<
  typeof organizations.$inferSelect,
  'apiCreditsADay' | 'apiCreditsSpent' | 'apiCreditsDay'
>

/** Daily limit, and the credits left of it. */
export interface Quota {
  limit: number
  left: number
}

const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10)

export const creditsLeft = (
  { apiCreditsADay, apiCreditsSpent, apiCreditsDay }: Spending,
  nowMs: number,
): number => Math.max(0, apiCreditsADay - (apiCreditsDay === dayOf(nowMs) ? apiCreditsSpent : 0))

/** When today's are over and the next day's begin. */
export const creditsUntilMs = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS

const SPENDING = {
  apiCreditsADay: organizations.apiCreditsADay,
  apiCreditsSpent: organizations.apiCreditsSpent,
  apiCreditsDay: organizations.apiCreditsDay,
}
const quotaOf = (spending: Spending, nowMs: number): Quota => ({
  limit: spending.apiCreditsADay,
  left: creditsLeft(spending, nowMs),
})

export async function readQuota(db: Db, organizationId: string, nowMs: number): Promise<Quota> {
  const [row] = await db.select(SPENDING).from(organizations).where(eq(organizations.id, organizationId))
  return row ? quotaOf(row, nowMs) : { limit: 0, left: 0 }
}

/**
 * Takes credits of the day, all or none; null when too few are left. A single statement, so that calls at the
 * same time never take one credit twice.
 */
export async function takeCredits(
  db: Db | Tx,
  organizationId: string,
  credits: number,
  nowMs: number,
): Promise<Quota | null> {
  const day = dayOf(nowMs)
  const { apiCreditsDay, apiCreditsSpent, apiCreditsADay } = organizations
  // A call that began before midnight may come after the first call of the new day, and must not start the
  // day again.
  const isOfDay = inArray(apiCreditsDay, [day, dayOf(nowMs + DAY_MS)])
  const spent = sql`(case when ${isOfDay} then ${apiCreditsSpent} else 0 end + ${credits})`
  const [taken] = await db
    .update(organizations)
    .set({
      apiCreditsSpent: spent,
      apiCreditsDay: sql`case when ${isOfDay} then ${apiCreditsDay} else ${day} end`,
    })
    .where(and(eq(organizations.id, organizationId), sql`${spent} <= ${apiCreditsADay}`))
    .returning(SPENDING)
  return taken ? quotaOf(taken, nowMs) : null
}

/** Returns credits taken at `takenMs`, unless their day is over. */
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

/** Returns credits for a call that failed after payment. */
export async function payBack(
  db: Db,
  { organizationId, apiKeyId }: { organizationId: string; apiKeyId: string },
  credits: number,
  takenMs: number,
): Promise<void> {
  await putBackCredits(db, organizationId, credits, takenMs)
  await db
    .update(apiKeys)
    .set({ usedCreditsTotal: sql`${apiKeys.usedCreditsTotal} - ${credits}` })
    .where(eq(apiKeys.id, apiKeyId))
}

/** Counts the credits of a key, and the time of its last use. */
export async function countForKey(db: Db, apiKeyId: string, credits: number, nowMs: number): Promise<void> {
  await db
    .update(apiKeys)
    .set({ usedCreditsTotal: sql`${apiKeys.usedCreditsTotal} + ${credits}`, lastUsedAt: new Date(nowMs) })
    .where(eq(apiKeys.id, apiKeyId))
}
