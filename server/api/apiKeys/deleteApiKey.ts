import { deleteApiKey } from '#contract/wire/apiKey.ts'
import { Problem } from '#contract/wire/errors.ts'
import * as apiKeys from '#server/records/apiKeys.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { serve } from '../serve.ts'
import { audited } from './toApiKey.ts'

/** The next call with it is refused, since a key is looked up each time, and its streams end. */
export const deleteApiKeyRoute = serve(deleteApiKey, async ({ db, bus, caller, ip, params: { id } }) => {
  const { organizationId, actor, scope } = caller
  await db.transaction(async (tx) => {
    const row = await apiKeys.findApiKey(tx, scope, id)
    if (!row) throw new Problem('not_found')
    await apiKeys.deleteApiKey(tx, id)
    const subject = { id, name: row.name }
    await noteAct(tx, { organizationId, actor, ip, act: 'api-key.delete', subject, before: audited(row) })
  })
  bus.publish({ type: 'rights.changed', userId: null })
  return { ok: true }
})
