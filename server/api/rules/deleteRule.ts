import { Problem } from '#contract/wire/errors.ts'
import { deleteRule } from '#contract/wire/rule.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as rules from '#server/records/rules.ts'
import { serve } from '../serve.ts'
import { toRule } from './toRule.ts'

export const deleteRuleRoute = serve(deleteRule, async ({ db, bus, caller, ip, params: { id } }) => {
  const { organizationId, actor, scope } = caller
  await db.transaction(async (tx) => {
    const row = await rules.findRule(tx, scope, id)
    if (!row) throw new Problem('not_found')
    await rules.deleteRule(tx, id)
    const before = toRule(row)
    const subject = { id, name: before.message || before.type }
    await noteAct(tx, { organizationId, actor, ip, act: 'rule.delete', subject, before })
  })
  bus.publish({ type: 'rules.changed', organizationId })
  return { ok: true }
})
