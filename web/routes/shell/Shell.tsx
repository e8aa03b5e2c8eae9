import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysHere } from '../../keys/keysHere.ts'
import { LazyKeys } from './LazyKeys.tsx'
import '../../print/print.css'
import { useUser } from '../../api/user.ts'
import { keepLive } from '../../live/live.ts'
import { endLostCalls } from '../../live/lostCalls.ts'
import { retryFailed } from '../../live/retryFailed.ts'
import { watchVessels } from '../../live/vesselStates.ts'
import { watchAlerts } from '../../live/watchAlerts.ts'
import { watchBasemap } from '../../live/watchBasemap.ts'
import { watchTrips } from '../../live/watchTrips.ts'
import { lazyPart } from '../../loading/parts.ts'
import { usePreference } from '../../preferences/preferences.ts'
import { useSidebar } from '../../preferences/useSidebar.ts'
import { followPrinting } from '../../ui/printing.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { Admission } from './Admission.tsx'
import { Connection } from './Connection.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { LazyPalette } from './LazyPalette.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useSavedLocale } from './useSavedLocale.ts'
import { useUnreadToast } from './useUnreadToast.ts'

const SidebarSheet = lazyPart(() => import('./SidebarSheet.tsx').then((loaded) => loaded.SidebarSheet))

const Nightfall = lazyPart(() => import('./Nightfall.tsx').then((loaded) => loaded.Nightfall))

const SecondFactorFirst = lazyPart(() =>
  import('./SecondFactorFirst.tsx').then((loaded) => loaded.SecondFactorFirst),
)

/** Every signed-in page in its frame, or the page that turns on a required second factor. */
export function Shell() {
  const isNeeded = useUser().needs_second_factor
  // The page stays until the user has seen the backup codes.
  const [isEnrolling, setEnrolling] = useState(isNeeded)
  if (isNeeded && !isEnrolling) setEnrolling(true)
  if (!isEnrolling) return <Frame />
  return (
    <Suspense fallback={<Waiting />}>
      <SecondFactorFirst onDone={() => setEnrolling(false)} />
    </Suspense>
  )
}

/** Sidebar, top bar, main area. Below 768 px the sidebar is a sheet. */
function Frame() {
  const { t } = useTranslation()
  const pathname = useLocation({ select: (location) => location.pathname })
  const phone = usePhone()
  const sidebar = useSidebar()
  const [sheetOpen, sheet] = useDisclosure(false)
  const followsSun = usePreference('night') === 'sunset'
  const toggleSidebar = phone ? sheet.toggle : sidebar.toggle

  useUnreadToast()
  useHotkeys([['mod+B', toggleSidebar]], [])
  // The helm covers the shell.
  useKeysHere('frame', !pathname.endsWith('/helm'))
  useEffect(keepLive, [])
  useEffect(endLostCalls, [])
  useEffect(watchVessels, [])
  useEffect(watchTrips, [])
  useEffect(watchAlerts, [])
  useEffect(watchBasemap, [])
  useSavedLocale()
  useEffect(retryFailed, [])
  useEffect(followPrinting, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(sheet.close, [pathname])

  return (
    <div className={classes.frame} data-collapsed={!sidebar.open || undefined}>
      <a className={classes.skip} href="#main" data-paper="none">
        {t('top.skip')}
      </a>
      {phone ? (
        <Suspense>
          <SidebarSheet opened={sheetOpen} onClose={sheet.close} />
        </Suspense>
      ) : (
        <div className={classes.side} data-paper="none">
          <Sidebar open={sidebar.open} />
        </div>
      )}
      <div className={classes.bars} data-paper="none">
        <TopBar phone={phone} sidebarOpen={sidebar.open} onToggleSidebar={toggleSidebar} />
        <Connection />
        <FirstSteps />
      </div>
      <main id="main" className={classes.main} tabIndex={-1}>
        <Admission>
          <Outlet />
        </Admission>
      </main>
      {followsSun && (
        <Suspense>
          <Nightfall />
        </Suspense>
      )}
      <LazyKeys />
      <LazyPalette onToggleSidebar={toggleSidebar} />
    </div>
  )
}
