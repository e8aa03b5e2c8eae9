import type { DatePickerProps } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/is'
import 'dayjs/locale/it'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/i18n.ts'

/** Options that all calendars of the console share: language, week and look. */
export function useCalendar() {
  const { t } = useTranslation()
  return {
    locale: currentLanguage(),
    size: 'sm',
    maxLevel: 'year',
    firstDayOfWeek: 1,
    weekendDays: [],
    hideOutsideDates: true,
    withCellSpacing: false,
    highlightToday: true,
    ariaLabels: {
      nextMonth: t('dates.nextMonth'),
      previousMonth: t('dates.previousMonth'),
      nextYear: t('dates.nextYear'),
      previousYear: t('dates.previousYear'),
    },
  } satisfies Partial<DatePickerProps>
}
