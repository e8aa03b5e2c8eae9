import { eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { companies } from '#server/stores/relational/schema.ts'
import { insertDepartment } from './departments.ts'

export type CompanyRow = typeof companies.$inferSelect

export async function findCompany(db: Db | Tx, id: string): Promise<CompanyRow | null> {
  const [row] = await db.select().from(companies).where(eq(companies.id, id))
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
