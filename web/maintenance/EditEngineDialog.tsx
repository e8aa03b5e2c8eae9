import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Engine } from '#contract/wire/maintenance.ts'
import * as contract from '#contract/wire/maintenance.ts'
import { updateEngine } from '../api/maintenance.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useForm } from '../forms/useForm.ts'
import { useSave } from '../forms/useSave.ts'
import { EngineFields } from './EngineFields.tsx'
import { engineSaved } from './engineSaved.ts'

interface Props {
  engine: Engine
  onClose: () => void
}

export function EditEngineDialog({ engine, onClose }: Props) {
  const { t } = useTranslation()
  const { kind, model, serial_number } = engine
  const form = useForm(contract.updateEngine.body, { kind, model, serial_number }, (values) =>
    save.mutate(values),
  )
  const save = useSave({
    ...engineSaved,
    save: (values: z.output<typeof contract.updateEngine.body>) => updateEngine(engine.id, values),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={t('maintenance.editEngine')}
      submit={t('common.save')}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      <EngineFields form={form} />
    </FormDialog>
  )
}
