import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Permission, RoleId } from '#contract/domain/permissions.ts'
import { rolesIn } from '#contract/wire/role.ts'
import { departmentsQuery, useUser } from '../api/user.ts'
import { rolesQuery } from '../api/users.ts'
import { useDepartmentOptions } from '../tables/useDepartmentOptions.ts'
import { ChoiceField } from './fields.tsx'
import type { Form } from './useForm.ts'

/** Roles that apply to a department, among the roles that the caller may assign. */
export function useRolesIn(): (departmentId: string) => readonly RoleId[] {
  const me = useUser()
  const departments = useQuery(departmentsQuery)
  const roles = useQuery(rolesQuery)
  const known = new Set(roles.data?.data.map(({ id }) => id))
  return (departmentId) => {
    const department = departments.data?.data.find(({ id }) => id === departmentId) ?? me.department
    return rolesIn(department, me.company.features).filter((id) => known.has(id))
  }
}

interface Props {
  form: Form<{ department_id: string; role_id: RoleId }>
  /** Permission for the intended action, in any department. */
  permission: Permission
  /** Roles to choose from, among those that suit the department. */
  offered?: readonly RoleId[]
}

/** Department and role of a user or a key. A chosen department leaves only the roles that suit it. */
export function PlaceFields({ form, permission, offered }: Props) {
  const { t } = useTranslation()
  const { company } = useUser()
  const roles = useQuery(rolesQuery)
  const options = useDepartmentOptions(permission)
  const rolesIn = useRolesIn()
  const rolesOf = (departmentId: string) =>
    rolesIn(departmentId).filter((id) => !offered || offered.includes(id))
  return (
    <>
      {company.features.departments && (
        <ChoiceField
          field={{
            ...form.field('department_id'),
            onChange: (id) => {
              const keeps = rolesOf(id).includes(form.values.role_id)
              form.set({ department_id: id, ...(keeps ? {} : { role_id: '' as RoleId }) })
            },
          }}
          label={t('users.department')}
          options={options}
          searchable={options.length > 8}
        />
      )}
      <ChoiceField
        field={form.field('role_id')}
        label={t('users.role')}
        options={rolesOf(form.values.department_id).map((id) => ({ value: id, label: t(`role.${id}`) }))}
        hint={roles.data?.data.find(({ id }) => id === form.values.role_id)?.description}
      />
    </>
  )
}
