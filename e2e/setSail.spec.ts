import { expect, type Page } from '@playwright/test'
import { connectAsync, type MqttClient } from 'mqtt'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

const KNOT_MPS = 1852 / 3600
let taffrail: Taffrail
let boat: MqttClient
let topic: string

test.beforeAll(async () => {
  taffrail = await startTaffrail()
  const printed = await taffrail.run('new-device', '--vessel', 'Hafdís')
  const [, id = ''] = /device (\S+)/.exec(printed) ?? []
  const [, secret = ''] = /secret (\S+)/.exec(printed) ?? []
  topic = `taffrail/${id}/readings`
  boat = await connectAsync(`mqtt://127.0.0.1:${taffrail.mqttPort}`, {
    username: id,
    password: secret,
    clientId: `${id}-helm`,
    protocolVersion: 4,
  })
})
test.afterAll(async () => {
  await boat?.endAsync()
  await taffrail?.close()
})

/** Publishes one moment of the boat; resolves once the server has stored it. */
const publish = (atMs: number, lat: number, kn: number) =>
  boat.publishAsync(
    topic,
    JSON.stringify({
      tables: [{ columns: ['sog', 'cog'], rows: [[atMs, kn * KNOT_MPS, 0]] }],
      fixes: [{ t: atMs, lat, lon: -21.95, hdop: 0.8, valid: true }],
    }),
    { qos: 1 },
  )

const openVessels = async (page: Page) => {
  await page.getByRole('tab', { name: /Vessels/ }).click()
  return page
    .getByRole('link', { name: /Hafdís/ })
    .or(page.getByRole('button', { name: /Hafdís/ }))
    .first()
}

test('the map follows a moored boat when she sets sail', async ({ page }) => {
  const beginMs = Date.now() - 60_000
  await publish(beginMs, 64.16, 0)
  await signIn(page, taffrail)
  const card = await openVessels(page)
  await expect(card).toContainText('Online')

  // Half a minute under way, sent in a second: a trip needs twenty moving seconds.
  for (let second = 1; second <= 40; second++)
    await publish(beginMs + second * 1000, 64.16 + second * 5e-5, 12.5)
  const sentMs = Date.now()
  await publish(sentMs, 64.1645, 14)
  await expect(card).toContainText('Sailing')

  await card.click()
  await expect(page.getByText('14.0').first()).toBeVisible()
  await publish(Date.now(), 64.16455, 15.5)
  await expect(page.getByText('15.5').first()).toBeVisible({ timeout: 2000 })

  await page.getByRole('tab', { name: /Trips/ }).click()
  await page.locator('label', { hasText: /^Live/ }).click()
  await expect(page.getByText('Hafdís').first()).toBeVisible()
})
