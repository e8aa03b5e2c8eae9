import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { markAlertsRead } from '../../api/alerts.ts'
import { useUser } from '../../api/user.ts'
import { lazyPart } from '../../loading/parts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './TopBar.module.css'
import { UnreadBadge } from './UnreadBadge.tsx'

const AlertsPopover = lazyPart(() => import('./AlertsPopover.tsx').then((loaded) => loaded.AlertsPopover))

/** Bell with the number of unread alerts and a popover of the latest. Opening it marks the alerts as read. */
export function AlertsButton({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  const unread = useUser().unread_messages.alert_count
  const [opened, popover] = useDisclosure(false)
  const toggle = () => {
    popover.toggle()
    if (!opened) void markAlertsRead()
  }
  const name = unread > 0 ? `${t('nav.alerts')}, ${t('top.unread', { count: unread })}` : t('nav.alerts')
  return (
    <span className={classes.counted}>
      <Popover
        opened={opened}
        onDismiss={popover.close}
        position="bottom-end"
        width={phone ? 'calc(100vw - 16px)' : 380}
        withinPortal={false}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <IconButton icon={IconBell} label={name} size={phone ? 44 : 32} onClick={toggle} />
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={t('nav.alerts')}>
          <Suspense>
            <AlertsPopover onLeave={popover.close} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <UnreadBadge count={unread} />
    </span>
  )
}
