import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { lazyPart } from '../../loading/parts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import classes from './UserMenu.module.css'

const UserMenuContent = lazyPart(() =>
  import('./UserMenuContent.tsx').then((loaded) => loaded.UserMenuContent),
)

export function UserMenu({ phone }: { phone: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const [opened, menu] = useDisclosure(false)
  return (
    <Popover
      opened={opened}
      onDismiss={menu.close}
      position="bottom-end"
      width={304}
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button type="button" className={classes.target} aria-label={t('top.userMenu')} onClick={menu.toggle}>
          <Avatar name={user.name} url={user.profile_picture_url} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4} className={classes.menu} aria-label={t('top.userMenu')}>
        <Suspense>
          <UserMenuContent phone={phone} onLeave={menu.close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
