import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CaptainForm } from '#contract/wire/captain.ts'
import { readCaptainAgain, updateCaptain } from '../../api/captains.ts'
import { usePermission } from '../../api/user.ts'
import { EditDialog } from '../../forms/EditDialog.tsx'
import { useEdit } from '../../forms/useEdit.ts'
import { CaptainFields } from './CaptainFields.tsx'
import { useCaptain } from './openCaptain.ts'
import { StatisticsTab } from './StatisticsTab.tsx'

export function EditCaptainDialog() {
  const { t } = useTranslation()
  const { id, name, department_id } = useCaptain()
  const navigate = useNavigate()
  const allowed = usePermission('captain:captain-edit', id, department_id)
  const close = () => void navigate({ to: '/captains/$captainId', params: { captainId: id } })
  const edit = useEdit({
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
      <EditDialog title={t('captains.edit')} edit={edit} allowed={allowed} onClose={close}>
        <CaptainFields form={edit.form} permission="captain:captain-edit" />
      </EditDialog>
    </>
  )
}
