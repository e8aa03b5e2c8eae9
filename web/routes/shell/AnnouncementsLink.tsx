import { ActionIcon, Tooltip } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './TopBar.module.css'
import { UnreadBadge } from './UnreadBadge.tsx'

export function AnnouncementsLink() {
  const { t } = useTranslation()
  const unread = useUser().unread_messages.announcement_count
  const title = t('nav.announcements')
  const name = unread > 0 ? `${title}, ${t('top.unread', { count: unread })}` : title
  return (
    <span className={classes.counted}>
      <Tooltip label={name}>
        <ActionIcon component={Link} to="/resources/announcements" aria-label={name}>
          <Icon of={IconSpeakerphone} />
        </ActionIcon>
      </Tooltip>
      <UnreadBadge count={unread} />
    </span>
  )
}
