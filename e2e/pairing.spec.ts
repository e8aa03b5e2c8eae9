import { once } from 'node:events'
import { expect, type Page } from '@playwright/test'
import { connectAsync, type MqttClient } from 'mqtt'
import WebSocket from 'ws'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

const KNOT_MPS = 1852 / 3600
let taffrail: Taffrail
let box: { id: string; secret: string }
let old: { id: string; secret: string }
let client: MqttClient | undefined

test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.use({ actionTimeout: 30_000 })
test.beforeAll(async () => {
  test.setTimeout(240_000)
  taffrail = await startTaffrail()
  old = credentials(await taffrail.run('new-device', '--vessel', 'Hafdís'))
  // The second boat has a device of her own, which the transfer replaces.
  box = credentials(await taffrail.run('new-device', '--vessel', 'Súlan'))
})
test.afterAll(async () => {
  await client?.endAsync(true)
  await taffrail?.close()
})

function credentials(printed: string) {
  const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(printed) ?? []
  return { id, secret }
}

const connect = () =>
  connectAsync(`mqtt://127.0.0.1:${taffrail.mqttPort}`, {
    ...{ username: box.id, password: box.secret, clientId: box.id, protocolVersion: 4, reconnectPeriod: 0 },
  })

/** Ten minutes at ten knots that ended at this time. */
const sailed = (endedMs: number) =>
  JSON.stringify({
    tables: [
      { columns: ['sog', 'cog'], rows: seconds.map((s) => [endedMs - 600_000 + s * 1000, 10 * KNOT_MPS, 0]) },
    ],
    fixes: seconds.map((s) => ({
      ...{ t: endedMs - 600_000 + s * 1000, lat: 64.15 + (s * 10) / 3600 / 60, lon: -21.95 },
      ...{ hdop: 0.8, valid: true },
    })),
  })
const seconds = Array.from({ length: 600 }, (_, s) => s)

async function openVessel(page: Page, name: string) {
  await page.goto(`${taffrail.url}/vessels`)
  const unpaired = page.getByRole('switch', { name: 'Show unpaired vessels' })
  if (!(await unpaired.isChecked())) await unpaired.press('Space')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}
async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a transferred device sends to the new boat, and its queued data of the old boat arrives there', async ({
  page,
}) => {
  await signIn(page, taffrail)
  await openVessel(page, 'Súlan')
  await choose(page, 'Pair')
  await page.getByText('Transfer a device between vessels').click()
  await page.getByRole('combobox', { name: 'To vessel' }).click()
  await page.getByRole('option', { name: 'Hafdís (has a device)' }).click()
  const warning = `Hafdís already has the device ${old.id}. It will be unpaired from her, and ${box.id} takes its place.`
  await expect(page.getByText(warning)).toBeVisible()
  await page.getByRole('button', { name: 'Transfer device', exact: true }).click()
  await expect(page.getByText('Device transferred.')).toBeVisible()
  await expect(page.getByText('Not paired', { exact: true })).toBeVisible()

  client = await connect()
  await client.publishAsync(`taffrail/${box.id}/readings`, sailed(Date.now() - 3_600_000), { qos: 1 })
  await page.getByRole('link', { name: 'Trips', exact: true }).last().click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await openVessel(page, 'Hafdís')
  await expect(page.getByText('No update yet')).toBeVisible()
  await choose(page, 'Pair')
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(box.id)
})

test('unpairing closes open connections within five seconds, and the server accepts no more data', async ({
  page,
}) => {
  const open = client ?? (await connect())
  client = open
  const socket = new WebSocket(`${taffrail.url.replace('http', 'ws')}/gateway/signalk`, {
    headers: { authorization: `Bearer ${box.id}.${box.secret}` },
  })
  await once(socket, 'open')
  const closed = new Promise<void>((resolve) => open.once('close', () => resolve()))
  const ended = Promise.all([closed, once(socket, 'close')])
  const post = () =>
    fetch(`${taffrail.url}/gateway/batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${box.id}.${box.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ samples: [{ t: new Date().toISOString(), key: 'sog', value: 4 }] }),
    })
  expect((await post()).status).toBe(200)

  await signIn(page, taffrail)
  await openVessel(page, 'Hafdís')
  await choose(page, 'Unpair')
  await page.getByRole('button', { name: 'Unpair', exact: true }).click()
  await expect(page.getByText('Vessel unpaired successfully from the device')).toBeVisible()
  await expect(Promise.race([ended.then(() => 'ended'), page.waitForTimeout(5000)])).resolves.toBe('ended')
  const refused = await post()
  expect([refused.status, await refused.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'not_paired' }),
  ])
  // The device may come back only for its status and a new code.
  const again = await fetch(`${taffrail.url}/gateway/register`, {
    method: 'POST',
    headers: { authorization: `Bearer ${box.id}.${box.secret}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await again.json()).toMatchObject({ paired: false, pairing_code: expect.stringMatching(/^\w{8}$/) })
})
