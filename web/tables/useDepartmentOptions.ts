import { useQuery } from '@tanstack/react-query'
import { isTopLevel } from '#contract/department.ts'
import { departmentsQuery, useUser } from '../api/user.ts'

/** Departments to choose from; the top level goes by the organization's name and comes first. */
export function useDepartmentOptions(): { value: string; label: string }[] {
  const { company } = useUser()
  const { data } = useQuery(departmentsQuery)
  const departments = data?.data ?? []
  return departments
    .toSorted((a, b) => Number(isTopLevel(b)) - Number(isTopLevel(a)) || a.name.localeCompare(b.name))
    .map((department) => ({
      value: department.id,
      label: isTopLevel(department) ? company.name : department.name,
    }))
}
