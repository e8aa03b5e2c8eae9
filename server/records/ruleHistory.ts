import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, type RuleContent, type Versioned, versions } from '#server/stores/relational/schema.ts'
import { type Version, versionsWithin } from './versions.ts'

const EVER = { fromMs: 0, toMs: Date.UTC(9999, 0) }

export type { RuleContent }
export type RuleVersion = Version<Versioned['rule']>
export type GeofenceVersion = Version<Versioned['geofence']>
export type PlaceVersion = Version<Versioned['vessel']>

/** All that rules, fences and the places of vessels of an organization ever were. */
export async function ruleHistory(db: Db | Tx, organizationId: string) {
  const [rules, fences, vessels, parentOf] = await Promise.all([
    versionsWithin(db, 'rule', organizationId, EVER),
    versionsWithin(db, 'geofence', organizationId, EVER),
    versionsWithin(db, 'vessel', organizationId, EVER),
    parentsWithin(db, organizationId),
  ])
  return { rules, fences, vessels, parentOf }
}

async function parentsWithin(db: Db | Tx, organizationId: string): Promise<Map<string, string | null>> {
  const tree = await db
    .select({ id: departments.id, parentId: departments.parentId })
    .from(departments)
    .where(eq(departments.organizationId, organizationId))
  return new Map(tree.map(({ id, parentId }) => [id, parentId]))
}

/** Stamps by organization that change whenever a version of the organization does. */
export async function versionStamps(db: Db | Tx): Promise<Map<string, string>> {
  const rows = await db
    .select({
      organizationId: versions.organizationId,
      stamp: sql<string>`concat(count(*), ' ', count(${versions.untilAt}), ' ', max(${versions.fromAt}), ' ', max(${versions.untilAt}))`,
    })
    .from(versions)
    .groupBy(versions.organizationId)
  return new Map(rows.map(({ organizationId, stamp }) => [organizationId, stamp]))
}
