import { Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayDo } from '#contract/permissions.ts'
import { useUser } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { NavigationItem } from '../navigation.ts'
import classes from './Sidebar.module.css'

export function SidebarItem({ item, open }: { item: NavigationItem; open: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const allowed = !item.permission || mayDo(user.permissions, item.permission, user.department_id)
  const title = t(item.title)
  const hint = allowed ? title : `${title}: ${t('nav.locked')}`
  return (
    <li>
      <Tooltip label={hint} position="right" disabled={open && allowed}>
        {allowed ? (
          <Link to={item.path} className={classes.item} aria-label={open ? undefined : title}>
            <Icon of={item.icon} />
            {open && <span className={classes.title}>{title}</span>}
            {open && item.isNew && <span className={classes.new}>{t('nav.new')}</span>}
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
