import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { unpair } from '../../../api/devices.ts'
import { usePermission } from '../../../api/user.ts'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { useSave } from '../../../forms/useSave.ts'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { useOpenVessel } from '../vessel/openVessel.ts'

export function UnpairDialog() {
  const { t } = useTranslation()
  const { id, name, device } = useOpenVessel()
  const navigate = useNavigate()
  const allowed = usePermission('vessel:vessel-pair-device', id)
  const close = () => void navigate({ to: '/vessels/$vesselId', params: { vesselId: id } })
  const save = useSave({
    save: () => unpair(id),
    success: 'pairing.unpaired',
    failure: 'pairing.unpairFailed',
    affects: ['vessels', 'devices'],
    onSaved: close,
  })
  const mayGo = allowed && device !== null
  return (
    <FormDialog
      title={t('pairing.unpairTitle')}
      submit={mayGo ? t('pairing.unpair') : undefined}
      danger
      pending={save.isPending}
      onSubmit={() => save.mutate(undefined)}
      onClose={close}
    >
      {!allowed ? (
        <NoAccess />
      ) : device === null ? (
        <p>{t('pairing.noneToUnpair', { name })}</p>
      ) : (
        <>
          <p>{t('pairing.unpairSure', { name })}</p>
          <p>{t('pairing.unpairThen')}</p>
        </>
      )}
    </FormDialog>
  )
}
