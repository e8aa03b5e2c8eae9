import { t } from 'i18next'
import { useEffect, useRef } from 'react'
import { useUser } from '../../api/user.ts'
import { toast } from '../../toasts/toast.ts'

/** Says how many alerts are unread, on arrival and whenever there are more of them. */
export function useUnreadToast() {
  const count = useUser().unread_messages.alert_count
  const said = useRef(0)
  useEffect(() => {
    if (count > said.current) toast.say(t('top.unreadAlerts', { count }), 'info')
    said.current = count
  }, [count])
}
