import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Permission, RoleId } from '#contract/permissions.ts'
import { rolesIn } from '#contract/role.ts'
import type { UserEditForm } from '#contract/user.ts'
import { departmentsQuery, useUser } from '../../api/user.ts'
import { rolesQuery } from '../../api/users.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import type { Form } from '../../forms/useForm.ts'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { MembershipFields } from './MembershipFields.tsx'

interface Props {
  form: Form<UserEditForm>
  /** What is about to be done, in whatever department. */
  permission: Permission
  email?: React.ReactNode
}

/** What an administrator says of a person; choosing a department leaves only the roles that make sense there. */
export function UserFields({ form, permission, email }: Props) {
  const { t } = useTranslation()
  const me = useUser()
  const departments = useQuery(departmentsQuery)
  const roles = useQuery(rolesQuery)
  const options = useDepartmentOptions(permission)
  const rolesOf = (departmentId: string): readonly RoleId[] => {
    const department = departments.data?.data.find(({ id }) => id === departmentId) ?? me.department
    // The server offers those that the caller may give.
    const known = new Set(roles.data?.data.map(({ id }) => id))
    return rolesIn(department, me.company.features).filter((id) => known.has(id))
  }
  const department = form.field('department_id')
  const fitting = rolesOf(form.values.department_id)
  return (
    <>
      <TextField field={form.field('name')} label={t('common.name')} maxLength={60} />
      {email}
      <TextField field={form.field('phone_number')} label={t('users.phone')} type="tel" maxLength={40} />
      {me.company.features.departments && (
        <ChoiceField
          field={{
            ...department,
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
        options={fitting.map((id) => ({ value: id, label: t(`role.${id}`) }))}
        hint={roles.data?.data.find(({ id }) => id === form.values.role_id)?.description}
      />
      {me.company.features.departments && (
        <MembershipFields form={form} options={options} rolesOf={rolesOf} />
      )}
    </>
  )
}
