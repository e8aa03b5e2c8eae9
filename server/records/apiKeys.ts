import { and, count, eq } from 'drizzle-orm'
import * as contract from '#contract/wire/apiKey.ts'
import type { ListQuery } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { apiKeys } from '#server/stores/relational/schema.ts'
import { columnsOf, filterSql, orderSql } from './listSql.ts'
import { byName } from './nameSql.ts'
import { inScope, type Scope } from './scope.ts'

const COLUMNS = columnsOf(contract.listApiKeys, {
  orders: {
    name: byName(apiKeys.name),
    created_at: apiKeys.createdAt,
    last_used: apiKeys.lastUsedAt,
    used_credits_total: apiKeys.usedCreditsTotal,
  },
  filters: {
    id: apiKeys.id,
    name: apiKeys.name,
    role_id: apiKeys.roleId,
  },
})

/** Columns without the hash of the secret. */
const shown = {
  id: apiKeys.id,
  name: apiKeys.name,
  firstDigits: apiKeys.firstDigits,
  lastDigits: apiKeys.lastDigits,
  departmentId: apiKeys.departmentId,
  roleId: apiKeys.roleId,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  usedCreditsTotal: apiKeys.usedCreditsTotal,
}

export type ApiKeyRow = Pick<typeof apiKeys.$inferSelect, keyof typeof shown>

export async function findApiKey(db: Db | Tx, scope: Scope, id: string): Promise<ApiKeyRow | null> {
  const [row] = await db
    .select(shown)
    .from(apiKeys)
    .where(and(inScope(scope, apiKeys), eq(apiKeys.id, id)))
  return row ?? null
}

export async function insertApiKey(tx: Tx, key: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  const [row] = await tx.insert(apiKeys).values(key).returning(shown)
  if (!row) throw new Error('the key was not inserted')
  return row
}

export async function updateApiKey(
  tx: Tx,
  id: string,
  change: { name: string; departmentId: string; roleId: string },
): Promise<ApiKeyRow> {
  const [row] = await tx.update(apiKeys).set(change).where(eq(apiKeys.id, id)).returning(shown)
  if (!row) throw new Error('the key is gone')
  return row
}

export async function deleteApiKey(tx: Tx, id: string): Promise<void> {
  await tx.delete(apiKeys).where(eq(apiKeys.id, id))
}

export async function listApiKeys(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, apiKeys), ...filterSql(query, COLUMNS))
  const rows = await db
    .select(shown)
    .from(apiKeys)
    .where(where)
    .orderBy(...orderSql(query, COLUMNS, apiKeys.id))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(apiKeys).where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** The key with this hash of its secret. */
export async function findKeyBySecret(db: Db | Tx, secretHash: string) {
  const [row] = await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      organizationId: apiKeys.organizationId,
      departmentId: apiKeys.departmentId,
      roleId: apiKeys.roleId,
    })
    .from(apiKeys)
    .where(eq(apiKeys.secretHash, secretHash))
  return row ?? null
}
