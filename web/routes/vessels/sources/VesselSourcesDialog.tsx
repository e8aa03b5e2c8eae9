import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { vesselQuery } from '../../../api/vessels.ts'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { VesselSources } from './VesselSources.tsx'

export function VesselSourcesDialog() {
  const { t } = useTranslation()
  const { vesselId = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const name = useQuery(vesselQuery(vesselId)).data?.name
  return (
    <FormDialog
      title={name ? t('sources.titleOf', { name }) : t('sources.title')}
      size={520}
      onClose={() => void navigate({ to: '/vessels/$vesselId', params: { vesselId } })}
    >
      <VesselSources vesselId={vesselId} />
    </FormDialog>
  )
}
