import { Tooltip, VisuallyHidden } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NewBadge } from '../../ui/NewBadge.tsx'
import { mayOpen } from '../mayOpen.ts'
import type { NavigationItem } from '../navigation.ts'
import classes from './Sidebar.module.css'

export function SidebarItem({ item, open }: { item: NavigationItem; open: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const allowed = mayOpen(user, item)
  const title = t(item.title)
  const unread = item.path === '/alerts' && allowed ? user.unread_messages.alert_count : 0
  const unreadText = unread > 0 && t('top.unread', { count: unread })
  const name = unreadText ? `${title}, ${unreadText}` : title
  const hint = allowed ? name : `${title}: ${t('nav.locked')}`
  return (
    <li>
      <Tooltip label={hint} position="right" disabled={open && allowed}>
        {allowed ? (
          <Link to={item.path} className={classes.item} aria-label={open ? undefined : name}>
            <Icon of={item.icon} />
            {open && <span className={classes.title}>{title}</span>}
            {open && item.isNew && <NewBadge />}
            {unreadText && <Unread count={unread} unreadText={unreadText} open={open} />}
          </Link>
        ) : (
          // Not `disabled`: the reason in the tooltip must be reachable by keyboard.
          <button type="button" className={classes.item} aria-disabled="true" aria-label={hint}>
            <Icon of={item.icon} />
            {open && <span className={classes.title}>{title}</span>}
            {open && <Icon of={IconLock} size={14} />}
          </button>
        )}
      </Tooltip>
    </li>
  )
}

/** Number on the screen, and a sentence for screen readers. */
function Unread({ count, unreadText, open }: { count: number; unreadText: string; open: boolean }) {
  if (!open) return <span className={classes.dot} />
  return (
    <>
      <span aria-hidden="true">
        <CountBadge hot count={count} />
      </span>
      <VisuallyHidden>{unreadText}</VisuallyHidden>
    </>
  )
}
