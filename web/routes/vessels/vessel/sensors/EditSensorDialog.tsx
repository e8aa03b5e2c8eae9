import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Sensor, SensorChange } from '#contract/wire/sensor.ts'
import { changeSensor } from '../../../../api/sensors.ts'
import { FormDialog } from '../../../../forms/FormDialog.tsx'
import { SwitchRow } from '../../../../forms/fields.tsx'
import { useForm } from '../../../../forms/useForm.ts'
import { useProblemWords } from '../../../../forms/useProblemWords.ts'
import { useSave } from '../../../../forms/useSave.ts'
import { ChangeSensorDialog } from './ChangeSensorDialog.tsx'
import { OF_MOTION } from './ofMotion.ts'

export function EditSensorDialog() {
  const { t } = useTranslation()
  return (
    <ChangeSensorDialog title={t('sensorPage.edit')}>
      {(sensor, onClose) => <EditSensor key={sensor.id} sensor={sensor} onClose={onClose} />}
    </ChangeSensorDialog>
  )
}

function EditSensor({ sensor, onClose }: { sensor: Sensor; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const { description, use_with_safety_speed } = sensor
  const form = useForm(SensorChange, { description, use_with_safety_speed }, (values) => save.mutate(values))
  const save = useSave({
    save: (values: z.output<typeof SensorChange>) => changeSensor(sensor.id, values),
    success: 'sensorPage.updated',
    failure: 'sensorPage.updateFailed',
    affects: OF_MOTION,
    onSaved: onClose,
  })
  const field = form.field('description')
  return (
    <FormDialog
      title={t('sensorPage.edit')}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <Textarea
        name={field.name}
        label={t('sensorPage.description')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={210}
        value={field.value ?? ''}
        onChange={(event) => field.onChange(event.currentTarget.value)}
        error={field.problem ? words(field.problem) : null}
      />
      <SwitchRow
        label={t('sensorPage.counts')}
        hint={t('sensorPage.countsHint')}
        checked={form.values.use_with_safety_speed}
        onChange={(on) => form.set({ use_with_safety_speed: on })}
      />
    </FormDialog>
  )
}
