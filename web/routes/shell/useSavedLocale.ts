import { useEffect } from 'react'
import { saveLocale } from '../../api/notifications.ts'
import { claimPush } from '../../api/push.ts'
import { useUser } from '../../api/user.ts'
import { currentLanguage } from '../../i18n/i18n.ts'

/** What is sent to a person is in what they read here, by the clock they have here, and shown in this browser if it was set up. */
export function useSavedLocale() {
  const { id } = useUser()
  const language = currentLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is said anew
  useEffect(() => void saveLocale(id), [id, language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person takes the browser over
  useEffect(() => void claimPush(), [id])
}
