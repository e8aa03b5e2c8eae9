import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Sensor } from '#contract/wire/sensor.ts'
import { sensorQuery, vesselSensorsQuery } from '../../../../api/sensors.ts'
import { usePermission } from '../../../../api/user.ts'
import { FormDialog } from '../../../../forms/FormDialog.tsx'
import { LoadedDialog } from '../../../../forms/LoadedDialog.tsx'
import { useFormats } from '../../../../i18n/useFormats.ts'
import { ButtonLink } from '../../../../ui/ButtonLink.tsx'
import { Fact } from '../../../../ui/Fact.tsx'
import { Missing, Quantity } from '../../../../ui/Quantity.tsx'
import { useOpenVessel } from '../openVessel.ts'
import { ConnectedPill } from './ConnectedPill.tsx'
import { MountingHistory } from './MountingHistory.tsx'
import classes from './Sensors.module.css'

export function SensorDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id: vesselId } = useOpenVessel()
  const { sensorId = '' } = useParams({ strict: false })
  const sensor = useQuery(sensorQuery(sensorId))
  const mayEdit = usePermission('vessel:vessel-edit', vesselId)
  const title = t('sensorPage.title', { number: sensor.data?.bq_sensor_id ?? '' })
  const close = () =>
    void navigate({ to: '/vessels/$vesselId/sensors', params: { vesselId }, resetScroll: false })
  return (
    <>
      <LoadedDialog
        title={title}
        query={sensor}
        notFound={t('sensorPage.notFound')}
        failed={t('sensorPage.failed')}
        allowed
        onClose={close}
      >
        {(loaded) => (
          <FormDialog title={title} onClose={close}>
            <SensorFacts sensor={loaded} />
            {mayEdit && (
              <ButtonLink
                to="/vessels/$vesselId/sensors/$sensorId/edit"
                params={{ vesselId, sensorId }}
                resetScroll={false}
                variant="default"
              >
                {t('common.edit')}
              </ButtonLink>
            )}
            <MountingHistory sensor={loaded} mayEdit={mayEdit} />
            {mayEdit && (
              <ButtonLink
                to="/vessels/$vesselId/sensors/$sensorId/mounting"
                params={{ vesselId, sensorId }}
                resetScroll={false}
                variant="default"
              >
                {t('mounting.change')}
              </ButtonLink>
            )}
          </FormDialog>
        )}
      </LoadedDialog>
      <Outlet />
    </>
  )
}

function SensorFacts({
  sensor: { vessel_id, description, use_with_safety_speed, statistics },
}: {
  sensor: Sensor
}) {
  const { t } = useTranslation()
  const ofVessel = useQuery(vesselSensorsQuery(vessel_id)).data
  const noneIsChosen = ofVessel?.every((sensor) => !sensor.use_with_safety_speed)
  const formats = useFormats()
  const when = (iso: string | null) => (iso ? formats.dateTime(Date.parse(iso)) : <Missing />)
  return (
    <dl className={classes.facts}>
      <Fact label={t('sensorPage.description')}>{description ?? t('sensorPage.noDescription')}</Fact>
      <Fact label={t('sensorPage.status')}>
        <ConnectedPill connected={statistics.has_data_on_latest_trip} />
      </Fact>
      <Fact label={t('sensorPage.type')}>{t('sensorPage.imu')}</Fact>
      <Fact label={t('sensorPage.counts')}>
        {t(use_with_safety_speed ? 'sensorPage.yes' : noneIsChosen ? 'sensorPage.allCount' : 'sensorPage.no')}
      </Fact>
      <Fact label={t('sensorPage.start')}>{when(statistics.timestamp_start)}</Fact>
      <Fact label={t('sensorPage.latest')}>{when(statistics.timestamp_end)}</Fact>
      <Fact label={t('sensorPage.trips')}>{formats.number(statistics.trip_count)}</Fact>
      <Fact label={t('sensorPage.collected')}>
        <Quantity value={statistics.collected_duration} unit="h" decimals={1} />
      </Fact>
      <Fact label={t('sensorPage.rate')}>
        <Quantity value={statistics.sampling_rate} unit="Hz" decimals={1} />
      </Fact>
      <Fact label={t('sensorPage.maxImpact')}>
        <Quantity value={statistics.max_impact} unit="g" />
      </Fact>
    </dl>
  )
}
