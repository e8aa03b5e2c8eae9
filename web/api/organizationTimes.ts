import { useMemo } from 'react'
import { wallTime } from '#contract/domain/wallTime.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useUser } from './user.ts'

/** Times by the clock that schedules and quiet hours of the organization go by, whatever zone the reader is in. */
export function useOrganizationTimes() {
  const zone = useUser().company.time_zone ?? 'UTC'
  const formats = useFormats()
  return useMemo(
    () => ({
      /** As it is written: `America/New York`. */
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
