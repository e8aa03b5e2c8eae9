import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type CountedOrganization, OrganizationForm } from '#contract/wire/organization.ts'
import { organizationQuery, readOrganizationAgain, updateAnyOrganization } from '../../api/organizations.ts'
import { useUser } from '../../api/user.ts'
import { EditDialog } from '../../forms/EditDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useEdit } from '../../forms/useEdit.ts'
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

function draftOf(organization: CountedOrganization) {
  const { name, contact, country, region, features, settings, public_api_info } = organization
  return {
    ...{ name, contact: contact ?? '', country: country ?? '', region: region ?? '', features, settings },
    public_api_info: { max_credits: public_api_info.max_credits },
  }
}

function EditOrganization({
  organization,
  onClose,
}: {
  organization: CountedOrganization
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { id } = organization
  const edit = useEdit({
    schema: OrganizationForm,
    stored: draftOf(organization),
    readAgain: async () => draftOf(await readOrganizationAgain(id)),
    send: (change) => updateAnyOrganization(id, change),
    success: 'organizations.updatedToast',
    failure: 'organizations.updateFailed',
    affects: ['organizations', 'users', 'departments'],
    onSaved: onClose,
  })
  return (
    <EditDialog title={t('organizations.edit')} edit={edit} onClose={onClose}>
      <OrganizationFields form={edit.form} />
    </EditDialog>
  )
}
