import { IconAnchor } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import classes from './HarborBadge.module.css'

export function HarborBadge() {
  const { t } = useTranslation()
  return (
    <span className={classes.badge}>
      <Icon of={IconAnchor} size={14} />
      {t('geofences.harbor')}
    </span>
  )
}
