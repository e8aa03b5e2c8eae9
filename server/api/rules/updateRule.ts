import { Problem } from '#contract/wire/errors.ts'
import { updateRule } from '#contract/wire/rule.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import * as rules from '#server/records/rules.ts'
import { serve } from '../serve.ts'
import { checkRule } from './checkRule.ts'
import { toRule, toRuleFields } from './toRule.ts'

export const updateRuleRoute = serve(updateRule, async ({ db, bus, caller, ip, params: { id }, body }) => {
  const { organizationId, actor, scope } = caller
  const changed = await db.transaction(async (tx) => {
    // Whoever changes it at the same moment waits, and is compared with what came of it.
    const row = await rules.findRule(tx, scope, id, { lock: true })
    if (!row) throw new Problem('not_found')
    const before = toRule(row)
    if (body.type) {
      if (body.type !== before.type) throw new Problem('invalid', 'type: a rule keeps its type.')
      if (body.version !== undefined && body.version !== before.version) throw new Problem('conflict')
      await checkRule(tx, caller, body, before)
    }
    const change = body.type ? toRuleFields(body) : { enabled: body.enabled }
    const isUpdated = await rules.updateRule(tx, row.rule, change)
    const after = await rules.findRule(tx, scope, id)
    if (!isUpdated || !after) throw new Problem('conflict')
    const { version: _was, ...expected } = before
    const { version: _became, ...became } = toRule(after)
    await noteAct(tx, {
      ...{ organizationId, actor, ip, act: 'rule.update' },
      subject: { id, name: became.message || became.type },
      ...difference<object>(expected, became),
    })
    return after
  })
  bus.publish({ type: 'rules.changed', organizationId })
  return toRule(changed)
})
