import {
  createDepartment,
  deleteDepartment,
  departmentBranch,
  getDepartment,
  listDepartments,
  updateDepartment,
} from '#contract/wire/department.ts'
import { Problem } from '#contract/wire/errors.ts'
import { difference, noteAct } from '#server/records/auditLog.ts'
import * as departments from '#server/records/departments.ts'
import { findDepartment, insertDepartment } from '#server/records/departments.ts'
import { listScope } from '#server/records/listScope.ts'
import { requireFreeName } from '#server/records/requireFreeName.ts'
import { requireFresh } from '../requireFresh.ts'
import { type Routes, serve } from '../serve.ts'
import { holdTree } from './holdTree.ts'
import { requirePlace } from './requirePlace.ts'
import { toCountedDepartment, toDepartment } from './toDepartment.ts'

export const departmentRoutes: Routes = [
  serve(listDepartments, async ({ db, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, ...page } = await departments.listDepartments(db, scope, query)
    return { data: rows.map(toCountedDepartment), ...page }
  }),
  serve(getDepartment, async ({ db, caller, params }) => {
    const row = await findDepartment(db, caller.scope, params.id)
    if (!row) throw new Problem('not_found')
    return toCountedDepartment(row)
  }),
  serve(createDepartment, async ({ db, caller, ip, body }) => {
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
  }),
  serve(updateDepartment, async ({ db, bus, caller, ip, params: { id }, body }) => {
    const { organizationId, actor, userId, scope } = caller
    const answer = await db.transaction(async (tx) => {
      await holdTree(tx, caller)
      const row = await departments.findDepartment(tx, scope, id)
      if (!row) throw new Problem('not_found')
      const before = row.department
      requireFresh(toDepartment(before), body)
      await requirePlace(body, before)
      const { parent_id: parentId = before.parentId, name = before.name, contact, country } = body
      const isMoved = country !== undefined && country !== before.country
      const { region = isMoved ? '' : undefined } = body
      if (before.parentId === null && (parentId !== null || name !== before.name)) {
        throw new Problem('invalid', 'The top-level department goes by the name of the organization.')
      }
      if (name !== before.name) await requireFreeName(tx, 'department', { organizationId, name, ownId: id })
      if (parentId !== null && parentId !== before.parentId) {
        const all = (await departments.departmentsOf(tx, organizationId)).map(toDepartment)
        if (
          !(await departments.findDepartment(tx, scope, parentId)) ||
          departmentBranch(all, id).has(parentId)
        ) {
          throw new Problem('invalid', 'parent_id: a department cannot move there.')
        }
      }
      const given = Object.entries({ contact, country, region }).filter(([, value]) => value !== undefined)
      await departments.updateDepartment(tx, id, { name, parentId, ...Object.fromEntries(given) })
      const changed = await departments.findDepartment(tx, { organizationId, departmentIds: null }, id)
      if (!changed) throw new Problem('conflict')
      const states = difference(toDepartment(before), toDepartment(changed.department))
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'department.update',
        subject: { id, name },
        ...states,
      })
      return toCountedDepartment(changed)
    })
    // A moved department changes what its people see.
    bus.publish({ type: 'rights.changed', userId })
    return answer
  }),
  serve(deleteDepartment, async ({ db, bus, caller, ip, params: { id } }) => {
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
  }),
]
