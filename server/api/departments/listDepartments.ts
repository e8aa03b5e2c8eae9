import { listDepartments } from '#contract/wire/department.ts'
import * as departments from '#server/records/departments.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toCountedDepartment } from './toDepartment.ts'

export const listDepartmentsRoute = serve(listDepartments, async ({ db, caller, query: asked }) => {
  const { scope, query } = await listScope(db, caller.scope, asked)
  const { rows, ...page } = await departments.listDepartments(db, scope, query)
  return { data: rows.map(toCountedDepartment), ...page }
})
