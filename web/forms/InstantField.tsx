import { DateTimePicker } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/useFormats.ts'
import { fromLocalField, toLocalField } from './localField.ts'
import { useCalendar } from './useCalendar.ts'
import type { Field } from './useForm.ts'
import { useProblemWords } from './useProblemWords.ts'

interface Props {
  field: Field<string | null>
  label: string
  /** Meaning of an empty field; without it, the placeholder invites the user to choose a moment. */
  placeholder?: string
}

/** Time to the minute, as ISO 8601; null without a choice. */
export function InstantField({ field, label, placeholder }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = useProblemWords()
  return (
    <DateTimePicker
      {...useCalendar()}
      size="md"
      name={field.name}
      label={label}
      placeholder={placeholder ?? t('dates.chooseMoment')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.reset') }}
      valueFormat={(given) => formats.dateTime(fromLocalField(given))}
      value={field.value === null ? null : toLocalField(Date.parse(field.value))}
      onChange={(given) => field.onChange(given === null ? null : isoOf(fromLocalField(given)))}
      error={field.problem ? words(field.problem) : null}
      popoverProps={{ zIndex: 400 }}
      timePickerProps={{ hoursInputLabel: t('dates.hours'), minutesInputLabel: t('dates.minutes') }}
      submitButtonProps={{ 'aria-label': t('dates.apply') }}
    />
  )
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
