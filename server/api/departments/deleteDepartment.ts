import { deleteDepartment } from '#contract/wire/department.ts'
import { Problem } from '#contract/wire/errors.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as departments from '#server/records/departments.ts'
import { serve } from '../serve.ts'
import { holdTree } from './holdTree.ts'
import { toDepartment } from './toDepartment.ts'

export const deleteDepartmentRoute = serve(
  deleteDepartment,
  async ({ db, bus, caller, ip, params: { id } }) => {
    const { organizationId, actor, userId, scope } = caller
    await db.transaction(async (tx) => {
      await holdTree(tx, caller)
      const row = await departments.findDepartment(tx, scope, id)
      if (!row) throw new Problem('not_found')
      const top = await departments.findTopDepartment(tx, organizationId)
      if (!top || top.id === id) {
        throw new Problem('invalid', 'The top-level department stands for the organization.')
      }
      if (await departments.holdsAnything(tx, id))
        throw new Problem('DELETING_NON_EMPTY_DEPARTMENT_NOT_ALLOWED')
      await departments.deleteDepartment(tx, id, top.id)
      const before = toDepartment(row.department)
      const subject = { id, name: before.name }
      await noteAct(tx, { organizationId, actor, ip, act: 'department.delete', subject, before })
    })
    bus.publish({ type: 'rights.changed', userId })
    return { ok: true }
  },
)
