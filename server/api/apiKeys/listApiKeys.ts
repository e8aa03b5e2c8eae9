import { listApiKeys } from '#contract/apiKey.ts'
import type { RoleId } from '#contract/permissions.ts'
import * as apiKeys from '#server/records/apiKeys.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'

export const listApiKeysRoute = serve(listApiKeys, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, total } = await apiKeys.listApiKeys(db, scope, query)
  const data = rows.map((row) => ({
    id: row.id,
    name: row.name,
    first_digits: row.firstDigits,
    last_digits: row.lastDigits,
    department_id: row.departmentId,
    role_id: row.roleId as RoleId,
    created_at: row.createdAt.toISOString(),
    last_used: row.lastUsedAt?.toISOString() ?? null,
    used_credits_total: row.usedCreditsTotal,
  }))
  return { data, total }
})
