import { expect } from '@playwright/test'
import type { PushPayload } from '#server/notify/alertMail.ts'
import { deliverPush, shownPushes } from './deliverPush.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { wholeBrowserTest as test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

test('the service worker shows a push message, and opens the alert when the user clicks it', async ({
  page,
  context,
}) => {
  const { url, things } = taffrail
  await taffrail.open(page, 'organization-admin', '/settings/notifications')
  await expect(page.getByText('This browser shows no pushes yet.')).toBeVisible()
  const arrived = context.waitForEvent('serviceworker')

  const { alertId } = things.own
  const payload: PushPayload = {
    ...{ title: 'Critical: Sæbjörg', body: 'Impact of 3.9 g', url: `/alerts/${alertId}`, tag: alertId },
  }
  await deliverPush(page, JSON.stringify(payload))
  const worker = await arrived
  await expect
    .poll(() => shownPushes(page))
    .toEqual([{ title: payload.title, body: payload.body, tag: payload.tag }])

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
