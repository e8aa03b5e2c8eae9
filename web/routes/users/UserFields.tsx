import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/domain/permissions.ts'
import type { UserEditForm } from '#contract/wire/user.ts'
import { useUser } from '../../api/user.ts'
import { TextField } from '../../forms/fields.tsx'
import { PlaceFields, useRolesIn } from '../../forms/PlaceFields.tsx'
import type { Form } from '../../forms/useForm.ts'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { MembershipFields } from './MembershipFields.tsx'

interface Props {
  form: Form<UserEditForm>
  /** Permission for the intended action, in any department. */
  permission: Permission
  email?: React.ReactNode
}

/** Fields of a user that an administrator edits. */
export function UserFields({ form, permission, email }: Props) {
  const { t } = useTranslation()
  const { company } = useUser()
  const options = useDepartmentOptions(permission)
  const rolesOf = useRolesIn()
  return (
    <>
      <TextField field={form.field('name')} label={t('common.name')} maxLength={60} />
      {email}
      <TextField field={form.field('phone_number')} label={t('users.phone')} type="tel" maxLength={40} />
      <PlaceFields form={form} permission={permission} />
      {company.features.departments && <MembershipFields form={form} options={options} rolesOf={rolesOf} />}
    </>
  )
}
