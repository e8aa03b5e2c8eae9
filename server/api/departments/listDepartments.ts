import { listDepartments } from '#contract/department.ts'
import * as departments from '#server/records/departments.ts'
import { serve } from '../serve.ts'
import { toDepartment } from './toDepartment.ts'

export const listDepartmentsRoute = serve(listDepartments, async ({ db, caller }) => {
  const rows = await departments.listDepartments(db, caller.scope)
  const data = rows.map(({ count, ...row }) => ({ ...toDepartment(row), count }))
  return { data, total: data.length }
})
