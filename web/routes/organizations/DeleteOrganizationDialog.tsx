import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { deleteOrganization, organizationQuery } from '../../api/organizations.ts'
import { useUser } from '../../api/user.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { LoadedDialog } from '../../forms/LoadedDialog.tsx'
import { useSave } from '../../forms/useSave.ts'

export function DeleteOrganizationDialog() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const organization = useQuery(organizationQuery(id))
  const close = () => void navigate({ to: '/organizations', search: true })
  const remove = useSave({
    save: () => deleteOrganization(id),
    success: 'organizations.deletedToast',
    failure: 'organizations.deleteFailed',
    affects: ['organizations'],
    onSaved: close,
    onFailed: close,
  })
  return (
    <LoadedDialog
      title={t('organizations.delete')}
      query={organization}
      notFound={t('organizations.notFound')}
      failed={t('error.organization')}
      allowed={useUser().role_id === 'super-admin'}
      onClose={close}
    >
      {({ name }) => (
        <DeleteDialog
          action={t('organizations.delete')}
          consequence={t('organizations.deleteConsequence', { name })}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        />
      )}
    </LoadedDialog>
  )
}
