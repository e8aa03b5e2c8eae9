import { DateTimePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { fromLocalField, toLocalField } from '../../forms/localField.ts'
import { useCalendar } from '../../forms/useCalendar.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import type { Span } from './tripSpan.ts'

interface Props {
  label: string
  ms: number
  within: Span
  onChange: (ms: number) => void
}

/** Field for a time to the second, for when the slider is too coarse. Times outside the range are refused. */
export function MomentField({ label, ms, within, onChange }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const calendar = useCalendar()
  return (
    <DateTimePicker
      {...calendar}
      size="sm"
      label={label}
      withSeconds
      valueFormat={(field) => formats.dateTimeSeconds(fromLocalField(field))}
      value={toLocalField(ms)}
      minDate={toLocalField(within.fromMs)}
      maxDate={toLocalField(within.toMs)}
      onChange={(field) => {
        const next = field === null ? null : fromLocalField(field)
        if (next !== null && next >= within.fromMs && next <= within.toMs) onChange(next)
      }}
      popoverProps={{ zIndex: 400 }}
      timePickerProps={{
        hoursInputLabel: t('dates.hours'),
        minutesInputLabel: t('dates.minutes'),
        secondsInputLabel: t('dates.seconds'),
      }}
      submitButtonProps={{ 'aria-label': t('dates.apply') }}
    />
  )
}
