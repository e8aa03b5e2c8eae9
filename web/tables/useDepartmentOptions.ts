import { useQuery } from '@tanstack/react-query'
import { mayDo, type Permission } from '#contract/domain/permissions.ts'
import { distinctNames } from '#contract/text/distinctNames.ts'
import { compareNames } from '#contract/text/nameOrder.ts'
import { isTopLevel } from '#contract/wire/department.ts'
import { departmentChoice } from '../api/departmentChoice.ts'
import { departmentsQuery, useUser } from '../api/user.ts'
import { currentLanguage } from '../i18n/i18n.ts'

/**
 * Departments to choose from; the top level has the organization's name and comes first. With a permission, only
 * departments where the user has it: a user who manages one department and views another creates records in the
 * first.
 */
export function useDepartmentOptions(permission?: Permission): { value: string; label: string }[] {
  const { company, permissions } = useUser()
  const { data } = useQuery(departmentsQuery)
  const departments = data?.data ?? []
  const names = distinctNames(departments, ({ parent_id }) => {
    const parent = departments.find(({ id }) => id === parent_id)
    return parent && (isTopLevel(parent) ? company.name : parent.name)
  })
  return departments
    .filter(({ id }) => !permission || mayDo(permissions, permission, id))
    .toSorted(
      (a, b) =>
        Number(isTopLevel(b)) - Number(isTopLevel(a)) || compareNames(currentLanguage())(a.name, b.name),
    )
    .map((department) => ({
      value: department.id,
      label: isTopLevel(department) ? company.name : (names.get(department.id) ?? department.name),
    }))
}

/** Department for a new record: the chosen one, else the user's own, else any in which the user may create it. */
export function useFirstDepartment(permission: Permission): string {
  const { department_id } = useUser()
  const options = useDepartmentOptions(permission)
  const open = [...departmentChoice.branch(), department_id].find((id) =>
    options.some(({ value }) => value === id),
  )
  return open ?? options[0]?.value ?? department_id
}
