import {
  IconArrowLeft,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconPuzzle,
  IconSearch,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LazyPuzzle, openPuzzle } from '../../puzzle/LazyPuzzle.tsx'
import { listedTrips } from '../../trips/listedTrips.ts'
import { type CrumbBack, useOwnCrumb } from '../../ui/crumbs.ts'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { AlertsButton } from './AlertsButton.tsx'
import { AnnouncementsLink } from './AnnouncementsLink.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { DepartmentSwitcher } from './DepartmentSwitcher.tsx'
import { openPalette } from './LazyPalette.tsx'
import { Preparation } from './Preparation.tsx'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

export function TopBar(props: { phone: boolean; sidebarOpen: boolean; onToggleSidebar: () => void }) {
  const { phone, sidebarOpen, onToggleSidebar } = props
  const { t } = useTranslation()
  const back = useOwnCrumb()?.back
  return (
    <header className={classes.bar}>
      {phone && back ? (
        <BackLink to={back} />
      ) : (
        <IconButton
          icon={phone ? IconMenu2 : sidebarOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
          label={t(phone ? 'nav.open' : sidebarOpen ? 'nav.collapse' : 'nav.expand')}
          size={phone ? 44 : 32}
          onClick={onToggleSidebar}
        />
      )}
      {!phone && <span className={classes.rule} />}
      <Breadcrumbs phone={phone} />
      <Preparation />
      <div className={classes.actions} ref={keepClear}>
        {phone ? (
          <IconButton icon={IconSearch} label={t('top.search')} size={44} onClick={openPalette} />
        ) : (
          <button type="button" className={classes.search} onClick={openPalette}>
            <Icon of={IconSearch} size={16} />
            {t('top.search')}
            <kbd className={classes.keys}>{shortcut}</kbd>
          </button>
        )}
        {!phone && <DepartmentSwitcher />}
        {!phone && <IconButton icon={IconPuzzle} label={t('puzzle.title')} onClick={openPuzzle} />}
        {!phone && <AnnouncementsLink />}
        <Gate permission="department:alert-view">
          <AlertsButton phone={phone} />
        </Gate>
        <UserMenu phone={phone} />
      </div>
      <LazyPuzzle />
    </header>
  )
}

function BackLink({ to }: { to: CrumbBack }) {
  const { t } = useTranslation()
  return (
    <Link
      to={to}
      search={to === '/trips' ? listedTrips.search() : {}}
      className={classes.back}
      aria-label={t('common.goBack')}
    >
      <Icon of={IconArrowLeft} />
    </Link>
  )
}

/** Toasts stand beside the tools of the bar, at any width and in any language. */
function keepClear(tools: HTMLElement | null) {
  if (!tools) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--tf-bar-tools', `${tools.offsetWidth}px`))
  observer.observe(tools)
  return () => {
    observer.disconnect()
    style.removeProperty('--tf-bar-tools')
  }
}

const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'
