import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DepartmentForm } from '#contract/wire/department.ts'
import { createDepartment } from '../../api/departments.ts'
import { usePermission, useUser } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { DepartmentFields } from './DepartmentFields.tsx'

export function CreateDepartmentDialog() {
  const { t } = useTranslation()
  const me = useUser()
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/departments', search: true })
  const allowed = usePermission('department:department-create')
  const form = useForm(
    DepartmentForm,
    { name: '', contact: '', country: '', region: '', parent_id: me.department_id },
    (values) => save.mutate(values),
  )
  const save = useSave({
    save: createDepartment,
    success: 'departments.created',
    failure: 'departments.createFailed',
    atField: [{ code: 'NAME_IN_USE', show: ({ message }) => form.refuse('name', message) }],
    affects: ['departments'],
    onSaved: close,
    onFailed: close,
  })
  return (
    <FormDialog
      title={t('departments.add')}
      submit={allowed ? t('departments.create') : undefined}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={close}
    >
      {allowed ? <DepartmentFields form={form} /> : <NoAccess />}
    </FormDialog>
  )
}
