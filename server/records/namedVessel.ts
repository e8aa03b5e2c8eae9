import { and, asc, eq, isNull } from 'drizzle-orm'
import { Problem } from '#contract/wire/errors.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { lockOrganization } from './organizations.ts'
import { requireFreeName } from './requireFreeName.ts'
import { insertVessel } from './vessels.ts'

export interface NamedVessel {
  id: string
  number: number
  organizationId: string
  departmentId: string
}

/**
 * Finds the vessel of that name in an organization, the oldest one by default. With `create`, a missing
 * vessel is made in the top-level department. Throws `not_found` for a missing vessel or organization, and
 * `conflict` when several have the name.
 */
export async function namedVessel(
  db: Db,
  given: { name: string; organization?: string | undefined; create: boolean },
): Promise<NamedVessel> {
  return db.transaction(async (tx) => {
    const [home] = await tx
      .select({ organizationId: organizations.id, departmentId: departments.id })
      .from(organizations)
      .innerJoin(
        departments,
        and(eq(departments.organizationId, organizations.id), isNull(departments.parentId)),
      )
      .where(given.organization === undefined ? undefined : eq(organizations.name, given.organization))
      .orderBy(asc(organizations.createdAt), asc(organizations.id))
      .limit(1)
    if (!home)
      throw new Problem('not_found', 'There is no such organization yet. Open the console once to create it.')
    // When two commands make one vessel at once, the second finds the vessel of the first.
    if (given.create) await lockOrganization(tx, home.organizationId)
    const [known, another] = await tx
      .select(named)
      .from(vessels)
      .where(
        and(
          eq(vessels.organizationId, home.organizationId),
          eq(vessels.name, given.name),
          isNull(vessels.deletedAt),
        ),
      )
      .limit(2)
    if (another)
      throw new Problem(
        'conflict',
        `Several vessels are named ${given.name}. Give one of them another name first.`,
      )
    if (known) return known
    if (!given.create)
      throw new Problem('not_found', `There is no vessel named ${given.name}. With --create it is made.`)
    await requireFreeName(tx, 'vessel', { organizationId: home.organizationId, name: given.name })
    const id = await insertVessel(tx, { ...home, name: given.name })
    const [made] = await tx.select(named).from(vessels).where(eq(vessels.id, id))
    if (!made) throw new Error('the vessel was not inserted')
    return made
  })
}

const named = {
  id: vessels.id,
  number: vessels.number,
  organizationId: vessels.organizationId,
  departmentId: vessels.departmentId,
}
