import { useNavigate, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { deleteCaptain } from '../../api/captains.ts'
import { usePermission } from '../../api/user.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { useCaptain } from './openCaptain.ts'
import { StatisticsTab } from './StatisticsTab.tsx'

export function DeleteCaptainDialog() {
  const { t } = useTranslation()
  const { id, name, department_id } = useCaptain()
  const navigate = useNavigate()
  const router = useRouter()
  const allowed = usePermission('captain:captain-delete', id, department_id)
  const close = () => void navigate({ to: '/captains/$captainId', params: { captainId: id } })
  const remove = useSave({
    save: () => deleteCaptain(id),
    success: 'captains.deleted',
    failure: 'captains.deleteFailed',
    affects: ['captains', 'departments', 'trips'],
    onSaved: () => void navigate({ to: '/captains' }),
    onFailed: () => router.history.back(),
  })
  return (
    <>
      <StatisticsTab />
      {allowed ? (
        <DeleteDialog
          action={t('captains.delete')}
          consequence={t('captains.deleteConsequence', { name })}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        />
      ) : (
        <FormDialog title={t('captains.delete')} onClose={close}>
          <NoAccess />
        </FormDialog>
      )}
    </>
  )
}
