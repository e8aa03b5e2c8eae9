import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Problem, type ProblemCode } from '#contract/wire/errors.ts'
import type { Sensor } from '#contract/wire/sensor.ts'
import {
  arePerpendicular,
  DIRECTIONS,
  type Direction,
  type Levelling,
  SensorMountingForm,
} from '#contract/wire/sensorMounting.ts'
import { measureRest, mountSensor } from '../../../../api/sensors.ts'
import { FormDialog } from '../../../../forms/FormDialog.tsx'
import { ChoiceField, TextField } from '../../../../forms/fields.tsx'
import { InstantField } from '../../../../forms/InstantField.tsx'
import { type Form, useForm } from '../../../../forms/useForm.ts'
import { useSave } from '../../../../forms/useSave.ts'
import type { MessageKey } from '../../../../i18n/messageKey.ts'
import { ChangeSensorDialog } from './ChangeSensorDialog.tsx'
import { OF_MOTION } from './ofMotion.ts'
import classes from './Sensors.module.css'
import { useMountingWords } from './useMountingWords.ts'

type Values = z.input<typeof SensorMountingForm>

/** Reasons why a minute cannot level the sensor. */
const NO_REST: Partial<Record<ProblemCode, MessageKey>> = {
  NO_REST_EARLIER: 'mounting.earlier',
  NO_REST_MOVED: 'mounting.moved',
  NO_REST_SHAKEN: 'mounting.shaken',
  NO_REST_SILENT: 'mounting.silent',
  NO_REST_TILTED: 'mounting.tilted',
}

export function MountSensorDialog() {
  const { t } = useTranslation()
  return (
    <ChangeSensorDialog title={t('mounting.change')}>
      {(sensor, onClose) => <MountSensor key={sensor.id} sensor={sensor} onClose={onClose} />}
    </ChangeSensorDialog>
  )
}

function MountSensor({ sensor: { id, mounting }, onClose }: { sensor: Sensor; onClose: () => void }) {
  const { t } = useTranslation()
  const initial: Values = {
    // The first mounting usually applies from the beginning, a later one from now.
    valid_from: mounting ? new Date().toISOString() : null,
    place: mounting?.place ?? '',
    x_axis: mounting?.x_axis ?? 'forward',
    z_axis: mounting?.z_axis ?? 'up',
    level_from: null,
  }
  const form = useForm(SensorMountingForm, initial, (values) => save.mutate(values))
  const save = useSave({
    save: (values: z.output<typeof SensorMountingForm>) => mountSensor(id, values),
    success: 'mounting.saved',
    failure: 'sensorPage.updateFailed',
    refusals: NO_REST,
    affects: OF_MOTION,
    onSaved: onClose,
  })
  const { x_axis, z_axis } = form.values
  const towards = (directions: readonly Direction[]) =>
    directions.map((value) => ({ value, label: t(`mounting.towards.${value}`) }))
  const [x, z] = [form.field('x_axis'), form.field('z_axis')]
  const across = DIRECTIONS.filter((direction) => arePerpendicular(x_axis, direction))
  return (
    <FormDialog
      title={t('mounting.change')}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <TextField field={form.field('place')} label={t('mounting.place')} maxLength={110} />
      <InstantField
        field={form.field('valid_from') as never}
        label={t('mounting.validFrom')}
        placeholder={t('mounting.always')}
      />
      <p className={classes.hint}>{t('mounting.validFromHint')}</p>
      <ChoiceField
        field={{
          ...x,
          onChange: (value) =>
            form.set({
              x_axis: value,
              level_from: null,
              ...(arePerpendicular(value, z_axis)
                ? {}
                : { z_axis: value === 'up' || value === 'down' ? 'aft' : 'up' }),
            }),
        }}
        label={t('mounting.xAxis')}
        options={towards(DIRECTIONS)}
      />
      <ChoiceField
        field={{ ...z, onChange: (value) => form.set({ z_axis: value, level_from: null }) }}
        label={t('mounting.zAxis')}
        options={towards(across)}
      />
      <p className={classes.hint}>{t('mounting.axesHint')}</p>
      <Level sensorId={id} form={form} />
    </FormDialog>
  )
}

/** Levels the sensor by a minute at rest; the result shows before saving. */
function Level({ sensorId, form }: { sensorId: string; form: Form<Values> }) {
  const { t } = useTranslation()
  const words = useMountingWords()
  const [minute, setMinute] = useState<string | null>(null)
  const { x_axis, z_axis, level_from, valid_from } = form.values
  const measure = useMutation({
    mutationFn: () => measureRest(sensorId, { level_from: minute, x_axis, z_axis }),
    onSuccess: (found: Levelling) => form.set({ level_from: found.level_from }),
    onError: () => form.set({ level_from: null }),
  })
  const found = level_from === null ? undefined : measure.data
  const refusal = measure.error instanceof Problem ? NO_REST[measure.error.code] : undefined
  return (
    <fieldset className={classes.level}>
      <legend>{t('mounting.level')}</legend>
      <p className={classes.hint}>{t('mounting.levelHint')}</p>
      <InstantField
        field={{ name: 'minute', value: minute, onChange: setMinute, problem: undefined, required: false }}
        label={t('mounting.minute')}
        placeholder={t('mounting.newest')}
      />
      <Button variant="default" loading={measure.isPending} onClick={() => measure.mutate()}>
        {t(minute === null ? 'mounting.measureNewest' : 'mounting.measure')}
      </Button>
      <div role="status">
        {found && (
          <>
            <p>{t('mounting.levelledBy', { lean: words.lean(found), minute: words.minute(found) })}</p>
            <p className={classes.hint}>{words.gravityError(found)}</p>
          </>
        )}
        {found && Date.parse(found.level_from) < Date.parse(String(valid_from ?? found.level_from)) && (
          <p className={classes.refusal}>{t('mounting.earlier')}</p>
        )}
        {!found && measure.error && !measure.isPending && (
          <p className={classes.refusal}>{t(refusal ?? 'mounting.measureFailed')}</p>
        )}
      </div>
      {found && (
        <Button variant="subtle" onClick={() => form.set({ level_from: null })}>
          {t('mounting.withoutLevelling')}
        </Button>
      )}
    </fieldset>
  )
}
