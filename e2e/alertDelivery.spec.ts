import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { browserKeys } from '#server/testing/browserKeys.ts'
import { openTestSmtp, type TestSmtp } from '#server/testing/testSmtp.ts'
import { beginShape } from './beginShape.ts'
import { deliverPush, shownPushes } from './deliverPush.ts'
import { drawn } from './drawn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { wholeBrowserTest as test } from './warmPage.ts'

/** A boat crosses a line drawn a moment before, and every recipient gets the alert on their own channel. */
let taffrail: Taffrail
let smtp: TestSmtp
let box = { id: '', secret: '' }
test.describe.configure({ timeout: 600_000 })
test.use({ actionTimeout: 30_000 })

/** Receives the calls for a webhook of the organization and for a push service. */
const received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
  response.writeHead(201).end()
})
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
const requestsTo = (path: string) => received.filter((one) => one.path === path)

test.beforeAll(async () => {
  test.setTimeout(240_000)
  smtp = await openTestSmtp()
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  taffrail = await startTaffrail({ env: { SMTP_URL: smtp.url, OUTGOING_ADDRESSES: '127.0.0.1' } })
  const printed = await taffrail.run('new-device', '--vessel', 'Hafdís')
  const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(printed) ?? []
  box = { id, secret }
})
test.afterAll(async () => {
  arrived.abort()
  await sailing
  await taffrail?.close()
  await smtp?.close()
  receiver.close()
})

const arrived = new AbortController()
let sailing: Promise<void> | undefined
/**
 * Sails northwards at some forty knots from ten seconds before the line, with a message each second, the last one
 * acknowledged before the server ends.
 */
