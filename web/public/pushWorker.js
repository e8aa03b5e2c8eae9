/** Shows pushes, also while the console is closed, and opens what they are about. It keeps nothing and answers no requests. */
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
  // Only pages of this console, whatever a push says.
  if (!url.href.startsWith(scope)) return
  event.waitUntil(show(url.href))
})

/** In a window of the console that is open, else in a new one. */
async function show(url) {
  const [open] = await self.clients.matchAll({ type: 'window' })
  if (!open) return self.clients.openWindow(url)
  const shown = await open.navigate(url).catch(() => null)
  return shown ? shown.focus() : self.clients.openWindow(url)
}

// A new version of this file takes over at once: it has no state that the old one could lose.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
