import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type CountedOrganization, OrganizationForm } from '#contract/organization.ts'
import { organizationQuery, updateAnyOrganization } from '../../api/organizations.ts'
import { useUser } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { OrganizationFields } from './OrganizationFields.tsx'

export function EditOrganizationDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const organization = useQuery(organizationQuery(id))
  const close = () => void navigate({ to: '/organizations', search: true })
  return (
    <LoadedDialog
      title={t('organizations.edit')}
      query={organization}
      notFound={t('organizations.notFound')}
      failed={t('error.organization')}
      allowed={useUser().role_id === 'super-admin'}
      onClose={close}
    >
      {(loaded) => <EditOrganization key={loaded.id} organization={loaded} onClose={close} />}
    </LoadedDialog>
  )
}

function EditOrganization({
  organization,
  onClose,
}: {
  organization: CountedOrganization
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { id, name, contact, country, region, features, settings, public_api_info } = organization
  const form = useForm(
    OrganizationForm,
    {
      ...{ name, contact: contact ?? '', country: country ?? '', region: region ?? '', features, settings },
      public_api_info: { max_credits: public_api_info.max_credits },
    },
    (values) => save.mutate(values),
  )
  const save = useSave({
    save: (body: OrganizationForm) => updateAnyOrganization(id, body),
    success: 'organizations.updatedToast',
    failure: 'organizations.updateFailed',
    affects: ['organizations', 'users', 'departments'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('organizations.edit')}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <OrganizationFields form={form} />
    </FormDialog>
  )
}
