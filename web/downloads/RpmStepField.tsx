import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { STEP_RPM } from './downloadTypes.ts'

interface Props {
  /** Empty while nothing is entered. */
  value: number | ''
  onChange: (value: number | '') => void
}

/** How wide the steps of engine speed are; a fraction of a revolution is left away. */
export function RpmStepField({ value, onChange }: Props) {
  const { t } = useTranslation()
  const { min, max, step } = STEP_RPM
  return (
    <NumberInput
      label={t('download.stepRpm')}
      min={min}
      max={max}
      step={step}
      error={value === '' && t('problem.required')}
      value={value}
      onChange={(next) => onChange(typeof next === 'number' ? next : '')}
    />
  )
}
