/** What the keys of an organization may spend in a day, and what they have. A day is one of UTC. */
import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { apiKeys, organizations } from '#server/stores/relational/schema.ts'

type Quota = Pick<typeof organizations.$inferSelect, 'apiCreditsADay' | 'apiCreditsSpent' | 'apiCreditsDay'>

const dayOf = (nowMs: number) => new Date(nowMs).toISOString().slice(0, 10)

export const creditsLeft = (
  { apiCreditsADay, apiCreditsSpent, apiCreditsDay }: Quota,
  nowMs: number,
): number => Math.max(0, apiCreditsADay - (apiCreditsDay === dayOf(nowMs) ? apiCreditsSpent : 0))

export async function hasCreditsLeft(db: Db | Tx, organizationId: string, nowMs: number): Promise<boolean> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  return organization !== undefined && creditsLeft(organization, nowMs) > 0
}

/** Both counts in one transaction; two calls at a time add up. */
export async function spendCredits(
  db: Db,
  { organizationId, apiKeyId }: { organizationId: string; apiKeyId: string },
  credits: number,
  nowMs: number,
): Promise<void> {
  const day = dayOf(nowMs)
  await db.transaction(async (tx) => {
    await tx
      .update(organizations)
      .set({
        apiCreditsSpent: sql`case when ${organizations.apiCreditsDay} = ${day} then ${organizations.apiCreditsSpent} else 0 end + ${credits}`,
        apiCreditsDay: day,
      })
      .where(eq(organizations.id, organizationId))
    await tx
      .update(apiKeys)
      .set({
        usedCreditsTotal: sql`${apiKeys.usedCreditsTotal} + ${credits}`,
        lastUsedAt: new Date(nowMs),
      })
      .where(eq(apiKeys.id, apiKeyId))
  })
}
