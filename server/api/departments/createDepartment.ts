import { createDepartment } from '#contract/wire/department.ts'
import { Problem } from '#contract/wire/errors.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findDepartment, insertDepartment } from '#server/records/departments.ts'
import { requireFreeName } from '#server/records/requireFreeName.ts'
import { serve } from '../serve.ts'
import { holdTree } from './holdTree.ts'
import { requirePlace } from './requirePlace.ts'
import { toCountedDepartment } from './toDepartment.ts'

export const createDepartmentRoute = serve(createDepartment, async ({ db, caller, ip, body }) => {
  const { organizationId, actor, scope } = caller
  await requirePlace(body)
  return db.transaction(async (tx) => {
    await holdTree(tx, caller)
    const { parent_id: parentId, ...fields } = body
    if (!(await findDepartment(tx, scope, parentId))) {
      throw new Problem('invalid', 'parent_id: there is no such department.')
    }
    await requireFreeName(tx, 'department', { organizationId, name: body.name })
    const id = await insertDepartment(tx, { organizationId, parentId, ...fields })
    const made = await findDepartment(tx, { organizationId, departmentIds: null }, id)
    if (!made) throw new Error('the department was not inserted')
    const subject = { id, name: body.name }
    await noteAct(tx, { organizationId, actor, ip, act: 'department.create', subject, after: body })
    return toCountedDepartment(made)
  })
})
