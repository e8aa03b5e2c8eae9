import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { deleteSchedule, scheduleQuery } from '../../../api/reportSchedules.ts'
import { usePermission } from '../../../api/user.ts'
import { DeleteDialog } from '../../../forms/DeleteDialog.tsx'
import { LoadedDialog } from '../../../forms/LoadedDialog.tsx'
import { useSave } from '../../../forms/useSave.ts'

export function DeleteScheduleDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reports/scheduled', search: true })
  const remove = useSave({
    save: () => deleteSchedule(id),
    success: 'scheduled.deleted',
    failure: 'scheduled.deleteFailed',
    affects: ['reportSchedules'],
    onSaved: close,
    onFailed: close,
  })
  return (
    <LoadedDialog
      title={t('scheduled.delete')}
      query={useQuery(scheduleQuery(id))}
      notFound={t('scheduled.notFound')}
      failed={t('error.reportSchedules')}
      allowed={usePermission('department:department-edit')}
      onClose={close}
    >
      {({ name }) => (
        <DeleteDialog
          action={t('scheduled.delete')}
          consequence={t('scheduled.deleteConsequence', { name })}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        />
      )}
    </LoadedDialog>
  )
}
