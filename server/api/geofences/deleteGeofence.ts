import { Problem } from '#contract/wire/errors.ts'
import { deleteGeofence } from '#contract/wire/geofence.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as geofences from '#server/records/geofences.ts'
import { lockOrganization } from '#server/records/organizations.ts'
import { deleteRulesOf, rulesOfAlone, updateRule } from '#server/records/rules.ts'
import { isVisible } from '#server/records/scope.ts'
import { serve } from '../serve.ts'
import { toGeofence } from './toGeofence.ts'

export const deleteGeofenceRoute = serve(
  deleteGeofence,
  async ({ db, bus, caller, further, ip, params: { id }, body }) => {
    const { organizationId, actor, scope } = caller
    const ruleIds = [...new Set(body.rule_ids)]
    const rules = ruleIds.length > 0 ? further('rule:rule-delete') : null
    const disabled = await db.transaction(async (tx) => {
      // Two deletions at once would each leave the rule of both geofences to the other.
      await lockOrganization(tx, organizationId)
      const row = await geofences.findGeofence(tx, scope, id)
      if (!row) throw new Problem('not_found')
      if (rules && (await deleteRulesOf(tx, rules, id, ruleIds)) !== ruleIds.length) {
        throw new Problem('invalid', 'rule_ids: there is no such rule of this geofence.')
      }
      const disabled = await rulesOfAlone(tx, organizationId, id)
      for (const rule of disabled) {
        await updateRule(tx, rule, { enabled: false })
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'rule.update' },
          subject: { id: rule.id, name: rule.message || rule.type },
          ...{ before: { enabled: true }, after: { enabled: false } },
        })
      }
      await geofences.deleteGeofence(tx, id)
      const before = { ...toGeofence(row), rule_ids: ruleIds }
      const subject = { id, name: row.geofence.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'geofence.delete', subject, before })
      return disabled.filter((rule) => isVisible(scope, rule))
    })
    bus.publish({ type: 'rules.changed', organizationId })
    return { ok: true, disabled_rules: disabled.map(({ id, message }) => ({ id, message })) }
  },
)
