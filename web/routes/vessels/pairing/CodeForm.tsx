import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import { DeviceWillGo } from '../../../devices/DeviceWillGo.tsx'
import { FormDialog } from '../../../forms/FormDialog.tsx'
import { CodeField } from './CodeField.tsx'
import { usePairByCode } from './usePairByCode.ts'

interface Props {
  title: string
  back: ReactNode
  vessel: Vessel
  onClose: () => void
}

/** Form for the code that the device shows. */
export function CodeForm({ title, back, vessel, onClose }: Props) {
  const { t } = useTranslation()
  const pairing = usePairByCode(vessel, onClose)
  return (
    <FormDialog
      title={title}
      submit={t(vessel.device ? 'pairing.replace' : 'pairing.pair')}
      danger={vessel.device !== null}
      pending={pairing.isPending}
      onSubmit={pairing.submit}
      onClose={onClose}
    >
      {back}
      {vessel.device && <DeviceWillGo vessel={vessel} />}
      <CodeField pairing={pairing} />
    </FormDialog>
  )
}
