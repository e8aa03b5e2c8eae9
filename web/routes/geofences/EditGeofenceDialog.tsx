import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Geofence, GeofenceForm } from '#contract/wire/geofence.ts'
import { changeGeofence, readGeofencesAgain } from '../../api/geofences.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { ChangedFence } from './ChangedFence.tsx'
import { GeofenceFields } from './GeofenceFields.tsx'

export function EditGeofenceDialog({ geofence, onClose }: { geofence: Geofence; onClose: () => void }) {
  const { t } = useTranslation()
  // `begun` keeps the geofence as it was when editing began; `now` is the version that another user saved since.
  const [begun] = useState(geofence)
  const [now, setNow] = useState<Geofence | null>(null)
  const { id, name, department_id, is_harbor, color, type } = begun
  const form = useForm(GeofenceForm, { name, department_id, is_harbor, color }, (values) =>
    save.mutate({ id, ...values, modified_at: (now ?? begun).modified_at }),
  )
  const save = useSave({
    save: changeGeofence,
    success: 'geofences.updated',
    failure: 'geofences.updateFailed',
    atField: [{ code: 'conflict', show: () => void lookAgain() }],
    affects: ['geofences'],
    onSaved: onClose,
  })
  async function lookAgain() {
    const fences = await readGeofencesAgain().catch(() => [])
    setNow(fences.find((fence) => fence.id === id) ?? null)
  }
  return (
    <FormDialog
      title={t('geofences.editInfo')}
      submit={t(now ? 'form.saveMine' : 'common.saveChanges')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      {now && <ChangedFence expected={begun} now={now} />}
      <GeofenceFields form={form} permission="geofence:geofence-edit" type={type} />
    </FormDialog>
  )
}
