import { updateCaptain } from '#contract/wire/captain.ts'
import { Problem } from '#contract/wire/errors.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import * as captains from '#server/records/captains.ts'
import { findDepartment } from '#server/records/departments.ts'
import { requireFresh } from '../requireFresh.ts'
import { serve } from '../serve.ts'
import { readCaptain } from './toCaptain.ts'

export const updateCaptainRoute = serve(
  updateCaptain,
  async ({ db, bus, caller, ip, params: { id }, body }) => {
    const { organizationId, actor, scope } = caller
    const answer = await db.transaction(async (tx) => {
      // Whoever changes them at the same moment waits, and is compared with what came of it.
      const row = await captains.findCaptain(tx, scope, id, { lock: true })
      if (!row) throw new Problem('not_found')
      const before = { name: row.captain.name, department_id: row.captain.departmentId }
      requireFresh(before, body)
      const { name = before.name, department_id: departmentId = before.department_id } = body
      if (!(await findDepartment(tx, scope, departmentId))) {
        throw new Problem('invalid', 'department_id: there is no such department.')
      }
      await captains.updateCaptain(tx, id, { name, departmentId })
      const changed = await captains.findCaptain(tx, scope, id)
      if (!changed) throw new Problem('conflict')
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
