import { createRule } from '#contract/wire/rule.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findRule, insertRule } from '#server/records/rules.ts'
import { serve } from '../serve.ts'
import { checkRule } from './checkRule.ts'
import { toRule, toRuleFields } from './toRule.ts'

export const createRuleRoute = serve(createRule, async ({ db, bus, caller, ip, body }) => {
  const { organizationId, actor, userId, scope } = caller
  const made = await db.transaction(async (tx) => {
    await checkRule(tx, caller, body)
    const id = await insertRule(tx, { organizationId, createdBy: userId, ...toRuleFields(body) })
    const row = await findRule(tx, scope, id)
    if (!row) throw new Error('the rule is not in the scope it was made in')
    const subject = { id, name: body.message || body.type }
    await noteAct(tx, { organizationId, actor, ip, act: 'rule.create', subject, after: body })
    return row
  })
  bus.publish({ type: 'rules.changed', organizationId })
  return toRule(made)
})
