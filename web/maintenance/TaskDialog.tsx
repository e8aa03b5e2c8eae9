import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toDay } from '#contract/domain/datePresets.ts'
import { type Engine, type MaintenanceTask, TaskForm } from '#contract/wire/maintenance.ts'
import { createTasks, type TaskInput, updateTask } from '../api/maintenance.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { ChoiceField, NumberField, TextField } from '../forms/fields.tsx'
import { useForm } from '../forms/useForm.ts'
import { useSave } from '../forms/useSave.ts'
import { DayInput } from './DayInput.tsx'

interface Props {
  vesselId: string
  engines: readonly Engine[]
  /** The task to change; null for a new one. */
  task: MaintenanceTask | null
  onClose: () => void
}

/** Fields of a task, for a new one and to change one. */
export function TaskDialog({ vesselId, engines, task, onClose }: Props) {
  const { t } = useTranslation()
  const [isOnce, setOnce] = useState(task !== null && task.due_on !== null)
  const form = useForm(TaskForm, draftOf(task, engines), (values) => save.mutate(values))
  const save = useSave({
    save: async (values: TaskForm) => {
      await (task ? updateTask(task.id, values) : createTasks(vesselId, [values]))
    },
    success: task ? 'maintenance.changed' : 'maintenance.added',
    failure: 'maintenance.saveFailed',
    affects: ['maintenance'],
    onSaved: onClose,
  })
  const today = toDay(new Date())
  const choose = (once: boolean) => {
    setOnce(once)
    form.set(
      once
        ? { every_hours: null, every_months: null, every_nmi: null, due_on: today }
        : { due_on: null, every_months: 12 },
    )
  }
  const title = t(task ? 'maintenance.edit' : 'maintenance.add')
  return (
    <FormDialog
      title={title}
      submit={task ? t('common.save') : title}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      {!task?.fault && (
        <TextField field={form.field('title')} label={t('maintenance.task')} maxLength={100} />
      )}
      <ChoiceField
        field={{
          ...form.field('engine_id'),
          value: form.values.engine_id ?? '',
          required: false,
          theirs: undefined,
          onChange: (id: string) => form.set(id ? { engine_id: id } : { engine_id: null, every_hours: null }),
        }}
        label={t('maintenance.ofEngine')}
        options={engines.map(({ id, instance, model }) => ({
          value: id,
          label: [t('maintenance.engine', { number: instance }), model].filter(Boolean).join(', '),
        }))}
      />
      <SegmentedControl
        aria-label={t('maintenance.every')}
        value={isOnce ? 'once' : 'every'}
        onChange={(value) => choose(value === 'once')}
        data={[
          { value: 'every', label: t('maintenance.repeated') },
          { value: 'once', label: t('maintenance.once') },
        ]}
      />
      {isOnce ? (
        <DayInput field={form.field('due_on')} label={t('maintenance.dueAt')} until="2100-12-31" />
      ) : (
        <>
          {form.values.engine_id && (
            <NumberField field={form.field('every_hours')} label={t('maintenance.everyHours')} unit="h" />
          )}
          <NumberField
            field={form.field('every_months')}
            label={t('maintenance.everyMonths')}
            unit={t('maintenance.month')}
          />
          <NumberField field={form.field('every_nmi')} label={t('maintenance.everyMiles')} unit="nmi" />
        </>
      )}
      <DayInput field={form.field('last_done_on')} label={t('maintenance.lastDone')} until={today} />
      {form.values.engine_id && (
        <NumberField field={form.field('last_done_hours')} label={t('maintenance.hoursThen')} unit="h" />
      )}
      <TextField field={form.field('note')} label={t('maintenance.note')} maxLength={1000} />
    </FormDialog>
  )
}

function draftOf(task: MaintenanceTask | null, engines: readonly Engine[]): TaskInput {
  const [only, second] = engines
  if (!task)
    return {
      ...{ title: '', note: null, engine_id: only && !second ? only.id : null },
      ...{ every_hours: null, every_months: 12, every_nmi: null, due_on: null },
      ...{ last_done_on: null, last_done_hours: null },
    }
  const { title, note, engine, every_hours, every_months, every_nmi, due_on } = task
  return {
    ...{ title, note, engine_id: engine?.id ?? null, every_hours, every_months, every_nmi, due_on },
    ...{ last_done_on: null, last_done_hours: null },
  }
}
