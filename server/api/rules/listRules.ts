import { listRules, type Rule } from '#contract/rule.ts'
import { listScope } from '#server/records/listScope.ts'
import * as rules from '#server/records/rules.ts'
import { serve } from '../serve.ts'

export const listRulesRoute = serve(listRules, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, total } = await rules.listRules(db, scope, query)
  return { data: rows.map(toRule), total }
})

/** The definition is of the type: both were written together. */
const toRule = ({ rule, department }: rules.RuleRecord) =>
  ({
    id: rule.id,
    type: rule.type as Rule['type'],
    severity: rule.severity as Rule['severity'],
    department_id: rule.departmentId,
    department,
    enabled: rule.enabled,
    message: rule.message,
    created_at: rule.createdAt.toISOString(),
    created_by: rule.createdBy,
    vessels: rule.vessels,
    notifications: rule.notifications,
    definition: rule.definition,
  }) as Rule
