import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportScheduleForm } from '#contract/wire/reportSchedule.ts'
import { createSchedule } from '../../../api/reportSchedules.ts'
import { usePermission, useUser } from '../../../api/user.ts'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { SwitchRow } from '../../../forms/fields.tsx'
import { useForm } from '../../../forms/useForm.ts'
import { useSave } from '../../../forms/useSave.ts'
import { useDepartmentOptions, useFirstDepartment } from '../../../tables/useDepartmentOptions.ts'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'

export function CreateScheduleDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/reports/scheduled', search: true })
  const allowed = usePermission('department:department-edit')
  // The departments must load first: they give the form its initial value.
  const departments = useDepartmentOptions('department:department-edit')
  if (!allowed)
    return (
      <FormDialog title={t('scheduled.create')} onClose={close}>
        <NoAccess />
      </FormDialog>
    )
  return <Create key={departments.length > 0 ? 'known' : 'waiting'} onClose={close} />
}

function Create({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { id } = useUser()
  const department_id = useFirstDepartment('department:department-edit')
  const initial = {
    ...{ name: '', period: 'week' as const, department_id, user_ids: [id] },
    enabled: true,
  }
  const [sendNow, setSendNow] = useState(false)
  const form = useForm(ReportScheduleForm, initial, (values) => save.mutate(values))
  const save = useSave({
    save: (values: ReportScheduleForm) => createSchedule({ ...values, send_now: sendNow }),
    success: 'scheduled.created',
    failure: 'scheduled.createFailed',
    refusals: { too_many: 'scheduled.tooMany' },
    affects: ['reportSchedules'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('scheduled.create')}
      submit={t('scheduled.create')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <ScheduleFields form={form} />
      <SwitchRow
        label={t('scheduled.sendNow')}
        hint={t(`scheduled.sendNowHints.${form.values.period}`)}
        checked={sendNow}
        onChange={setSendNow}
      />
    </FormDialog>
  )
}
