import { useMemo } from 'react'
import { wallTime } from '#contract/domain/wallTime.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useUser } from './user.ts'

/** Writes times in the organization's time zone, which schedules and quiet hours use, whatever the reader's zone. */
export function useOrganizationTimes() {
  const zone = useUser().company.time_zone ?? 'UTC'
  const formats = useFormats()
  return useMemo(
    () => ({
      /** Name of the time zone: `America/New York`. */
      zone: zone.replaceAll('_', ' '),
      /** `30 Nov, 2026 06:00` */
      dateTime: (ms: number) => {
        const { year, month, day, hour, minute } = wallTime(ms, zone)
        return formats.dateTime(new Date(year, month, day, hour, minute).getTime())
      },
    }),
    [zone, formats],
  )
}
