import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/user.ts'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { LogImports } from '../../../logs/LogImports.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { useOpenVessel } from './openVessel.ts'

/** Uploads log files recorded on board. */
export function LogsDialog() {
  const { t } = useTranslation()
  const { id, name } = useOpenVessel()
  const navigate = useNavigate()
  const allowed = usePermission('vessel:vessel-pair-device', id)
  return (
    <FormDialog
      title={t('logs.title', { name })}
      size={640}
      onClose={() => void navigate({ to: '/vessels/$vesselId', params: { vesselId: id } })}
    >
      {allowed ? <LogImports vesselId={id} /> : <NoAccess />}
    </FormDialog>
  )
}
