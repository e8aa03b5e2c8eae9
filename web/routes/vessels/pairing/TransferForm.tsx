import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Vessel } from '#contract/wire/vessel.ts'
import { transfer } from '../../../api/devices.ts'
import { vesselQuery } from '../../../api/vessels.ts'
import { DeviceWillGo } from '../../../devices/DeviceWillGo.tsx'
import { useVesselChoices } from '../../../fleet/useDistinctNames.ts'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { ChoiceField } from '../../../forms/fields.tsx'
import { useForm } from '../../../forms/useForm.ts'
import { useSave } from '../../../forms/useSave.ts'
import { useVessels } from '../../../live/vesselStates.ts'

interface Props {
  title: string
  back: ReactNode
  vessel: Vessel
  onClose: () => void
}

const chosen = z.string().min(1, 'You must select a vessel')
const Transfer = z.object({ from: chosen, to: chosen }).refine(({ from, to }) => from !== to, {
  path: ['to'],
  message: 'You cannot transfer a device to the same vessel',
})

/** Transfers a device to or from the open vessel. */
export function TransferForm({ title, back, vessel, onClose }: Props) {
  const { t } = useTranslation()
  const fleet = useVessels((states) => states.all())
  const form = useForm(
    Transfer,
    vessel.device ? { from: vessel.id, to: '' } : { from: '', to: vessel.id },
    // Pressing the button confirms the warning of the dialog, and nothing else.
    (values) => save.mutate({ ...values, replace_device: Boolean(target?.device) }),
  )
  const queries = useQueryClient()
  const save = useSave({
    save: transfer,
    success: 'pairing.transferred',
    failure: 'pairing.transferFailed',
    refusals: { not_found: 'pairing.noDevice' },
    atField: [
      { code: 'VESSEL_HAS_DEVICE', show: () => void queries.invalidateQueries({ queryKey: ['vessels'] }) },
    ],
    affects: ['vessels', 'devices'],
    onSaved: onClose,
  })
  const { from, to } = form.values
  const target = useQuery({ ...vesselQuery(to), enabled: to !== '' }).data
  const source = useQuery({ ...vesselQuery(from), enabled: from !== '' }).data
  const unpaired = new Set(fleet.filter(({ status }) => status === 'unpaired').map(({ id }) => id))
  const options = useVesselChoices(fleet).map(({ value, label: name }) => ({
    value,
    label: unpaired.has(value) ? name : t('pairing.hasDevice', { name }),
  }))
  return (
    <FormDialog
      title={title}
      submit={t('pairing.transferDevice')}
      danger={Boolean(target?.device)}
      pending={save.isPending}
      onSubmit={form.onSubmit}
      changed={form.changed}
      onClose={onClose}
    >
      {back}
      <ChoiceField field={form.field('from')} label={t('pairing.from')} options={options} searchable />
      <ChoiceField field={form.field('to')} label={t('pairing.to')} options={options} searchable />
      {target?.device && <DeviceWillGo vessel={target} next={source?.device?.id} />}
    </FormDialog>
  )
}
