import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OrganizationForm, USUAL_CREDITS } from '#contract/wire/organization.ts'
import { createOrganization } from '../../api/organizations.ts'
import { useUser } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { OrganizationFields } from './OrganizationFields.tsx'

export function CreateOrganizationDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/organizations', search: true })
  const allowed = useUser().role_id === 'super-admin'
  const form = useForm(
    OrganizationForm,
    {
      ...{ name: '', contact: '', country: '', region: '', features: { departments: false } },
      public_api_info: { max_credits: USUAL_CREDITS },
    },
    (values) => save.mutate(values),
  )
  const save = useSave({
    save: createOrganization,
    success: 'organizations.createdToast',
    failure: 'organizations.createFailed',
    affects: ['organizations'],
    onSaved: close,
  })
  return (
    <FormDialog
      title={t('organizations.add')}
      submit={allowed ? t('organizations.create') : undefined}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={close}
    >
      {allowed ? <OrganizationFields form={form} /> : <NoAccess />}
    </FormDialog>
  )
}
