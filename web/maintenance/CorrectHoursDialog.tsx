import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Engine } from '#contract/wire/maintenance.ts'
import * as contract from '#contract/wire/maintenance.ts'
import { correctHours, engineMarksQuery } from '../api/maintenance.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { NumberField, TextField } from '../forms/fields.tsx'
import { InstantField } from '../forms/InstantField.tsx'
import { useForm } from '../forms/useForm.ts'
import { useSave } from '../forms/useSave.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { engineSaved } from './engineSaved.ts'
import classes from './maintenance.module.css'
import { timeField } from './timeField.ts'

interface Props {
  engine: Engine
  onClose: () => void
}

/** Sets the hours as somebody read them, above the log of earlier readings. */
export function CorrectHoursDialog({ engine, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { data } = useQuery(engineMarksQuery(engine.id))
  const initial = { at: new Date().toISOString(), hours: engine.hours ?? 0, note: null }
  const form = useForm(contract.correctEngineHours.body, initial, (values) => save.mutate(values))
  const save = useSave({
    ...engineSaved,
    save: (values: z.output<typeof contract.correctEngineHours.body>) => correctHours(engine.id, values),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('maintenance.correct')}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <NumberField field={form.field('hours')} label={t('maintenance.hours')} unit="h" />
      <InstantField field={timeField(form.field('at'))} label={t('maintenance.readAt')} />
      <TextField field={form.field('note')} label={t('maintenance.note')} maxLength={1000} />
      {data && data.data.length > 0 && (
        <section aria-label={t('maintenance.log')}>
          <h3>{t('maintenance.log')}</h3>
          <ol className={classes.log}>
            {data.data.map((mark) => (
              <li key={mark.id}>
                {[
                  formats.dateTime(Date.parse(mark.at)),
                  formats.quantity(mark.hours, 'h', 1),
                  mark.counted_hours !== null &&
                    t('maintenance.counted', { hours: formats.quantity(mark.counted_hours, 'h', 1) }),
                  mark.user?.name ?? mark.api_key?.name,
                  mark.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
          </ol>
        </section>
      )}
    </FormDialog>
  )
}
