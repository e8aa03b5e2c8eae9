import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { GeofenceForm, type GeofenceShape } from '#contract/wire/geofence.ts'
import { addGeofence } from '../../api/geofences.ts'
import { usePermission } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { SwitchRow } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSave } from '../../forms/useSave.ts'
import { useFirstDepartment } from '../../tables/useDepartmentOptions.ts'
import { GeofenceFields } from './GeofenceFields.tsx'

const FenceWithRule = GeofenceForm.extend({ createRule: z.boolean() })

interface Props {
  shape: GeofenceShape
  onClose: () => void
  onCreated: (id: string) => void
}

/** Names the drawn shape; closing without saving discards the shape. */
export function CreateGeofenceDialog({ shape, onClose, onCreated }: Props) {
  const { t } = useTranslation()
  const department_id = useFirstDepartment('department:geofence-create')
  const mayMakeRule = usePermission('department:rule-create')
  const form = useForm(
    FenceWithRule,
    { name: '', department_id, is_harbor: false, color: 'BLUE', createRule: mayMakeRule },
    (values) => save.mutate({ ...shape, ...values, modified_at: new Date().toISOString() }),
  )
  const save = useSave({
    save: addGeofence,
    success: 'geofences.created',
    failure: 'geofences.createFailed',
    affects: ['geofences', 'rules'],
    onSaved: ({ id }) => onCreated(id),
  })
  return (
    <FormDialog
      title={t('geofences.create')}
      submit={t('geofences.create')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed
      onClose={onClose}
    >
      <GeofenceFields form={form} permission="department:geofence-create" type={shape.type} />
      {mayMakeRule && (
        <SwitchRow
          label={t('geofences.createRule')}
          hint={t(shape.type === 'line' ? 'geofences.createRuleLine' : 'geofences.createRuleArea')}
          checked={form.values.createRule}
          onChange={(createRule) => form.set({ createRule })}
        />
      )}
    </FormDialog>
  )
}
