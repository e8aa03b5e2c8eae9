import { listApiKeys } from '#contract/wire/apiKey.ts'
import * as apiKeys from '#server/records/apiKeys.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toApiKey } from './toApiKey.ts'

export const listApiKeysRoute = serve(listApiKeys, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, total } = await apiKeys.listApiKeys(db, scope, query)
  return { data: rows.map(toApiKey), total }
})
