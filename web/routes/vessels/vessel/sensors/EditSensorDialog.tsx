import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Sensor, SensorChange } from '#contract/sensor.ts'
import { changeSensor, sensorQuery } from '../../../../api/sensors.ts'
import { usePermission } from '../../../../api/user.ts'
import { FormDialog } from '../../../../forms/FormDialog.tsx'
import { SwitchRow } from '../../../../forms/fields.tsx'
import { LoadedDialog } from '../../../../forms/LoadedDialog.tsx'
import { useForm } from '../../../../forms/useForm.ts'
import { useProblemWords } from '../../../../forms/useProblemWords.ts'
import { useSave } from '../../../../forms/useSave.ts'
import { useOpenVessel } from '../openVessel.ts'
import { OF_MOTION } from './ofMotion.ts'

export function EditSensorDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id: vesselId } = useOpenVessel()
  const { sensorId = '' } = useParams({ strict: false })
  const sensor = useQuery(sensorQuery(sensorId))
  const allowed = usePermission('vessel:vessel-edit', vesselId)
  const close = () =>
    void navigate({
      to: '/vessels/$vesselId/sensors/$sensorId',
      params: { vesselId, sensorId },
      resetScroll: false,
    })
  return (
    <LoadedDialog
      title={t('sensorPage.edit')}
      query={sensor}
      notFound={t('sensorPage.notFound')}
      failed={t('sensorPage.failed')}
      allowed={allowed}
      onClose={close}
    >
      {(loaded) => <EditSensor key={loaded.id} sensor={loaded} onClose={close} />}
    </LoadedDialog>
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
