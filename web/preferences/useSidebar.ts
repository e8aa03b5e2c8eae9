import { useCallback, useState } from 'react'
import { DAY_S } from '#contract/domain/time.ts'
import { here } from '../base.ts'

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_S = 7 * DAY_S

/** Whether the sidebar is open on wide screens; stored in a cookie for a week. */
export function useSidebar(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(() => !document.cookie.includes(`${COOKIE}=closed`))
  const toggle = useCallback(() => {
    setOpen((wasOpen) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
      document.cookie = `${COOKIE}=${wasOpen ? 'closed' : 'open'}; path=${here('/')}; max-age=${SEVEN_DAYS_S}; samesite=lax`
      return !wasOpen
    })
  }, [])
  return { open, toggle }
}
