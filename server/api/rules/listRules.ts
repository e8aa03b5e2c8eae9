import { listRules } from '#contract/wire/rule.ts'
import { listScope } from '#server/records/listScope.ts'
import * as rules from '#server/records/rules.ts'
import { serve } from '../serve.ts'
import { withDefects } from './neverHolds.ts'
import { toRule } from './toRule.ts'

export const listRulesRoute = serve(listRules, async ({ db, telemetry, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await rules.listRules(db, scope, query)
  const data = await withDefects({ db, telemetry }, caller.organizationId, rows.map(toRule))
  return { data, ...page }
})
