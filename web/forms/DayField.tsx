import { DatePickerInput } from '@mantine/dates'
import { useFormats } from '../i18n/useFormats.ts'
import { useCalendar } from './useCalendar.ts'

interface Props {
  label: string
  /** `2026-05-04`, or null without a choice. */
  day: string | null
  /** Last day that the user can choose. */
  until: string
  onChange: (day: string) => void
}

/** Above overlays that cover the whole page, and their dialogs. */
const ABOVE = { zIndex: 400 }

/** One day, written in the console's date format, with a calendar to choose another. */
export function DayField({ label, day, until, onChange }: Props) {
  const formats = useFormats()
  return (
    <DatePickerInput
      {...useCalendar()}
      aria-label={label}
      value={day}
      {...(day === null ? { placeholder: '—' } : { defaultDate: day })}
      maxDate={until}
      valueFormatter={() => (day === null ? '' : formats.date(Date.parse(`${day}T12:00`)))}
      popoverProps={ABOVE}
      onChange={(value) => value !== null && onChange(value)}
    />
  )
}
