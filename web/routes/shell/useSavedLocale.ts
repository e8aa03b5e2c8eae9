import { useEffect } from 'react'
import { saveLocale } from '../../api/notifications.ts'
import { claimPush } from '../../api/push.ts'
import { useUser } from '../../api/user.ts'

/** Stores the browser's time zone for messages to the user, and renews the browser's push subscription. */
export function useSavedLocale() {
  const { id } = useUser()
  useEffect(() => void saveLocale(id), [id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the user changes
  useEffect(() => void claimPush(), [id])
}
