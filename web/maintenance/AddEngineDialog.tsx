import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import * as contract from '#contract/wire/maintenance.ts'
import { createEngine } from '../api/maintenance.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { NumberField } from '../forms/fields.tsx'
import { useForm } from '../forms/useForm.ts'
import { useSave } from '../forms/useSave.ts'
import { EngineFields } from './EngineFields.tsx'
import { engineSaved } from './engineSaved.ts'

const MOST_ENGINES = 32

export function AddEngineDialog(props: { vesselId: string; taken: readonly number[]; onClose: () => void }) {
  const { vesselId, taken, onClose } = props
  const { t } = useTranslation()
  const instance =
    Array.from({ length: MOST_ENGINES }, (_, i) => i + 1).find((one) => !taken.includes(one)) ?? MOST_ENGINES
  const initial = { instance, kind: null, model: null, serial_number: null, hours: 0 }
  const form = useForm(contract.createEngine.body, initial, (values) => save.mutate(values))
  const save = useSave({
    ...engineSaved,
    save: (values: z.output<typeof contract.createEngine.body>) => createEngine(vesselId, values),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('maintenance.addEngine')}
      submit={t('maintenance.addEngine')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <EngineFields form={form} />
      <NumberField field={form.field('hours')} label={t('maintenance.hours')} unit="h" />
    </FormDialog>
  )
}
