import { Popover, Switch, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/user.ts'
import { changeLanguage, currentLanguage, LANGUAGES, type Language } from '../../i18n/i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RoleBadge } from '../../ui/RoleBadge.tsx'
import { Segment } from '../../ui/Segment.tsx'
import classes from './TopBar.module.css'

export function UserMenu() {
  const { t } = useTranslation()
  const user = useUser()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const department = user.department.parent_id === null ? user.company.name : user.department.name
  return (
    <Popover position="bottom-end" width={280} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.avatarButton} aria-label={t('top.userMenu')}>
          <Avatar name={user.name} url={user.profile_picture_url} />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('top.userMenu')}>
        <div className={classes.person}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span>{department}</span>
          <div>
            <RoleBadge role={user.role_id} />
          </div>
        </div>
        <hr className={classes.divider} />
        <div className={classes.choice}>
          <span>{t('top.theme')}</span>
          <Switch
            aria-label={t('top.theme')}
            checked={colorScheme !== 'light'}
            onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
          />
        </div>
        <div className={classes.choice}>
          <Segment
            fullWidth
            label={t('top.language')}
            value={currentLanguage()}
            onChange={changeLanguage}
            options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({
              value,
              label: LANGUAGES[value],
            }))}
          />
        </div>
        <hr className={classes.divider} />
        <Link to="/signout" preload={false} className={classes.leave}>
          <Icon of={IconLogout} size={16} />
          {t('top.signOut')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
