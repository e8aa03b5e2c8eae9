import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/user.ts'
import { deleteVessel } from '../../../api/vessels.ts'
import { DeleteDialog } from '../../../forms/DeleteDialog.tsx'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { useSave } from '../../../forms/useSave.ts'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { useOpenVessel } from './openVessel.ts'

export function DeleteVesselDialog() {
  const { t } = useTranslation()
  const { id, name } = useOpenVessel()
  const navigate = useNavigate()
  const router = useRouter()
  const allowed = usePermission('vessel:vessel-delete', id)
  const close = () => void navigate({ to: '/vessels/$vesselId', params: { vesselId: id } })
  const remove = useSave({
    save: () => deleteVessel(id),
    success: 'vessels.deleted',
    failure: 'vessels.deleteFailed',
    affects: ['departments', 'devices', 'trips', 'alerts', 'comments', 'statistics'],
    onSaved: () => void navigate({ to: '/vessels', replace: true }),
    onFailed: () => router.history.back(),
  })
  if (!allowed) {
    return (
      <FormDialog title={t('vessels.delete')} onClose={close}>
        <NoAccess />
      </FormDialog>
    )
  }
  return (
    <DeleteDialog
      action={t('vessels.delete')}
      consequence={t('vessels.deleteConsequence', { name })}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={close}
    />
  )
}
