import { Tabs, VisuallyHidden } from '@mantine/core'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ResourcesPage.module.css'

const TABS = [
  { path: '/resources/help', title: 'nav.help' },
  { path: '/resources/announcements', title: 'nav.announcements' },
  { path: '/resources/release-notes', title: 'nav.releaseNotes' },
  { path: '/resources/feedback', title: 'nav.feedback' },
] as const

/** Help and news; each tab has its own address. */
export function ResourcesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const open = TABS.find(({ path }) => pathname.startsWith(path))
  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t('resources.title')}</VisuallyHidden>
      <Tabs
        className={classes.tabs ?? ''}
        value={open?.path ?? null}
        onChange={(path) => {
          const tab = TABS.find((one) => one.path === path)
          if (tab) void navigate({ to: tab.path })
        }}
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={t('resources.title')}>
          {TABS.map(({ path, title }) => (
            <Tabs.Tab key={path} value={path}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {/* Panel of the open tab, labelled by the tab for screen readers. */}
        {open && (
          <Tabs.Panel value={open.path} className={classes.panel ?? ''}>
            <Suspense>
              <Outlet />
            </Suspense>
          </Tabs.Panel>
        )}
      </Tabs>
      {!open && (
        <Suspense>
          <Outlet />
        </Suspense>
      )}
    </div>
  )
}
