import { IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { channelsQuery } from '../../../api/notifications.ts'
import { Icon } from '../../../ui/Icon.tsx'
import classes from './scheduled.module.css'

/** Notice that this installation has no mail server. */
export function NoMail() {
  const { t } = useTranslation()
  const { data } = useQuery(channelsQuery)
  if (!data || data.channels.includes('email')) return null
  return (
    <p role="status" className={classes.noMail}>
      <Icon of={IconMailOff} size={16} />
      {t('scheduled.noMail')}
    </p>
  )
}
