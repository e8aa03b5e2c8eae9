import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CaptainForm } from '#contract/wire/captain.ts'
import { createCaptain } from '../../api/captains.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { useFirstDepartment } from '../../tables/useDepartmentOptions.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { CaptainFields } from './CaptainFields.tsx'

export function CreateCaptainDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/captains', search: true })
  const allowed = usePermission('department:captain-create')
  const department_id = useFirstDepartment('department:captain-create')
  const form = useForm(CaptainForm, { name: '', department_id }, (values) => save.mutate(values))
  const save = useSave({
    save: createCaptain,
    success: 'captains.created',
    failure: 'captains.createFailed',
    affects: ['captains', 'departments'],
    onSaved: close,
  })
  return (
    <FormDialog
      title={t('captains.add')}
      submit={allowed ? t('captains.create') : undefined}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={close}
    >
      {allowed ? <CaptainFields form={form} permission="department:captain-create" /> : <NoAccess />}
    </FormDialog>
  )
}
