import type { Rule, RuleForm } from '#contract/wire/rule.ts'
import type { RuleRecord } from '#server/records/rules.ts'

/** The definition is of the type: both were written together. */
export const toRule = ({ rule, department }: RuleRecord) =>
  ({
    id: rule.id,
    version: rule.version,
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

/**
 * Stored fields of a form. A form with no vessel chosen applies to all vessels; such a rule stores only the excluded
 * ones.
 */
export function toRuleFields({ department_id: departmentId, vessels, message, ...form }: RuleForm) {
  const all = vessels.apply_to_all || vessels.ids.length === 0
  const excluded = all ? [...new Set(vessels.excluded_ids ?? [])] : []
  return {
    type: form.type,
    severity: form.severity,
    departmentId,
    enabled: form.enabled,
    message: message || null,
    definition: form.definition,
    vessels: {
      ...{ apply_to_all: all, ids: all ? [] : [...new Set(vessels.ids)] },
      ...(excluded.length > 0 ? { excluded_ids: excluded } : {}),
    },
    notifications: form.notifications,
  }
}
