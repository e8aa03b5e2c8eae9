import { VisuallyHidden } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'
import { useUser } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import { isOffered, mayOpen } from '../mayOpen.ts'
import { type NavigationItem, settingsNavigation } from '../navigation.ts'
import classes from './SettingsLayout.module.css'

const SECTIONS = [
  { group: 'own', title: 'settings.personalSection' },
  { group: 'organization', title: 'settings.administration' },
] as const

/** Settings in two sections; sections that lack a permission show a lock. */
export function SettingsLayout() {
  const { t } = useTranslation()
  const user = useUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  const navigation = useRef<HTMLElement>(null)
  // On a phone the links are one row that scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    const open = navigation.current?.querySelector('[aria-current]')
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t('nav.settings')}</VisuallyHidden>
      <nav ref={navigation} className={classes.navigation} aria-label={t('nav.settings')}>
        {SECTIONS.map(({ group, title }) => (
          <section key={group} className={classes.section}>
            <h2>{t(title)}</h2>
            {settingsNavigation
              .filter((item) => item.group === group && isOffered(user, item))
              .map((item) => (
                <Item key={item.path} item={item} locked={!mayOpen(user, item)} />
              ))}
          </section>
        ))}
      </nav>
      <div className={classes.content}>
        <Outlet />
      </div>
      <footer className={classes.footer}>
        <span>{t('settings.copyright', { year: new Date().getFullYear() })}</span>
        <span>{t('settings.version', { version: CONSOLE_VERSION })}</span>
      </footer>
    </div>
  )
}

function Item({ item, locked }: { item: NavigationItem; locked: boolean }) {
  const { t } = useTranslation()
  const inner = (
    <>
      <Icon of={item.icon} />
      <span>{t(item.title)}</span>
    </>
  )
  if (!locked) {
    return (
      <Link to={item.path} className={classes.item}>
        {inner}
      </Link>
    )
  }
  return (
    <span className={classes.item} aria-disabled="true" title={t('nav.locked')}>
      {inner}
      <span className={classes.lock} role="img" aria-label={t('nav.locked')}>
        <Icon of={IconLock} size={14} />
      </span>
    </span>
  )
}
