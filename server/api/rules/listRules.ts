import { listRules } from '#contract/rule.ts'
import { listScope } from '#server/records/listScope.ts'
import * as rules from '#server/records/rules.ts'
import { serve } from '../serve.ts'
import { toRule } from './toRule.ts'

export const listRulesRoute = serve(listRules, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await rules.listRules(db, scope, query)
  return { data: rows.map(toRule), ...page }
})
