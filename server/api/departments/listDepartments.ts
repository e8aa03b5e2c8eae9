import { listDepartments } from '#contract/department.ts'
import { decodeListQuery } from '#contract/list.ts'
import * as departments from '#server/records/departments.ts'
import { listScope } from '#server/records/listScope.ts'
import { serve } from '../serve.ts'
import { toCountedDepartment } from './toDepartment.ts'

/** Pickers want them all; only a list that turns pages names a limit. */
const ALL = 10_000

export const listDepartmentsRoute = serve(listDepartments, async ({ db, caller, language, query: raw }) => {
  const { scope, query } = await listScope(db, caller.scope, decodeListQuery(raw, language, ALL))
  const { rows, total } = await departments.listDepartments(db, scope, query)
  return { data: rows.map(toCountedDepartment), total }
})
