import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { DeviceStatus } from '#contract/wire/vesselStatus.ts'
import { labelDevice } from '../../../../api/vesselStatus.ts'
import { FormDialog } from '../../../../forms/FormDialog.tsx'
import { TextField } from '../../../../forms/fields.tsx'
import { useForm } from '../../../../forms/useForm.ts'
import { useSave } from '../../../../forms/useSave.ts'

const LabelForm = z.object({ label: z.string().trim().max(50, 'Maximum 50 symbols').optional() })

interface Props {
  vesselId: string
  device: DeviceStatus
  name: string
  onClose: () => void
}

export function DeviceLabelDialog({ vesselId, device, name, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm(LabelForm, { label: device.label ?? '' }, ({ label = '' }) => save.mutate(label))
  const save = useSave({
    save: (label: string) => labelDevice(vesselId, device.id, label),
    success: 'vesselStatus.labelUpdated',
    failure: 'vesselStatus.labelFailed',
    affects: ['vessels'],
    onSaved: onClose,
  })
  const field = form.field('label')
  return (
    <FormDialog
      title={`${t('vesselStatus.editLabel')}: ${name}`}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <TextField
        field={{ ...field, onChange: (label) => field.onChange(label) }}
        label={t('vesselStatus.label')}
        hint={t('vesselStatus.labelHint')}
        maxLength={60}
      />
    </FormDialog>
  )
}
