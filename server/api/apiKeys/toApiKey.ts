import type { RoleId } from '#contract/domain/permissions.ts'
import type { ApiKey } from '#contract/wire/apiKey.ts'
import type { ApiKeyRow } from '#server/records/apiKeys.ts'

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  first_digits: row.firstDigits,
  last_digits: row.lastDigits,
  department_id: row.departmentId,
  role_id: row.roleId as RoleId,
  created_at: row.createdAt.toISOString(),
  last_used: row.lastUsedAt?.toISOString() ?? null,
  used_credits_total: row.usedCreditsTotal,
})

/** Fields of a key in the audit log: never its secret, nor the stored form of the secret. */
export const audited = ({ name, departmentId, roleId, firstDigits, lastDigits }: ApiKeyRow) => ({
  name,
  department_id: departmentId,
  role_id: roleId,
  key: `${firstDigits}…${lastDigits}`,
})
