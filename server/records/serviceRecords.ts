/** Service books: lines about work that was done on vessels. */
import { and, count, eq, type SQL } from 'drizzle-orm'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/maintenance.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { engines, serviceRecords, users, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, paging } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'

const COLUMNS = columnsOf(contract.listServiceRecords, {
  orders: { done_at: serviceRecords.doneAt },
  filters: {
    id: serviceRecords.id,
    vessel_id: serviceRecords.vesselId,
    task_id: serviceRecords.taskId,
    engine_id: serviceRecords.engineId,
    done_at: serviceRecords.doneAt,
  },
})

export type ServiceLine = Awaited<ReturnType<typeof findLines>>[number]

export async function listServiceRecords(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, vessels), ...filterSql(query, COLUMNS))
  const { order, after, next } = paging(query, COLUMNS, serviceRecords.id)
  const rows = await findLines(db, and(where, after), order, query)
  const [counted] = await db
    .select({ total: count() })
    .from(serviceRecords)
    .innerJoin(vessels, eq(vessels.id, serviceRecords.vesselId))
    .where(where)
  const ids = rows.map(({ line }) => line.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

function findLines(db: Db | Tx, where: SQL | undefined, order: SQL[], page: { skip: number; limit: number }) {
  return db
    .select({
      line: serviceRecords,
      vessel: vessels,
      engine: engines,
      user: { id: users.id, name: users.name },
    })
    .from(serviceRecords)
    .innerJoin(vessels, eq(vessels.id, serviceRecords.vesselId))
    .leftJoin(engines, eq(engines.id, serviceRecords.engineId))
    .leftJoin(users, eq(users.id, serviceRecords.userId))
    .where(where)
    .orderBy(...order)
    .offset(page.skip)
    .limit(page.limit)
}

export async function findServiceRecord(db: Db | Tx, scope: Scope, id: string): Promise<ServiceLine | null> {
  const where = and(inScope(scope, vessels), eq(serviceRecords.id, id))
  const [row] = await findLines(db, where, [], { skip: 0, limit: 1 })
  return row ?? null
}

export async function insertServiceRecord(tx: Tx, line: typeof serviceRecords.$inferInsert): Promise<string> {
  const [row] = await tx.insert(serviceRecords).values(line).returning({ id: serviceRecords.id })
  if (!row) throw new Error('the line was not inserted')
  return row.id
}

export async function deleteServiceRecord(tx: Tx, id: string): Promise<void> {
  await tx.delete(serviceRecords).where(eq(serviceRecords.id, id))
}
