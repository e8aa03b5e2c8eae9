import { Skeleton } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { seriesQuery } from '../../../api/telemetry.ts'
import { Late } from '../../../ui/Late.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useTrip } from '../openTrip.ts'
import tab from '../Tab.module.css'
import { WeatherAlong } from './WeatherAlong.tsx'
import { WeatherFigures } from './WeatherFigures.tsx'
import { weatherRequest } from './weatherKinds.ts'

/** Wind, sea and air during the trip. */
export function WeatherTab() {
  const { t } = useTranslation()
  const trip = useTrip()
  const weather = useQuery(seriesQuery(weatherRequest(trip.id), trip.live))
  if (!weather.data) {
    if (weather.error)
      return <LoadFailed sentence={t('weather.failed')} error={weather.error} onRetry={weather.refetch} />
    return (
      <Late>
        <div className={tab.tab} role="status" aria-label={t('weather.loading')}>
          <Skeleton height={104} />
          <Skeleton height={720} />
        </div>
      </Late>
    )
  }
  if (!weather.data.some(({ series }) => series.some(({ value }) => value !== null)))
    return <Notice icon={IconCloudOff} title={t('weather.none')} />
  return (
    <div className={tab.tab}>
      <WeatherFigures entries={weather.data} />
      <WeatherAlong trip={trip} entries={weather.data} />
    </div>
  )
}
