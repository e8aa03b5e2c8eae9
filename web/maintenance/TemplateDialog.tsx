import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  TEMPLATE_NAMES,
  TEMPLATES,
  type TemplateName,
  type TemplateTask,
} from '#contract/domain/maintenanceTemplates.ts'
import { type Engine, TaskForm } from '#contract/wire/maintenance.ts'
import { createTasks } from '../api/maintenance.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { ChoiceField } from '../forms/fields.tsx'
import { useSave } from '../forms/useSave.ts'
import { useFormats } from '../i18n/useFormats.ts'

interface Props {
  vesselId: string
  engines: readonly Engine[]
  onClose: () => void
}

/** Adds the usual work of an engine, or of the safety equipment. */
export function TemplateDialog({ vesselId, engines, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [engine] = engines
  const [template, setTemplate] = useState<TemplateName>(engine ? (engine.kind ?? 'diesel') : 'safety')
  const [engineId, setEngineId] = useState(engine?.id ?? '')
  const [without, setWithout] = useState<readonly string[]>([])
  const isOfEngine = template !== 'safety'
  const all: readonly TemplateTask[] = TEMPLATES[template]
  const chosen = all.filter(({ work }) => !without.includes(work))
  const save = useSave({
    save: () =>
      createTasks(
        vesselId,
        chosen.map(({ work, hours, months }) =>
          TaskForm.parse({
            title: t(`maintenance.works.${work}`),
            engine_id: isOfEngine && engineId ? engineId : null,
            every_hours: isOfEngine && engineId ? (hours ?? null) : null,
            every_months: months,
          }),
        ),
      ),
    success: 'maintenance.added',
    failure: 'maintenance.saveFailed',
    affects: ['maintenance'],
    onSaved: onClose,
  })
  const plain = { problem: undefined, required: true, theirs: undefined }
  return (
    <FormDialog
      title={t('maintenance.fromTemplate')}
      submit={t('maintenance.addTasks', { count: chosen.length })}
      pending={save.isPending}
      idle={chosen.length === 0}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <ChoiceField
        field={{ ...plain, name: 'template', value: template, onChange: setTemplate }}
        label={t('maintenance.template')}
        options={TEMPLATE_NAMES.map((value) => ({ value, label: t(`maintenance.templates.${value}`) }))}
      />
      {isOfEngine && engines.length > 0 && (
        <ChoiceField
          field={{ ...plain, name: 'engine', value: engineId, onChange: setEngineId }}
          label={t('maintenance.ofEngine')}
          options={engines.map(({ id, instance }) => ({
            value: id,
            label: t('maintenance.engine', { number: instance }),
          }))}
        />
      )}
      {all.map(({ work, hours, months }) => (
        <Checkbox
          key={work}
          label={t(`maintenance.works.${work}`)}
          description={[
            hours && isOfEngine && engineId && formats.quantity(hours, 'h', 0),
            t('maintenance.months', { count: months }),
          ]
            .filter(Boolean)
            .join(` ${t('maintenance.or')} `)}
          checked={!without.includes(work)}
          onChange={({ currentTarget: { checked } }) =>
            setWithout((now) => (checked ? now.filter((one) => one !== work) : [...now, work]))
          }
        />
      ))}
    </FormDialog>
  )
}
