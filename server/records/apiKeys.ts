import { and, count, desc } from 'drizzle-orm'
import type { ListQuery } from '#contract/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { apiKeys } from '#server/stores/relational/schema.ts'
import { filterSql, type ListColumns, orderSql, parseText, parseUuid } from './listSql.ts'
import { byName } from './nameSql.ts'
import { inScope, type Scope } from './scope.ts'

const COLUMNS: ListColumns = {
  orders: {
    name: byName(apiKeys.name),
    created_at: apiKeys.createdAt,
    last_used: apiKeys.lastUsedAt,
    used_credits_total: apiKeys.usedCreditsTotal,
  },
  filters: {
    id: { column: apiKeys.id, parse: parseUuid },
    name: { column: apiKeys.name, parse: parseText },
    role_id: { column: apiKeys.roleId, parse: parseText },
  },
}

/** Without the hash of the secret, which nobody needs to see. */
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

export async function listApiKeys(db: Db | Tx, scope: Scope, query: ListQuery) {
  const where = and(inScope(scope, apiKeys), ...filterSql(query, COLUMNS))
  const rows = await db
    .select(shown)
    .from(apiKeys)
    .where(where)
    .orderBy(...orderSql(query, COLUMNS, apiKeys.id, desc(apiKeys.createdAt)))
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(apiKeys).where(where)
  return { rows, total: counted?.total ?? 0 }
}
