import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../api/user.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { isOffered, mayOpen } from '../mayOpen.ts'
import { navigation, settingsNavigation } from '../navigation.ts'
import classes from './Shell.module.css'

/** Shows a page only when the navigation offers it to the user: typing an address opens no more than a click. */
export function Admission({ children }: { children: ReactNode }) {
  const user = useUser()
  const pathname = useLocation({ select: (location) => location.pathname })
  const item = [...navigation, ...settingsNavigation].find(
    ({ path }) => pathname === path || pathname.startsWith(`${path}/`),
  )
  if (item && !isOffered(user, item)) return <NotFoundPage />
  if (!item || mayOpen(user, item)) return children
  return (
    <div className={classes.whole}>
      <NoAccess />
    </div>
  )
}
