import { Problem } from '#contract/wire/errors.ts'
import { getRule } from '#contract/wire/rule.ts'
import { findRule } from '#server/records/rules.ts'
import { serve } from '../serve.ts'
import { withDefects } from './neverHolds.ts'
import { toRule } from './toRule.ts'

export const getRuleRoute = serve(getRule, async ({ db, telemetry, caller, params: { id } }) => {
  const row = await findRule(db, caller.scope, id)
  if (!row) throw new Problem('not_found')
  const [rule] = await withDefects({ db, telemetry }, caller.organizationId, [toRule(row)])
  if (!rule) throw new Problem('not_found')
  return rule
})
