import { Problem } from '#contract/errors.ts'
import { deleteGeofence } from '#contract/geofence.ts'
import { mayCall } from '#server/access/mayCall.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as geofences from '#server/records/geofences.ts'
import { deleteRulesOf } from '#server/records/rules.ts'
import { serve } from '../serve.ts'
import { toGeofence } from './toGeofence.ts'

export const deleteGeofenceRoute = serve(deleteGeofence, async ({ db, caller, ip, params: { id }, body }) => {
  const { companyId, userId, scope } = caller
  const ruleIds = [...new Set(body.rule_ids)]
  if (ruleIds.length > 0 && !mayCall('rule:rule-delete', caller)) throw new Problem('not_allowed')
  await db.transaction(async (tx) => {
    const row = await geofences.findGeofence(tx, scope, id)
    if (!row) throw new Problem('not_found')
    if (ruleIds.length > 0 && (await deleteRulesOf(tx, scope, id, ruleIds)) !== ruleIds.length) {
      throw new Problem('invalid', 'rule_ids: there is no such rule of this geofence.')
    }
    await geofences.deleteGeofence(tx, id)
    const before = { ...toGeofence(row), rule_ids: ruleIds }
    const subject = { id, name: row.geofence.name }
    await noteAct(tx, { companyId, userId, ip, act: 'geofence.delete', subject, before })
  })
  return { ok: true }
})
