import { ruleField } from '#contract/domain/ruleFields.ts'
import { Problem } from '#contract/wire/errors.ts'
import { conditionsOf, type Rule, type RuleForm } from '#contract/wire/rule.ts'
import type { Caller } from '#server/access/caller.ts'
import { findDepartment } from '#server/records/departments.ts'
import { findGeofences } from '#server/records/geofences.ts'
import { narrowScope } from '#server/records/narrowScope.ts'
import type { Scope } from '#server/records/scope.ts'
import { countListedUsers } from '#server/records/userLists.ts'
import { countVessels } from '#server/records/vessels.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'

/**
 * Requires boats, fences and people of the rule's department or those below it, within the caller's reach.
 * Earlier entries of the rule may stay after they moved elsewhere, so that they do not block another change.
 */
export async function checkRule(
  tx: Tx,
  { scope, superRoleId }: Caller,
  form: RuleForm,
  before?: Rule,
): Promise<void> {
  const { department_id, vessels, definition } = form
  if (!(await findDepartment(tx, scope, department_id)))
    throw new Problem('invalid', 'department_id: there is no such department.')
  checkConditions(form)
  const kept = before?.department_id === department_id ? before : null
  const own = await narrowScope(tx, scope, [department_id])

  const named = ({ ids, excluded_ids = [] }: RuleForm['vessels']) => [...ids, ...excluded_ids]
  const vesselIds = without(named(vessels), kept ? named(kept.vessels) : [])
  if (vesselIds.length > 0 && (await countVessels(tx, own, vesselIds)) < vesselIds.length)
    throw new Problem('invalid', 'vessels.ids: there is no such vessel in this department.')

  const fenceIds = without(definition.geofences.ids, kept?.definition.geofences.ids)
  if (fenceIds.length > 0 && (await findGeofences(tx, own, fenceIds)).length < fenceIds.length)
    throw new Problem('invalid', 'definition.geofences.ids: there is no such geofence in this department.')
  await checkFences(tx, { organizationId: scope.organizationId, departmentIds: null }, form)

  const people = without(recipientsOf(form), kept ? recipientsOf(kept) : [])
  const superVisibility = { scope: own, seesSupers: superRoleId !== null }
  if (people.length > 0 && (await countListedUsers(tx, superVisibility, people)) < people.length)
    throw new Problem('invalid', 'notifications.user_ids: there is no such user in this department.')
}

function checkConditions(form: RuleForm): void {
  for (const { variable } of conditionsOf(form)) {
    const known = ruleField(variable.source, variable.field)
    if (!known) throw new Problem('invalid', `field: there is no ${variable.field}.`)
    if (variable.type !== 'instant' && !known.hasPeriods)
      throw new Problem(
        'invalid',
        `field: ${variable.field} is judged as it is at a moment, not over a time.`,
      )
  }
}

/** A line has no inside, so a rule can only watch its crossing. */
async function checkFences(tx: Tx, everywhere: Scope, { type, definition }: RuleForm): Promise<void> {
  const { ids } = definition.geofences
  if (type === 'threshold' && definition.geofences.enabled && ids.length === 0)
    throw new Problem('invalid', 'definition.geofences.ids: choose at least one geofence.')
  if (ids.length === 0) return
  const fences = await findGeofences(tx, everywhere, ids)
  const hasLine = fences.some(({ type: shape }) => shape === 'line')
  if (hasLine && type === 'threshold')
    throw new Problem('invalid', 'definition.geofences.ids: a line cannot restrict a threshold rule.')
  if (hasLine && type === 'geofence' && definition.trigger_on !== 'cross')
    throw new Problem('invalid', 'definition.trigger_on: a line can only be crossed.')
}

/** Recipients of the rule's messages, each once. */
function recipientsOf({ notifications }: RuleForm | Rule): string[] {
  const { push_notifications, email, sms, escalation } = notifications
  const channels = [push_notifications, email, sms, ...(escalation ? [escalation] : [])]
  return [...new Set(channels.flatMap(({ user_ids }) => user_ids))]
}

const without = (ids: readonly string[], others: readonly string[] = []) =>
  [...new Set(ids)].filter((id) => !others.includes(id))
