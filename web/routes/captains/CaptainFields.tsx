import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/domain/permissions.ts'
import type { CaptainForm } from '#contract/wire/captain.ts'
import { useUser } from '../../api/user.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import type { Form } from '../../forms/useForm.ts'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'

interface Props {
  form: Form<CaptainForm>
  /** Permission for the intended action, in any department. */
  permission: Permission
}

export function CaptainFields({ form, permission }: Props) {
  const { t } = useTranslation()
  const { company } = useUser()
  const departments = useDepartmentOptions(permission)
  return (
    <>
      <TextField field={form.field('name')} label={t('common.name')} maxLength={60} />
      {company.features.departments && (
        <ChoiceField
          field={form.field('department_id')}
          label={t('users.department')}
          options={departments}
          searchable={departments.length > 8}
        />
      )}
    </>
  )
}
