import type { CountedDepartment, Department } from '#contract/wire/department.ts'
import type { CountedDepartmentRow, DepartmentRow } from '#server/records/departments.ts'

export const toDepartment = ({
  id,
  name,
  parentId,
  organizationId,
  contact,
  country,
  region,
}: DepartmentRow): Department => ({
  id,
  name,
  parent_id: parentId,
  company_id: organizationId,
  contact,
  country,
  region,
})

export const toCountedDepartment = ({ department, count }: CountedDepartmentRow): CountedDepartment => ({
  ...toDepartment(department),
  count,
})
