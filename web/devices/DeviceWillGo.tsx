import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import { Icon } from '../ui/Icon.tsx'
import classes from './devices.module.css'

interface Props {
  /** Vessel with a device. */
  vessel: Vessel
  /** Device that replaces it, if known. */
  next?: string | undefined
}

/** Warning that a vessel loses her device, with the name of that device. */
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
