import { useQuery } from '@tanstack/react-query'
import { isTopLevel } from '#contract/department.ts'
import { compareNames } from '#contract/nameOrder.ts'
import { departmentsQuery, useUser } from '../api/user.ts'
import { currentLanguage } from '../i18n/i18n.ts'

/** Departments to choose from; the top level goes by the organization's name and comes first. */
export function useDepartmentOptions(): { value: string; label: string }[] {
  const { company } = useUser()
  const { data } = useQuery(departmentsQuery)
  const departments = data?.data ?? []
  return departments
    .toSorted(
      (a, b) =>
        Number(isTopLevel(b)) - Number(isTopLevel(a)) || compareNames(currentLanguage())(a.name, b.name),
    )
    .map((department) => ({
      value: department.id,
      label: isTopLevel(department) ? company.name : department.name,
    }))
}
