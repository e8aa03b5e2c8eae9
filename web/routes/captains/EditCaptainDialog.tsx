import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CaptainForm } from '#contract/captain.ts'
import { updateCaptain } from '../../api/captains.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { CaptainFields } from './CaptainFields.tsx'
import { useCaptain } from './openCaptain.ts'
import { StatisticsTab } from './StatisticsTab.tsx'

export function EditCaptainDialog() {
  const { t } = useTranslation()
  const { id, name, department_id } = useCaptain()
  const navigate = useNavigate()
  const allowed = usePermission('captain:captain-edit', id, department_id)
  const close = () => void navigate({ to: '/captains/$captainId', params: { captainId: id } })
  const form = useForm(CaptainForm, { name, department_id }, (values) => save.mutate(values))
  const save = useSave({
    save: (body: CaptainForm) => updateCaptain(id, body),
    success: 'captains.updated',
    failure: 'captains.updateFailed',
    affects: ['captains', 'departments', 'trips'],
    onSaved: close,
  })
  return (
    <>
      <StatisticsTab />
      <FormDialog
        title={t('captains.edit')}
        submit={allowed ? t('common.save') : undefined}
        pending={save.isPending}
        onSubmit={form.onSubmit}
        onClose={close}
      >
        {allowed ? <CaptainFields form={form} permission="captain:captain-edit" /> : <NoAccess />}
      </FormDialog>
    </>
  )
}
