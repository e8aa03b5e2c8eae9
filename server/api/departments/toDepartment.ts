import type { Department } from '#contract/user.ts'
import type { DepartmentRow } from '#server/records/departments.ts'

export const toDepartment = ({ id, name, parentId, companyId }: DepartmentRow): Department => ({
  id,
  name,
  parent_id: parentId,
  company_id: companyId,
})
