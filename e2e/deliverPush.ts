import type { Page } from '@playwright/test'

/** Sends a push message to the service worker of this page's console, as a push service does. */
export async function deliverPush(page: Page, payload: string) {
  const { origin } = new URL(page.url())
  const context = page.context()
  await context.grantPermissions(['notifications'], { origin })
  await page.evaluate(
    `navigator.serviceWorker.register('/pushWorker.js').then(() => navigator.serviceWorker.ready).then(() => {})`,
  )
  const devTools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (found) resolve(found.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: payload })
}

/** Notifications that the browser shows for push messages to this console. */
export const shownPushes = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`)
