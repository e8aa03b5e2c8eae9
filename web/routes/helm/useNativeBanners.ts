import { t } from 'i18next'
import { useEffect, useRef } from 'react'
import type { HelmAlert } from '#contract/wire/helm.ts'

/**
 * Shows an alert as a native notification when its rule asks for one, so that it is visible behind other windows.
 * Requires the permission that /settings/notifications requests. Alerts raised before the page opened appear on the
 * page only.
 */
export function useNativeBanners(vessel: string, alerts: readonly HelmAlert[]) {
  const known = useRef<Set<string> | null>(null)
  useEffect(() => {
    const before = known.current
    known.current = new Set(alerts.map(({ id }) => id))
    if (!before || !('Notification' in window) || Notification.permission !== 'granted') return
    for (const { id, severity, text, native_banner } of alerts) {
      if (native_banner && !before.has(id)) void show(`${t(`severity.${severity}`)}: ${vessel}`, text, id)
    }
  }, [vessel, alerts])
}

/** Phones show notifications only through a service worker; without one the page shows them itself. */
async function show(title: string, body: string, tag: string) {
  const options = { body, tag, data: { url: `/alerts/${tag}` } }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) await registration.showNotification(title, options)
  else new Notification(title, options)
}
