import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import classes from '../../../devices/devices.module.css'
import { Icon } from '../../../ui/Icon.tsx'

interface Props {
  /** A vessel that has a device. */
  vessel: Vessel
  /** The device that takes its place, where it is known. */
  next?: string | undefined
}

/** Says that a vessel loses the device she has, and which device that is. */
export function DeviceWillGo({ vessel: { name, device }, next }: Props) {
  const { t } = useTranslation()
  return (
    <p className={classes.warning} role="status">
      <Icon of={IconAlertTriangle} size={16} />
      {next
        ? t('pairing.deviceGivesWay', { name, device: device?.id, next })
        : t('pairing.deviceWillGo', { name, device: device?.id })}
    </p>
  )
}
