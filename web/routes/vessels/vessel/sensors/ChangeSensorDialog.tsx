import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sensor } from '#contract/wire/sensor.ts'
import { sensorQuery } from '../../../../api/sensors.ts'
import { usePermission } from '../../../../api/user.ts'
import { LoadedDialog } from '../../../../forms/LoadedDialog.tsx'
import { useOpenVessel } from '../openVessel.ts'

/** Form about the sensor in the address, for users with the permission; closing it leads back to the sensor. */
export function ChangeSensorDialog({
  title,
  children,
}: {
  title: string
  children: (sensor: Sensor, onClose: () => void) => ReactNode
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id: vesselId } = useOpenVessel()
  const { sensorId = '' } = useParams({ strict: false })
  const sensor = useQuery(sensorQuery(sensorId))
  const allowed = usePermission('vessel:vessel-edit', vesselId)
  const close = () =>
    void navigate({
      to: '/vessels/$vesselId/sensors/$sensorId',
      params: { vesselId, sensorId },
      resetScroll: false,
    })
  return (
    <LoadedDialog
      title={title}
      query={sensor}
      notFound={t('sensorPage.notFound')}
      failed={t('sensorPage.failed')}
      allowed={allowed}
      onClose={close}
    >
      {(loaded) => children(loaded, close)}
    </LoadedDialog>
  )
}
