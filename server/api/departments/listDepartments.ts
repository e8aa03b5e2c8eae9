import { listDepartments } from '#contract/user.ts'
import * as departments from '#server/records/departments.ts'
import { serve } from '../serve.ts'
import { toDepartment } from './toDepartment.ts'

export const listDepartmentsRoute = serve(listDepartments, async ({ db, caller }) => {
  const data = (await departments.listDepartments(db, caller.scope)).map(toDepartment)
  return { data, total: data.length }
})
