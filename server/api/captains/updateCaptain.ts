import { updateCaptain } from '#contract/captain.ts'
import { Problem } from '#contract/errors.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import * as captains from '#server/records/captains.ts'
import { findDepartment } from '#server/records/departments.ts'
import { serve } from '../serve.ts'
import { readCaptain } from './toCaptain.ts'

export const updateCaptainRoute = serve(
  updateCaptain,
  async ({ db, bus, caller, ip, params: { id }, body }) => {
    const { organizationId, actor, scope } = caller
    const { name, department_id: departmentId } = body
    const answer = await db.transaction(async (tx) => {
      const row = await captains.findCaptain(tx, scope, id)
      if (!row) throw new Problem('not_found')
      if (!(await findDepartment(tx, scope, departmentId))) {
        throw new Problem('invalid', 'department_id: there is no such department.')
      }
      await captains.updateCaptain(tx, id, { name, departmentId })
      const changed = await captains.findCaptain(tx, scope, id)
      if (!changed) throw new Problem('conflict')
      const before = { name: row.captain.name, department_id: row.captain.departmentId }
      const states = difference(before, { name, department_id: departmentId })
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'captain.update',
        subject: { id, name },
        ...states,
      })
      return readCaptain(tx, changed)
    })
    bus.publish({ type: 'organization.changed', organizationId })
    return answer
  },
)
