import { and, count, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/list.ts'
import * as contract from '#contract/organization.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  apiKeys,
  captains,
  comments,
  companies,
  departments,
  exports,
  geofences,
  rejections,
  rules,
  trips,
  users,
  versions,
  vessels,
} from '#server/stores/relational/schema.ts'
import { insertDepartment } from './departments.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { byName } from './nameSql.ts'

export type CompanyRow = typeof companies.$inferSelect

export async function findCompany(db: Db | Tx, id: string): Promise<CompanyRow | null> {
  const [row] = await db.select().from(companies).where(eq(companies.id, id))
  return row ?? null
}

/** The row held until the transaction ends: whoever changes what hangs together in it waits for each other. */
export async function lockCompany(tx: Tx, id: string): Promise<CompanyRow | null> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for('update')
  return row ?? null
}

const tripCount = (db: Db | Tx) =>
  sql<number>`(${db
    .select({ count: sql`count(*)::int` })
    .from(trips)
    .innerJoin(vessels, eq(vessels.id, trips.vesselId))
    .where(
      and(
        sql`${trips.companyId} = "companies"."id"`,
        isNull(vessels.deletedAt),
        trips.visible,
        not(trips.isDeleted),
      ),
    )})`

/** Every organization, for super users. */
export async function listCompanies(db: Db | Tx, query: ListQuery) {
  const columns = columnsOf(contract.listOrganizations, {
    orders: {
      name: byName(companies.name),
      created_at: companies.createdAt,
      last_login: companies.lastLoginAt,
      country: byName(companies.country),
      trips: tripCount(db),
    },
    filters: {
      id: companies.id,
      name: companies.name,
    },
  })
  const where = and(...filterSql(query, columns))
  const rows = await db
    .select({ company: companies, trips: tripCount(db) })
    .from(companies)
    .where(where)
    .orderBy(...orderSql(query, columns, companies.id, byName(companies.name)))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(companies).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function findCountedCompany(db: Db | Tx, id: string) {
  const [row] = await db
    .select({ company: companies, trips: tripCount(db) })
    .from(companies)
    .where(eq(companies.id, id))
  return row ?? null
}

/** An organization begins with the top-level department that stands for it. */
export async function insertCompany(
  tx: Tx,
  company: typeof companies.$inferInsert,
): Promise<{ companyId: string; departmentId: string }> {
  const [row] = await tx.insert(companies).values(company).returning({ id: companies.id })
  if (!row) throw new Error('the organization was not inserted')
  const top = { companyId: row.id, parentId: null, name: company.name }
  return { companyId: row.id, departmentId: await insertDepartment(tx, top) }
}

/** The top-level department goes by the organization's name. */
export async function updateCompany(
  tx: Tx,
  id: string,
  change: Partial<Omit<CompanyRow, 'id' | 'createdAt'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.update(companies).set(change).where(eq(companies.id, id))
  const { name } = change
  if (name === undefined) return
  await tx
    .update(departments)
    .set({ name })
    .where(and(eq(departments.companyId, id), isNull(departments.parentId)))
}

/** Whether people or boats belong to it, or samples of a boat that was deleted. */
export async function isInhabited(tx: Tx, companyId: string): Promise<boolean> {
  for (const table of [users, vessels, captains]) {
    const isThere = table === vessels ? isNull(vessels.emptiedAt) : undefined
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.companyId, companyId), isThere))
      .limit(1)
    if (found.length > 0) return true
  }
  return false
}

/** Removes an organization that nobody is in, with what was only there for its people. */
export async function deleteCompany(tx: Tx, id: string): Promise<void> {
  const deleted = tx.select({ id: vessels.id }).from(vessels).where(eq(vessels.companyId, id))
  await tx.delete(rejections).where(inArray(rejections.vesselId, deleted))
  const owned = [comments, alerts, trips, vessels, exports, rules, geofences, versions, apiKeys, departments]
  for (const table of owned) {
    await tx.delete(table).where(eq(table.companyId, id))
  }
  await tx.delete(companies).where(eq(companies.id, id))
}
