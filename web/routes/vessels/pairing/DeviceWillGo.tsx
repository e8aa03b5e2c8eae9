import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../../../devices/devices.module.css'
import { Icon } from '../../../ui/Icon.tsx'

/** Says that a vessel loses the device she has. */
export function DeviceWillGo({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.warning} role="status">
      <Icon of={IconAlertTriangle} size={16} />
      {t('pairing.deviceWillGo', { name })}
    </p>
  )
}
