import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { expectedBackQuery } from '../api/expectedBack.ts'
import { usePermission } from '../api/user.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useServerNow } from '../live/useServerNow.ts'
import { useVessel } from '../live/vesselStates.ts'

/** Words for the expected return that the watch has set for a boat that is out; null without one. */
export function useExpectedBack(vesselId: string): string | null {
  const { t } = useTranslation()
  const formats = useFormats()
  const nowMs = useServerNow()
  const mayTrips = usePermission('department:trip-view')
  const tripId = useVessel(vesselId)?.trip_id
  const { data: expected } = useQuery({
    ...expectedBackQuery(vesselId),
    enabled: mayTrips && Boolean(tripId),
  })
  if (!expected) return null
  const backMs = Date.parse(expected)
  const time = formats.time(backMs)
  return backMs < nowMs
    ? t('board.late', { time, late: formats.duration((nowMs - backMs) / MINUTE_MS) })
    : t('board.back', { time })
}
