import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type CountedDepartment, DepartmentForm, isTopLevel } from '#contract/wire/department.ts'
import { departmentQuery, readDepartmentAgain, updateDepartment } from '../../api/departments.ts'
import { usePermission } from '../../api/user.ts'
import { EditDialog } from '../../forms/EditDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useEdit } from '../../forms/useEdit.ts'
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

// The top level has no parent; its own id fills the field, and is not sent because it never changes.
const draftOf = ({ id, name, contact, country, region, parent_id }: CountedDepartment) => ({
  ...{ name, contact: contact ?? '', country: country ?? '', region: region ?? '' },
  parent_id: parent_id ?? id,
})

function EditDepartment({ department, onClose }: { department: CountedDepartment; onClose: () => void }) {
  const { t } = useTranslation()
  const edit = useEdit({
    schema: DepartmentForm,
    stored: draftOf(department),
    readAgain: async () => draftOf(await readDepartmentAgain(department.id)),
    send: (change) => updateDepartment(department.id, change),
    success: 'departments.updated',
    failure: 'departments.updateFailed',
    affects: ['departments', 'users'],
    onSaved: onClose,
    onFailed: onClose,
  })
  return (
    <EditDialog title={t('departments.edit')} edit={edit} onClose={onClose}>
      <DepartmentFields form={edit.form} named={!isTopLevel(department)} />
    </EditDialog>
  )
}
