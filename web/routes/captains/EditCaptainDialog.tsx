import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CaptainForm } from '#contract/captain.ts'
import { readCaptainAgain, updateCaptain } from '../../api/captains.ts'
import { usePermission } from '../../api/user.ts'
import { ChangedByOthers } from '../../forms/ChangedByOthers.tsx'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useEdit } from '../../forms/useEdit.ts'
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
  const { form, save, isChangedMeanwhile } = useEdit({
    schema: CaptainForm,
    stored: { name, department_id },
    readAgain: () => readCaptainAgain(id),
    send: (change) => updateCaptain(id, change),
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
        submit={allowed ? t(isChangedMeanwhile ? 'form.saveMine' : 'common.save') : undefined}
        pending={save.isPending}
        onSubmit={form.onSubmit}
        onClose={close}
      >
        <ChangedByOthers shown={isChangedMeanwhile} />
        {allowed ? <CaptainFields form={form} permission="captain:captain-edit" /> : <NoAccess />}
      </FormDialog>
    </>
  )
}
