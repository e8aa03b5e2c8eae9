import { useTranslation } from 'react-i18next'
import { ENGINE_KINDS, type Engine } from '#contract/wire/maintenance.ts'
import { ChoiceField, TextField } from '../forms/fields.tsx'
import type { Form } from '../forms/useForm.ts'

type EngineValues = Pick<Engine, 'kind' | 'model' | 'serial_number'>

/** Kind, model and serial number of an engine. */
export function EngineFields({ form }: { form: Pick<Form<EngineValues>, 'field' | 'set' | 'values'> }) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceField
        field={{
          ...form.field('kind'),
          ...{ value: form.values.kind ?? '', required: false, theirs: undefined },
          onChange: (kind: string) => form.set({ kind: ENGINE_KINDS.find((one) => one === kind) ?? null }),
        }}
        label={t('maintenance.kind')}
        options={ENGINE_KINDS.map((value) => ({ value, label: t(`maintenance.templates.${value}`) }))}
      />
      <TextField field={form.field('model')} label={t('maintenance.model')} maxLength={100} />
      <TextField field={form.field('serial_number')} label={t('maintenance.serial')} maxLength={60} />
    </>
  )
}
