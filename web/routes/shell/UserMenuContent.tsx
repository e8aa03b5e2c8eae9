import { Switch } from '@mantine/core'
import {
  IconKeyboard,
  IconLifebuoy,
  IconLogout,
  IconPuzzle,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isTopLevel } from '#contract/wire/department.ts'
import { chooseLanguage } from '../../api/chooseLanguage.ts'
import { useUser } from '../../api/user.ts'
import { currentLanguage, LANGUAGES, type Language } from '../../i18n/i18n.ts'
import { NIGHTS, setPreference, usePreference } from '../../preferences/preferences.ts'
import { openPuzzle } from '../../puzzle/LazyPuzzle.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RoleBadge } from '../../ui/RoleBadge.tsx'
import { Segment } from '../../ui/Segment.tsx'
import { DepartmentSwitcher } from './DepartmentSwitcher.tsx'
import { openKeys } from './LazyKeys.tsx'
import { SuperControls } from './SuperControls.tsx'
import classes from './UserMenu.module.css'

/** Account and personal choices of the user; on a phone also the items that the top bar lacks room for. */
export function UserMenuContent({ phone, onLeave }: { phone: boolean; onLeave: () => void }) {
  const { t } = useTranslation()
  const user = useUser()
  const theme = usePreference('theme')
  const night = usePreference('night')
  const unread = user.unread_messages.announcement_count
  return (
    <>
      {/* Takes the focus first, so that opening the menu opens no list in it. */}
      <div className={classes.person} tabIndex={-1} data-autofocus>
        <Avatar name={user.name} url={user.profile_picture_url} size={40} />
        <div className={classes.names}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span>{isTopLevel(user.department) ? user.company.name : user.department.name}</span>
          <div>
            <RoleBadge role={user.role_id} />
          </div>
        </div>
      </div>
      <Gate superOnly>
        <hr className={classes.divider} />
        <SuperControls onSwitched={onLeave} />
      </Gate>
      <hr className={classes.divider} />
      {phone && <DepartmentSwitcher wide />}
      {phone && (
        <Link to="/resources/announcements" className={classes.link} onClick={onLeave}>
          <Icon of={IconSpeakerphone} size={16} />
          {t('nav.announcements')}
          {unread > 0 && <CountBadge hot count={unread} />}
        </Link>
      )}
      {phone && (
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            onLeave()
            openPuzzle()
          }}
        >
          <Icon of={IconPuzzle} size={16} />
          {t('puzzle.title')}
        </button>
      )}
      <Link to="/settings" className={classes.link} onClick={onLeave}>
        <Icon of={IconSettings} size={16} />
        {t('nav.settings')}
      </Link>
      <Link to="/resources" className={classes.link} onClick={onLeave}>
        <Icon of={IconLifebuoy} size={16} />
        {t('nav.help')}
      </Link>
      {!phone && (
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            onLeave()
            openKeys()
          }}
        >
          <Icon of={IconKeyboard} size={16} />
          {t('keys.title')}
        </button>
      )}
      <hr className={classes.divider} />
      <div className={classes.choice}>
        <span>{t('top.theme')}</span>
        <Switch
          aria-label={t('top.theme')}
          checked={theme === 'dark'}
          onChange={(event) => setPreference('theme', event.currentTarget.checked ? 'dark' : 'light')}
        />
      </div>
      <div className={classes.night}>
        <span>{t('top.night')}</span>
        <Segment
          fullWidth
          label={t('top.night')}
          value={night}
          onChange={(value) => setPreference('night', value)}
          options={NIGHTS.map((value) => ({ value, label: t(`top.nights.${value}`) }))}
        />
      </div>
      <div className={classes.choice}>
        <Segment
          fullWidth
          label={t('top.language')}
          value={currentLanguage()}
          onChange={chooseLanguage}
          options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({
            value,
            label: LANGUAGES[value],
          }))}
        />
      </div>
      <hr className={classes.divider} />
      <Link to="/signout" preload={false} className={classes.link}>
        <Icon of={IconLogout} size={16} />
        {t('top.signOut')}
      </Link>
    </>
  )
}
