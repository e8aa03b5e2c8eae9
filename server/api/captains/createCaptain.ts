import { createCaptain } from '#contract/wire/captain.ts'
import { Problem } from '#contract/wire/errors.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findCaptain, insertCaptain } from '#server/records/captains.ts'
import { findDepartment } from '#server/records/departments.ts'
import { serve } from '../serve.ts'
import { readCaptain } from './toCaptain.ts'

export const createCaptainRoute = serve(createCaptain, async ({ db, bus, caller, ip, body }) => {
  const { organizationId, actor, scope } = caller
  const { name, department_id: departmentId } = body
  const answer = await db.transaction(async (tx) => {
    if (!(await findDepartment(tx, scope, departmentId))) {
      throw new Problem('invalid', 'department_id: there is no such department.')
    }
    const id = await insertCaptain(tx, { organizationId, departmentId, name })
    const made = await findCaptain(tx, scope, id)
    if (!made) throw new Error('the captain is not in the scope they were made in')
    await noteAct(tx, {
      organizationId,
      actor,
      ip,
      act: 'captain.create',
      subject: { id, name },
      after: body,
    })
    return readCaptain(tx, made)
  })
  bus.publish({ type: 'organization.changed', organizationId })
  return answer
})
