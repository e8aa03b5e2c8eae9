import { Problem } from '#contract/wire/errors.ts'
import { geofenceProblem, updateGeofence } from '#contract/wire/geofence.ts'
import { changedSince, difference, noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import * as geofences from '#server/records/geofences.ts'
import { serve } from '../serve.ts'
import { toGeofence } from './toGeofence.ts'

export const updateGeofenceRoute = serve(
  updateGeofence,
  async ({ db, bus, caller, ip, params: { id }, body: { modified_at, ...change } }) => {
    const { organizationId, actor, scope } = caller
    const made = await db.transaction(async (tx) => {
      // Whoever changes it at the same moment waits, and is compared with what came of it.
      const row = await geofences.findGeofence(tx, scope, id, { lock: true })
      if (!row) throw new Problem('not_found')
      const before = toGeofence(row)
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const wanted = { ...before, ...given }
      const theirs = await changedSince(tx, organizationId, id, new Date(modified_at))
      const lost = difference(before, wanted).after
      const overwritten = theirs.filter((name) => name in lost)
      if (overwritten.length > 0) {
        throw new Problem('conflict', `Changed by somebody else in the meantime: ${overwritten.join(', ')}.`)
      }
      const problem = geofenceProblem(wanted, wanted.is_harbor)
      if (problem) throw new Problem('invalid', problem)
      if (!(await findDepartment(tx, scope, wanted.department_id))) {
        throw new Problem('invalid', 'department_id: there is no such department.')
      }
      const isUpdated = await geofences.updateGeofence(tx, row.geofence, {
        name: wanted.name,
        departmentId: wanted.department_id,
        coordinates: wanted.coordinates,
        radiusM: wanted.radius,
        isHarbor: wanted.is_harbor,
        color: wanted.color,
      })
      const changed = await geofences.findGeofence(tx, scope, id)
      if (!isUpdated || !changed) throw new Problem('conflict')
      const { modified_at: _before, ...expected } = before
      const { modified_at: _after, ...became } = toGeofence(changed)
      const subject = { id, name: wanted.name }
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'geofence.update',
        subject,
        ...difference(expected, became),
      })
      return toGeofence(changed)
    })
    bus.publish({ type: 'rules.changed', organizationId })
    return made
  },
)
