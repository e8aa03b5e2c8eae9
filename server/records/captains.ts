import { and, count, eq } from 'drizzle-orm'
import type { ListQuery } from '#contract/list.ts'
import * as contract from '#contract/trip.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { captains } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { byName } from './nameSql.ts'
import { inScope, type Scope } from './scope.ts'

const COLUMNS = columnsOf(contract.listCaptains, {
  orders: { name: byName(captains.name) },
  filters: {
    id: captains.id,
    name: captains.name,
  },
})

export async function listCaptains(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, captains), ...filterSql(query, COLUMNS))
  const rows = await db
    .select()
    .from(captains)
    .where(where)
    .orderBy(...orderSql(query, COLUMNS, captains.id, byName(captains.name)))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(captains).where(where)
  return { rows, total: counted?.total ?? 0 }
}

export async function isCaptainVisible(db: Db | Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: captains.id })
    .from(captains)
    .where(and(inScope(scope, captains), eq(captains.id, id)))
  return rows.length > 0
}
