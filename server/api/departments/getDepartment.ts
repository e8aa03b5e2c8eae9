import { getDepartment } from '#contract/wire/department.ts'
import { Problem } from '#contract/wire/errors.ts'
import { findDepartment } from '#server/records/departments.ts'
import { serve } from '../serve.ts'
import { toCountedDepartment } from './toDepartment.ts'

export const getDepartmentRoute = serve(getDepartment, async ({ db, caller, params }) => {
  const row = await findDepartment(db, caller.scope, params.id)
  if (!row) throw new Problem('not_found')
  return toCountedDepartment(row)
})
