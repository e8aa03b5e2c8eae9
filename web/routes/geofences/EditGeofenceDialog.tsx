import { useTranslation } from 'react-i18next'
import { type Geofence, GeofenceForm } from '#contract/geofence.ts'
import { changeGeofence } from '../../api/geofences.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { GeofenceFields } from './GeofenceFields.tsx'

export function EditGeofenceDialog({ geofence, onClose }: { geofence: Geofence; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name, department_id, is_harbor, color, type } = geofence
  const form = useForm(GeofenceForm, { name, department_id, is_harbor, color }, (values) =>
    save.mutate({ id, ...values, modified_at: new Date().toISOString() }),
  )
  const save = useSave({
    save: changeGeofence,
    success: 'geofences.updated',
    failure: 'geofences.updateFailed',
    affects: ['geofences'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('geofences.editInfo')}
      submit={t('common.saveChanges')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <GeofenceFields form={form} type={type} />
    </FormDialog>
  )
}
