import { useMatchRoute } from '@tanstack/react-router'
import { t } from 'i18next'
import { useEffect, useRef } from 'react'
import { useUser } from '../../api/user.ts'
import { toast } from '../../toasts/toast.ts'

/**
 * Says how many alerts are unread, on arrival and whenever there are more of them. Not at the helm, where nothing may
 * cover the dials and what concerns the boat stands above them.
 */
export function useUnreadToast() {
  const count = useUser().unread_messages.alert_count
  const isAtHelm = useMatchRoute()({ to: '/vessels/$vesselId/helm' }) !== false
  const said = useRef(0)
  useEffect(() => {
    if (isAtHelm) return
    if (count > said.current) toast.say(t('top.unreadAlerts', { count }), 'info')
    said.current = count
  }, [count, isAtHelm])
}