async function sail() {
  const headers = { authorization: `Bearer ${box.id}.${box.secret}`, 'content-type': 'application/json' }
  for (let lat = 64.158; !arrived.signal.aborted; lat += 0.0002) {
    const t = Date.now()
    const batch = {
      tables: [{ columns: ['sog', 'cog'], rows: [[t, 20, 0]] }],
      fixes: [{ t, lat, lon: -21.95, hdop: 0.8, valid: true }],
    }
    const body = JSON.stringify(batch)
    const answer = await fetch(`${taffrail.url}/gateway/batches`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}: ${await answer.text()}`)
    await setTimeout(1000)
  }
}

/** Calls the API as the user of this page. */
async function call<Answer>(page: Page, method: string, path: string, data?: object): Promise<Answer> {
  const { token } = await (await page.request.get(`${taffrail.url}/identity/token`)).json()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`${taffrail.url}/api${path}`, {
    method,
    headers,
    data: data ?? undefined,
  })
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

async function drawLine(page: Page, name: string) {
  await page.goto(`${taffrail.url}/geofences?lat=64.16&lng=-21.95&zoom=14`)
  await beginShape(page, 'line')
  const sea = await page.locator('canvas.maplibregl-canvas').boundingBox()
  const [x, y] = [(sea?.x ?? 0) + (sea?.width ?? 0) / 2, (sea?.y ?? 0) + (sea?.height ?? 0) / 2]
  for (const dx of [-200, 200, 200]) {
    await page.mouse.move(x + dx, y, { steps: 4 })
    await page.mouse.click(x + dx, y)
  }
  const dialog = page.getByRole('dialog', { name: 'Create geofence' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create geofence' }).click()
  await expect(page.getByText('Geofence created')).toBeVisible()
}

async function addWebhook(page: Page, name: string, address: string): Promise<string> {
  await page.goto(`${taffrail.url}/settings/webhooks`)
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Address').fill('http://192.168.7.7/hook')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('This address is not on the internet.').first()).toBeVisible()
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = await shown.getByText(/^whsec_/).textContent()
  await page.keyboard.press('Escape')
  return secret ?? ''
}

test('a rule notifies its recipients on every channel when a boat crosses a line drawn a moment before', async ({
  page,
  context,
}) => {
  const me = taffrail.admin.email
  const headers = { origin: taffrail.url }
  await page.request.post(`${taffrail.url}/identity/sign-in/email`, { headers, data: taffrail.admin })
  const { id: myId, department_id } = await call<{ id: string; department_id: string }>(
    page,
    'GET',
    '/users/me',
  )
  const second = { name: 'Jón', email: 'jon@example.com', role_id: 'organization-admin', department_id }
  const { id: secondId } = await call<{ id: string }>(page, 'POST', '/users', second)
  const mailsAbout = (to: string) =>
    smtp.received.filter((mail) => mail.to === to && /Sundin/.test(mail.subject))

  const secret = await addWebhook(page, 'Office', `${receiverUrl()}/hook`)
  const browser = browserKeys()
  const subscription = { endpoint: `${receiverUrl()}/push`, keys: browser.keys }
  await call(page, 'PUT', '/notifications/push_subscription', subscription)

  // The user draws the line, and chooses the recipients of its alert.
  await drawLine(page, 'Sundin')
  const { data } = await call<{ data: { id: string }[] }>(page, 'GET', '/rules?filter[type][eq]=geofence')
  const path = `/rules/${data[0]?.id}`
  const rule = await call<{ notifications: object }>(page, 'GET', path)
  const named = { enabled: true, apply_to_all: false, user_ids: [myId] }
  await call(page, 'PUT', path, {
    ...rule,
    severity: 'critical',
    notifications: {
      ...rule.notifications,
      ...{ email: named, push_notifications: named },
      helm: { enabled: true, show_native_alert_banner: true, requires_acknowledgement: true },
      escalation: { after_sec: 60, user_ids: [secondId] },
    },
  })

  const { data: vessels } = await call<{ data: { id: string }[] }>(page, 'GET', '/vessels')
  const helm = await context.newPage()
  await helm.goto(`${taffrail.url}/vessels/${vessels[0]?.id}/helm`)
  // A page without a map: the processor draws maps here, and the helm's is enough.
  await page.goto(`${taffrail.url}/vessels`)
  await expect(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible()

  // The mail server is away during the crossing.
  smtp.isAway = true
  sailing = sail()
  const bell = page.getByRole('button', { name: 'Alerts, 1 unread' })
  await expect(bell).toBeVisible({ timeout: 120_000 })
  await bell.click()
  const popover = page.getByRole('dialog', { name: 'Alerts' })
  await expect(popover).toContainText('Sundin')
  await expect(popover).toContainText('Hafdís')
  const atHelm = helm.getByRole('region', { name: 'Alerts' })
  await expect(atHelm).toContainText('Sundin')

  // The webhook arrives, and the receiver verifies its signature.
  await expect.poll(() => requestsTo('/hook').length, { timeout: 30_000 }).toBe(1)
  const [hook] = requestsTo('/hook')
  const body = hook?.body.toString() ?? ''
  const { type, data: alert } = JSON.parse(body)
  expect(type).toBe('alert.raised')
  expect(alert).toMatchObject({ severity: 'critical', vessel_id: vessels[0]?.id })
  const {
    'webhook-id': messageId,
    'webhook-timestamp': at,
    'webhook-signature': signature,
  } = hook?.headers ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key).update(`${messageId}.${at}.${body}`).digest('base64')
  expect(signature).toBe(`v1,${signed}`)

  // The push message arrives, which only this browser can decrypt, and the service worker shows it.
  await expect.poll(() => requestsTo('/push').length, { timeout: 30_000 }).toBe(1)
  const payload = browser.decrypt(requestsTo('/push')[0]?.body ?? Buffer.alloc(0))
  const { title, body: words, tag } = JSON.parse(payload)
  expect(title).toBe('Critical: Hafdís')
  expect(tag).toBe(alert.id)
  await deliverPush(page, payload)
  await expect.poll(() => shownPushes(page)).toEqual([{ title, body: words, tag }])

  // An administrator sees why the mail waits, and it arrives once when its server is back.
  await page.goto(`${taffrail.url}/settings/messages`)
  const failed = page.getByRole('row', { name: /Email/ }).filter({ hasText: 'Embla Strand' })
  await expect(failed).toContainText('Failed, tried again')
  await expect(failed).toContainText('try again later')
  expect(mailsAbout(me)).toEqual([])
  smtp.isAway = false
  await expect.poll(() => mailsAbout(me).length, { timeout: 150_000 }).toBe(1)
  const [mail] = mailsAbout(me)
  expect(mail?.subject).toContain('Critical: Hafdís: ')
  expect(mail?.html).toContain(`/alerts/${alert.id}"`)
  expect(mail?.pictures).toHaveLength(1)

  // Without an acknowledgement, the second person is notified.
  await expect.poll(() => mailsAbout('jon@example.com').length, { timeout: 150_000 }).toBe(1)
  expect(mailsAbout('jon@example.com')[0]?.text).toContain('This alert is not acknowledged yet.')
  await page.goto(`${taffrail.url}/alerts/${alert.id}`)
  // Its page draws a map beside that of the helm.
  await drawn(page.getByText('because the alert was not acknowledged')).toBeVisible()

  // An acknowledgement at the helm shows everywhere.
  await atHelm
    .getByRole('button', { name: /^Acknowledge/ })
    .first()
    .click()
  await expect(atHelm).not.toContainText('Sundin')
  await expect(page.getByText('Embla Strand acknowledged it')).toBeVisible()
  expect(mailsAbout(me)).toHaveLength(1)
  expect(requestsTo('/hook')).toHaveLength(1)
  expect(requestsTo('/push')).toHaveLength(1)
})
