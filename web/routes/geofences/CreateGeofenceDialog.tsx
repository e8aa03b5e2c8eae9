import { useTranslation } from 'react-i18next'
import { GeofenceForm, type GeofenceShape } from '#contract/geofence.ts'
import { addGeofence } from '../../api/geofences.ts'
import { useUser } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { GeofenceFields } from './GeofenceFields.tsx'

interface Props {
  shape: GeofenceShape
  onClose: () => void
  onCreated: (id: string) => void
}

/** Names what was drawn. Closed without sending, the shape is gone. */
export function CreateGeofenceDialog({ shape, onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const { department_id } = useUser()
  const form = useForm(GeofenceForm, { name: '', department_id, is_harbor: false, color: 'BLUE' }, (values) =>
    save.mutate({ ...shape, ...values, createRule: false, modified_at: new Date().toISOString() }),
  )
  const save = useSave({
    save: addGeofence,
    success: 'geofences.created',
    failure: 'geofences.createFailed',
    affects: ['geofences'],
    onSaved: ({ id }) => onCreated(id),
  })
  return (
    <FormDialog
      title={t('geofences.create')}
      submit={t('geofences.create')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <GeofenceFields form={form} type={shape.type} />
    </FormDialog>
  )
}
