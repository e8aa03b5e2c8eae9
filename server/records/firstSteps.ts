import { and, eq, exists, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { FirstSteps } from '#contract/wire/user.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { captains, organizations, users, vesselStates, vessels } from '#server/stores/relational/schema.ts'

/** First steps that an organization has done, found by existence without counting. */
export async function readFirstSteps(db: Db | Tx, organizationId: string): Promise<FirstSteps> {
  const one = { one: sql`1` }
  const herVessel = and(eq(vessels.organizationId, organizationId), isNull(vessels.deletedAt))
  const reporting = db
    .select(one)
    .from(vesselStates)
    .innerJoin(vessels, eq(vessels.id, vesselStates.vesselId))
    .where(and(herVessel, isNotNull(vesselStates.lastUpdatedUs)))
  const captain = and(eq(captains.organizationId, organizationId), isNull(captains.deletedAt))
  const [first] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.organizationId, organizationId))
    .limit(1)
  const colleague = and(eq(users.organizationId, organizationId), first && ne(users.id, first.id))
  const [row] = await db
    .select({
      vessel: is(exists(db.select(one).from(vessels).where(herVessel))),
      data: is(exists(reporting)),
      captain: is(exists(db.select(one).from(captains).where(captain))),
      colleague: is(exists(db.select(one).from(users).where(colleague))),
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return row ?? { vessel: false, data: false, captain: false, colleague: false }
}

const is = (condition: SQL) => sql<boolean>`${condition}`
