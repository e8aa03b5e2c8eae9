import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { boardQuery } from '../api/board.ts'
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
  const mayAlerts = usePermission('department:alert-view')
  const tripId = useVessel(vesselId)?.trip_id
  const { data } = useQuery({
    ...boardQuery(null),
    refetchInterval: MINUTE_MS,
    refetchIntervalInBackground: false,
    enabled: mayTrips && mayAlerts && Boolean(tripId),
  })
  const expected = data?.boats.find(({ vessel_id }) => vessel_id === vesselId)?.expected_back
  if (!expected) return null
  const backMs = Date.parse(expected)
  const time = formats.time(backMs)
  return backMs < nowMs
    ? t('board.late', { time, late: formats.duration((nowMs - backMs) / MINUTE_MS) })
    : t('board.back', { time })
}
