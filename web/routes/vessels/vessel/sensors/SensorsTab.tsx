import { Skeleton } from '@mantine/core'
import { IconAccessPointOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { vesselSensorsQuery } from '../../../../api/sensors.ts'
import { Late } from '../../../../ui/Late.tsx'
import { LoadFailed } from '../../../../ui/LoadFailed.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { useOpenVessel } from '../openVessel.ts'
import { ConnectedPill } from './ConnectedPill.tsx'
import classes from './Sensors.module.css'

/** Motion sensors of the vessel by number; a selected one opens over the tab. */
export function SensorsTab() {
  const { t } = useTranslation()
  const { id: vesselId } = useOpenVessel()
  const sensors = useQuery(vesselSensorsQuery(vesselId))
  return (
    <>
      {sensors.data ? (
        sensors.data.length > 0 ? (
          <ul className={classes.cards} aria-label={t('vessel.tab.sensors')}>
            {sensors.data
              .toSorted((a, b) => a.bq_sensor_id - b.bq_sensor_id)
              .map((sensor) => (
                <li key={sensor.id} className={classes.card}>
                  <Link
                    to="/vessels/$vesselId/sensors/$sensorId"
                    params={{ vesselId, sensorId: sensor.id }}
                    resetScroll={false}
                    className={classes.name ?? ''}
                  >
                    {t('sensorPage.title', { number: sensor.bq_sensor_id })}
                  </Link>
                  <ConnectedPill connected={sensor.statistics.has_data_on_latest_trip} />
                  <p className={classes.description}>{sensor.description ?? t('sensorPage.noDescription')}</p>
                  {sensor.mounting && (
                    <p className={classes.description}>
                      {sensor.mounting.place ?? t('mounting.noPlace')} ·{' '}
                      {t(sensor.mounting.levelling ? 'mounting.isLevelled' : 'mounting.notLevelled')}
                    </p>
                  )}
                </li>
              ))}
          </ul>
        ) : (
          <Notice icon={IconAccessPointOff} title={t('sensorPage.none')} />
        )
      ) : sensors.error ? (
        <LoadFailed sentence={t('sensorPage.failed')} error={sensors.error} onRetry={sensors.refetch} />
      ) : (
        <Late>
          <div className={classes.cards} aria-busy="true">
            <Skeleton height={104} radius={8} />
            <Skeleton height={104} radius={8} />
          </div>
        </Late>
      )}
      <Outlet />
    </>
  )
}
