import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type PushState, pushState, turnOffPush, turnOnPush } from '../../api/push.ts'
import { toast } from '../../toasts/toast.ts'
import classes from './NotificationsPage.module.css'

const WORDS = {
  insecure: 'notifications.insecure',
  unsupported: 'notifications.unsupported',
  blocked: 'notifications.blocked',
  off: 'notifications.pushOff',
  on: 'notifications.pushOn',
} as const satisfies Record<PushState, string>

const stateKey = ['notifications', 'push-here']

/** State of push messages in this browser, and why they are off. */
export function PushHere({ pushKey }: { pushKey: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data: state } = useQuery({ queryKey: stateKey, queryFn: pushState, staleTime: 0 })
  const turn = useMutation({
    mutationFn: () => (state === 'on' ? turnOffPush() : turnOnPush(pushKey)),
    onSuccess: (now) => queries.setQueryData(stateKey, now),
    onError: () => toast.failure('notifications.pushFailed'),
  })
  if (!state) return null
  return (
    <div className={classes.here}>
      <span>{t(WORDS[state])}</span>
      {(state === 'on' || state === 'off') && (
        <Button variant="default" size="xs" loading={turn.isPending} onClick={() => turn.mutate()}>
          {t(state === 'on' ? 'notifications.turnOffHere' : 'notifications.turnOnHere')}
        </Button>
      )}
    </div>
  )
}
