import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Engine } from '#contract/wire/maintenance.ts'
import * as contract from '#contract/wire/maintenance.ts'
import { replaceEngine } from '../api/maintenance.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { NumberField, TextField } from '../forms/fields.tsx'
import { InstantField } from '../forms/InstantField.tsx'
import { useForm } from '../forms/useForm.ts'
import { useSave } from '../forms/useSave.ts'
import { EngineFields } from './EngineFields.tsx'
import { engineSaved } from './engineSaved.ts'
import { timeField } from './timeField.ts'

interface Props {
  engine: Engine
  onClose: () => void
}

export function ReplaceEngineDialog({ engine, onClose }: Props) {
  const { t } = useTranslation()
  const initial = {
    ...{ kind: engine.kind, model: null, serial_number: null },
    ...{ at: new Date().toISOString(), hours: 0, note: null },
  }
  const form = useForm(contract.replaceEngine.body, initial, (values) => save.mutate(values))
  const save = useSave({
    ...engineSaved,
    save: (values: z.output<typeof contract.replaceEngine.body>) => replaceEngine(engine.id, values),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('maintenance.replace')}
      submit={t('maintenance.replace')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <p>{t('maintenance.replaceMeans')}</p>
      <EngineFields form={form} />
      <NumberField field={form.field('hours')} label={t('maintenance.hours')} unit="h" />
      <InstantField field={timeField(form.field('at'))} label={t('maintenance.replacedAt')} />
      <TextField field={form.field('note')} label={t('maintenance.note')} maxLength={1000} />
    </FormDialog>
  )
}
