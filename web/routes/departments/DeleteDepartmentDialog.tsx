import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { deleteDepartment, departmentQuery } from '../../api/departments.ts'
import { usePermission } from '../../api/user.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useSave } from '../../forms/useSave.ts'

export function DeleteDepartmentDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const department = useQuery(departmentQuery(id))
  const close = () => void navigate({ to: '/departments', search: true })
  const remove = useSave({
    save: () => deleteDepartment(id),
    success: 'departments.deleted',
    failure: 'departments.deleteFailed',
    refusals: { DELETING_NON_EMPTY_DEPARTMENT_NOT_ALLOWED: 'departments.notEmpty' },
    affects: ['departments'],
    onSaved: close,
    onFailed: close,
  })
  return (
    <LoadedDialog
      title={t('departments.delete')}
      query={department}
      notFound={t('departments.notFound')}
      failed={t('error.departments')}
      allowed={usePermission('department:department-delete', id)}
      onClose={close}
    >
      {({ name }) => (
        <DeleteDialog
          action={t('departments.delete')}
          consequence={t('departments.deleteConsequence', { name })}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        />
      )}
    </LoadedDialog>
  )
}
