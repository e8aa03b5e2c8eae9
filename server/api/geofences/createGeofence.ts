import { Problem } from '#contract/wire/errors.ts'
import { createGeofence, geofenceProblem } from '#contract/wire/geofence.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import { findGeofence, insertGeofence } from '#server/records/geofences.ts'
import { insertRule } from '#server/records/rules.ts'
import { isVisible } from '#server/records/scope.ts'
import { serve } from '../serve.ts'
import { crossingRule } from './crossingRule.ts'
import { toGeofence } from './toGeofence.ts'

export const createGeofenceRoute = serve(createGeofence, async ({ db, bus, caller, further, ip, body }) => {
  const { organizationId, actor, userId, scope } = caller
  const problem = geofenceProblem(body, body.is_harbor)
  if (problem) throw new Problem('invalid', problem)
  const rules = body.createRule ? further('department:rule-create') : null
  const made = await db.transaction(async (tx) => {
    const { department_id: departmentId, name } = body
    if (!(await findDepartment(tx, scope, departmentId))) {
      throw new Problem('invalid', 'department_id: there is no such department.')
    }
    if (rules && !isVisible(rules, { organizationId, departmentId })) throw new Problem('not_allowed')
    const id = await insertGeofence(tx, {
      organizationId,
      departmentId,
      name,
      type: body.type,
      coordinates: body.coordinates,
      radiusM: body.radius,
      isHarbor: body.is_harbor,
      color: body.color,
    })
    if (body.createRule) await insertRule(tx, crossingRule({ organizationId, departmentId, userId }, id))
    const made = await findGeofence(tx, scope, id)
    if (!made) throw new Error('the geofence was not inserted')
    await noteAct(tx, {
      organizationId,
      actor,
      ip,
      act: 'geofence.create',
      subject: { id, name },
      after: body,
    })
    return toGeofence(made)
  })
  bus.publish({ type: 'rules.changed', organizationId })
  return made
})
