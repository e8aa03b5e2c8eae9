import { useMatchRoute } from '@tanstack/react-router'
import { t } from 'i18next'
import { useEffect } from 'react'
import { useUser } from '../../api/user.ts'
import { toast } from '../../toasts/toast.ts'

/**
 * Shows the number of unread alerts once a browser session, and again when the number has grown. Not at the helm and
 * on the watch board, which show the alerts themselves.
 */
export function useUnreadToast() {
  const { id, unread_messages } = useUser()
  const count = unread_messages.alert_count
  const matches = useMatchRoute()
  const showsAlerts = [{ to: '/vessels/$vesselId/helm' }, { to: '/board' }].some(
    (place) => matches(place) !== false,
  )
  useEffect(() => {
    if (showsAlerts) return
    const shown = `unreadAlerts:${id}`
    if (count > Number(sessionStorage.getItem(shown) ?? 0))
      toast.showText(t('top.unreadAlerts', { count }), 'info')
    sessionStorage.setItem(shown, String(count))
  }, [id, count, showsAlerts])
}
