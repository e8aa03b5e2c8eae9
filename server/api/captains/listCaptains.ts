import { listCaptains } from '#contract/wire/captain.ts'
import * as captains from '#server/records/captains.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toListedCaptain } from './toCaptain.ts'

export const listCaptainsRoute = serve(listCaptains, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await captains.listCaptains(db, scope, query)
  return { data: rows.map(toListedCaptain), ...page }
})
