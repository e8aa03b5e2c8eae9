import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type CountedDepartment, DepartmentForm, isTopLevel } from '#contract/department.ts'
import { departmentQuery, updateDepartment } from '../../api/departments.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { DepartmentFields } from './DepartmentFields.tsx'

export function EditDepartmentDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const department = useQuery(departmentQuery(id))
  const close = () => void navigate({ to: '/departments', search: true })
  return (
    <LoadedDialog
      title={t('departments.edit')}
      query={department}
      notFound={t('departments.notFound')}
      failed={t('error.departments')}
      allowed={usePermission('department:department-edit', id)}
      onClose={close}
    >
      {(loaded) => <EditDepartment key={loaded.id} department={loaded} onClose={close} />}
    </LoadedDialog>
  )
}

function EditDepartment({ department, onClose }: { department: CountedDepartment; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name, contact, country, region, parent_id } = department
  const top = isTopLevel(department)
  const form = useForm(
    DepartmentForm,
    // The top level has no parent; its own id stands in, since the form of it sends none.
    {
      name,
      contact: contact ?? '',
      country: country ?? '',
      region: region ?? '',
      parent_id: parent_id ?? id,
    },
    (values) => save.mutate(values),
  )
  const save = useSave({
    save: ({ name: newName, parent_id: parent, ...place }: DepartmentForm) =>
      updateDepartment(id, top ? place : { name: newName, parent_id: parent, ...place }),
    success: 'departments.updated',
    failure: 'departments.updateFailed',
    affects: ['departments', 'users'],
    onSaved: onClose,
    onFailed: onClose,
  })
  return (
    <FormDialog
      title={t('departments.edit')}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <DepartmentFields form={form} named={!top} />
    </FormDialog>
  )
}
