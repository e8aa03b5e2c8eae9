/**
 * Shows push messages, also while the console is closed, and opens their page on a click. It stores nothing and
 * answers no requests.
 */
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {}
  if (!title) return
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      icon: 'mark.svg',
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { scope } = self.registration
  const url = new URL(`.${event.notification.data?.url ?? '/alerts'}`, scope)
  // Opens only pages of this console, whatever the message contains.
  if (!url.href.startsWith(scope)) return
  event.waitUntil(show(url.href))
})

/** Uses an open window of the console, or else a new one. */
async function show(url) {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) return self.clients.openWindow(url)
  const shown = await open.navigate(url).catch(() => null)
  return shown ? shown.focus() : self.clients.openWindow(url)
}

// A new version of this file takes over at once: it has no state to lose.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
