import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { STEP_RPM } from './downloadTypes.ts'

interface Props {
  /** Empty string while the field is empty. */
  value: number | ''
  onChange: (value: number | '') => void
}

/** Width of the engine speed steps; fractions of a revolution are cut off. */
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
