/** Numbers of named batteries, engines, tanks and switches of a vessel: the battery `house` is battery 1. */
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { allotInstances, type InstanceFamily, type NamedInstance } from '#contract/wire/instanceName.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alerts, instanceNames, vessels } from '#server/stores/relational/schema.ts'

export const instanceNamesOf = (db: Db | Tx, vesselId: string): Promise<NamedInstance[]> =>
  select(db).where(eq(instanceNames.vesselId, vesselId))

/** Names of several vessels, by vessel id. */
export async function instanceNamesOfAll(
  db: Db | Tx,
  vesselIds: readonly string[],
): Promise<Map<string, NamedInstance[]>> {
  if (vesselIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(instanceNames)
    .where(inArray(instanceNames.vesselId, [...new Set(vesselIds)]))
  return Map.groupBy(rows, ({ vesselId }) => vesselId)
}

/** Columns of an alert, and the numbered names of its vessel: the alert's text needs both. */
export const readableAlert = {
  ...getTableColumns(alerts),
  namedInstances: sql<NamedInstance[]>`(
    select coalesce(json_agg(json_build_object('family', n.family, 'name', n.name, 'number', n.number)), '[]')
    from ${instanceNames} n where n.vessel_id = ${alerts.vesselId})`,
}

/**
 * Gives each new name of the vessel a permanent number, and returns all names. Names beyond the limit of
 * their family are left out. Processes with new names of one vessel at once take turns.
 */
export async function numberInstances(
  db: Db,
  vesselNumber: number,
  wanted: ReadonlyMap<InstanceFamily, ReadonlySet<string>>,
): Promise<NamedInstance[]> {
  return db.transaction(async (tx) => {
    // The lock comes first, so that the names of the previous transaction are read.
    const [vessel] = await tx
      .select({ id: vessels.id })
      .from(vessels)
      .where(eq(vessels.number, vesselNumber))
      .for('no key update')
    if (!vessel) return []
    const known = await instanceNamesOf(tx, vessel.id)
    const added = [...wanted].flatMap(([family, names]) => {
      const ofFamily = known.filter((one) => one.family === family)
      const fresh = [...names].filter((name) => !ofFamily.some((one) => one.name === name))
      const numbers = allotInstances(
        family,
        ofFamily.map(({ number }) => number),
        fresh,
      )
      return [...numbers].flatMap(([name, number]) => (number === null ? [] : { family, name, number }))
    })
    if (added.length > 0)
      await tx.insert(instanceNames).values(added.map((one) => ({ ...one, vesselId: vessel.id })))
    return [...known, ...added]
  })
}

const select = (db: Db | Tx) =>
  db
    .select({ family: instanceNames.family, name: instanceNames.name, number: instanceNames.number })
    .from(instanceNames)
    .$dynamic()
