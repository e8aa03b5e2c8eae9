import { expect, test } from '@playwright/test'
import type { PushPayload } from '#server/notify/alertMail.ts'
import { startConsole, type TestConsole } from './testConsole.ts'

let binnacle: TestConsole
test.beforeAll(async () => {
  binnacle = await startConsole()
})
test.afterAll(() => binnacle?.api.close())

test('the worker shows what a push says, and opens the alert when it is pressed', async ({
  page,
  context,
}) => {
  const { url, things } = binnacle
  await context.grantPermissions(['notifications'], { origin: url })
  await binnacle.open(page, 'organization-admin', '/settings/notifications')
  await expect(page.getByText('This browser shows no pushes yet.')).toBeVisible()
  const arrived = context.waitForEvent('serviceworker')
  await page.evaluate(
    `navigator.serviceWorker.register('/pushWorker.js').then(() => navigator.serviceWorker.ready).then(() => {})`,
  )
  const worker = await arrived

  const { alertId } = things.own
  const payload: PushPayload = {
    ...{ title: 'Critical: Sæbjörg', body: 'Impact of 3.9 g', url: `/alerts/${alertId}`, tag: alertId },
  }
  const devTools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(url))
      if (found) resolve(found.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devTools.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: url, registrationId, data: JSON.stringify(payload) },
  })
  const shown = () =>
    page.evaluate(`navigator.serviceWorker.ready
      .then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`)
  await expect.poll(shown).toEqual([{ title: payload.title, body: payload.body, tag: payload.tag }])

  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<object[]> }
      NotificationEvent: new (type: string, init: object) => Event
      dispatchEvent(event: Event): void
    }
    const [notification] = await scope.registration.getNotifications()
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
  await expect(page).toHaveURL(`${url}/alerts/${alertId}`)
  await expect(page.getByRole('heading', { name: 'Alert own' })).toBeVisible()
})
