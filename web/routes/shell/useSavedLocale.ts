import { useEffect } from 'react'
import { saveLocale } from '../../api/notifications.ts'
import { claimPush } from '../../api/push.ts'
import { useUser } from '../../api/user.ts'

/** Messages to a person use the clock of this browser, and are shown in it if pushes were set up. */
export function useSavedLocale() {
  const { id } = useUser()
  useEffect(() => void saveLocale(id), [id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person takes the browser over
  useEffect(() => void claimPush(), [id])
}
