/** The boats' models of three dimensions, inside the caller's scope. */
import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { ListQuery } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/model.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { type VesselModelFile, vessels } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { byName } from './nameSql.ts'
import { inScope, type Scope } from './scope.ts'

const COLUMNS = columnsOf(contract.listModels, {
  orders: { vessel_name: byName(vessels.name) },
  filters: { vessel_id: vessels.id },
})

const modelled = { id: vessels.id, name: vessels.name, model: vessels.model }

export async function listModels(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, vessels), isNotNull(vessels.model), ...filterSql(query, COLUMNS))
  const rows = await db
    .select(modelled)
    .from(vessels)
    .where(where)
    .orderBy(...orderSql(query, COLUMNS, vessels.id))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(vessels).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** A vessel with its model, which may be null; null where there is no such vessel. With `lock` it stays as it is. */
export async function findModelled(db: Db | Tx, scope: Scope, id: string, lock = false) {
  const found = db
    .select(modelled)
    .from(vessels)
    .where(and(inScope(scope, vessels), eq(vessels.id, id)))
  const [row] = await (lock ? found.for('update') : found)
  return row ?? null
}

export async function setModel(tx: Tx, id: string, model: VesselModelFile | null): Promise<void> {
  await tx.update(vessels).set({ model }).where(eq(vessels.id, id))
}
