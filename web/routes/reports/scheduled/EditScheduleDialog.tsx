import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ReportSchedule, ReportScheduleForm } from '#contract/wire/reportSchedule.ts'
import { readScheduleAgain, scheduleQuery, updateSchedule } from '../../../api/reportSchedules.ts'
import { usePermission } from '../../../api/user.ts'
import { EditDialog } from '../../../forms/EditDialog.tsx'
import { LoadedDialog } from '../../../forms/LoadedDialog.tsx'
import { useEdit } from '../../../forms/useEdit.ts'
import { ScheduleFields } from './ScheduleFields.tsx'

export function EditScheduleDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reports/scheduled', search: true })
  return (
    <LoadedDialog
      title={t('scheduled.edit')}
      query={useQuery(scheduleQuery(id))}
      notFound={t('scheduled.notFound')}
      failed={t('error.reportSchedules')}
      allowed={usePermission('department:department-edit')}
      onClose={close}
    >
      {(schedule) => <Edit schedule={schedule} onClose={close} />}
    </LoadedDialog>
  )
}

const draftOf = ({ name, period, department, recipients, enabled }: ReportSchedule): ReportScheduleForm => ({
  ...{ name, period, department_id: department.id, enabled },
  user_ids: recipients.filter(({ may }) => may).map((one) => one.id),
})

function Edit({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const { t } = useTranslation()
  const edit = useEdit({
    schema: ReportScheduleForm,
    stored: draftOf(schedule),
    readAgain: async () => draftOf(await readScheduleAgain(schedule.id)),
    send: (change) => updateSchedule(schedule.id, change),
    success: 'scheduled.updated',
    failure: 'scheduled.updateFailed',
    affects: ['reportSchedules'],
    onSaved: onClose,
  })
  return (
    <EditDialog
      title={t('scheduled.edit')}
      edit={edit}
      submit={t('common.saveChanges')}
      idle={!edit.form.changed}
      onClose={onClose}
    >
      <ScheduleFields form={edit.form} />
    </EditDialog>
  )
}
