import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { toDay } from '#contract/domain/datePresets.ts'
import { completeTask as contract, type MaintenanceTask } from '#contract/wire/maintenance.ts'
import { completeTask } from '../api/maintenance.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { NumberField, TextField } from '../forms/fields.tsx'
import { useForm } from '../forms/useForm.ts'
import { useSave } from '../forms/useSave.ts'
import { DayInput } from './DayInput.tsx'

/** Writes work that was done into the service book. */
export function DoneDialog({ task, onClose }: { task: MaintenanceTask; onClose: () => void }) {
  const { t } = useTranslation()
  const today = toDay(new Date())
  const initial = {
    ...{ done_on: today, hours: null, cost: null, currency: 'EUR' },
    ...{ parts: null, note: null, done_by: null },
  }
  const form = useForm(contract.body, initial, (values) => save.mutate(values))
  const save = useSave({
    save: (values: z.output<typeof contract.body>) => completeTask(task.id, values),
    success: 'maintenance.doneSaved',
    failure: 'maintenance.saveFailed',
    refusals: { conflict: 'maintenance.doneBefore' },
    affects: ['maintenance'],
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('maintenance.doneTitle', { title: task.title })}
      submit={t('maintenance.done')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <DayInput field={form.field('done_on')} label={t('maintenance.doneOn')} until={today} />
      {task.engine && (
        <NumberField
          field={form.field('hours')}
          label={t('maintenance.hoursThen')}
          hint={t('maintenance.hoursHint')}
          unit="h"
        />
      )}
      <NumberField
        field={form.field('cost')}
        label={t('maintenance.cost')}
        unit={form.values.currency ?? ''}
      />
      <TextField field={form.field('currency')} label={t('maintenance.currency')} maxLength={3} />
      <TextField field={form.field('parts')} label={t('maintenance.parts')} maxLength={1000} />
      <TextField field={form.field('done_by')} label={t('maintenance.doneBy')} maxLength={100} />
      <TextField field={form.field('note')} label={t('maintenance.note')} maxLength={1000} />
    </FormDialog>
  )
}
