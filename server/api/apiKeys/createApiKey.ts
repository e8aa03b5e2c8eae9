import { randomBytes } from 'node:crypto'
import { createApiKey } from '#contract/wire/apiKey.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import { insertApiKey } from '#server/records/apiKeys.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { serve } from '../serve.ts'
import { requirePlaces } from '../users/requirePlaces.ts'
import { audited, toApiKey } from './toApiKey.ts'

/** So much of each end is shown afterwards, by which people tell their keys apart. */
const SHOWN_LETTERS = 4

/** Keys are made by people alone: one that fell into wrong hands makes no others. */
export const createApiKeyRoute = serve(createApiKey, async ({ db, caller, ip, body }) => {
  const { organizationId, actor } = caller
  const { name, department_id: departmentId, role_id: roleId } = body
  const prefix = 'bk_'
  const key = prefix + randomBytes(32).toString('base64url')
  return db.transaction(async (tx) => {
    await requirePlaces(tx, caller, [body])
    const row = await insertApiKey(tx, {
      ...{ organizationId, departmentId, roleId, name },
      secretHash: hashOfKey(key),
      firstDigits: key.slice(0, prefix.length + SHOWN_LETTERS),
      lastDigits: key.slice(-SHOWN_LETTERS),
    })
    const subject = { id: row.id, name }
    await noteAct(tx, { organizationId, actor, ip, act: 'api-key.create', subject, after: audited(row) })
    return { ...toApiKey(row), key }
  })
})
