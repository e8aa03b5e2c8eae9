import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { SECOND_US } from '#contract/domain/time.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { fillVessel } from './fillVessel.ts'
import { leadTo } from './goOn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

/** Tasks of an operator, each with its own boats and only on the screen. */
let taffrail: Taffrail
test.use({ actionTimeout: 30_000 })
test.beforeAll(async () => {
  test.setTimeout(240_000)
  taffrail = await startTaffrail()
})
test.afterAll(() => taffrail?.close())
test.beforeEach(async ({ page }) => {
  test.setTimeout(240_000)
  const { url, admin } = taffrail
  const answer = await page.request.post(`${url}/identity/sign-in/email`, {
    headers: { origin: url },
    data: admin,
  })
  expect(answer.status()).toBe(200)
})

const KNOT_MPS = 1852 / 3600

interface Box {
  id: string
  secret: string
}

async function post({ id, secret }: Box, type: string, body: string | Uint8Array<ArrayBuffer>) {
  const answer = await fetch(`${taffrail.url}/gateway/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${id}.${secret}`, 'content-type': type },
    body,
  })
  if (!answer.ok) throw new Error(`the gateway answered ${answer.status}: ${await answer.text()}`)
}

/** Sends twenty minutes at twelve knots that end now, with an engine. */
async function sail(box: Box) {
  const seconds = Array.from({ length: 1200 }, (_, second) => second)
  const at = (second: number) => Date.now() - 1_200_000 + second * 1000
  const tables = [
    { columns: ['sog', 'cog'], rows: seconds.map((s) => [at(s), 12 * KNOT_MPS, 0]) },
    { columns: ['engine_speed_1'], rows: seconds.map((s) => [at(s), 40]) },
  ]
  const fixes = seconds.map((s) => ({
    ...{ t: at(s), lat: 64.15 + (s * 12) / 3600 / 60, lon: -21.95, hdop: 0.8, valid: true },
  }))
  await post(box, 'application/json', JSON.stringify({ tables, fixes }))
}

/** Sends two minutes at rest, with a motion sensor that leans to starboard by some six degrees. */
async function rest(box: Box) {
  const startMs = Date.now() - 121_000
  const still = Array.from({ length: 120 }, (_, second) => [startMs + second * 1000, 0])
  await post(box, 'application/json', JSON.stringify({ tables: [{ columns: ['sog'], rows: still }] }))
  const column = (value: number) => new Int16Array(120 * 50).fill(value)
  const block = {
    ...{ sensor: 1, startUs: startMs * 1000, intervalUs: SECOND_US / 50 },
    ...{ forceX: column(0), forceY: column(-100), forceZ: column(995) },
    ...{ roll: column(1000), pitch: column(0), yaw: column(0) },
  }
  await post(box, 'application/vnd.taffrail.imu', new Uint8Array(encodeImuFrame([block])))
}

const toastOf = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()
const dialogOf = (page: Page): Locator => page.getByRole('dialog').last()
/** Opens a page of an open console as a link does. */
const open = (page: Page, path: string) =>
  page.url().startsWith(taffrail.url) ? leadTo(page, path) : page.goto(`${taffrail.url}${path}`)
async function choose(page: Page, item: string) {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Calls the API to prepare a test. */
async function given<Answer>(page: Page, path: string, body?: object): Promise<Answer> {
  const { token } = await (await page.request.get(`${taffrail.url}/identity/token`)).json()
  const answer = await page.request.fetch(`${taffrail.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}` },
    ...(body && { data: body }),
  })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

/** Returns the address of her page. */
async function aVessel(page: Page, name: string): Promise<string> {
  const { department_id } = await given<{ department_id: string }>(page, '/users/me')
  const { id } = await given<{ id: string }>(page, '/vessels', {
    ...{ name, kind: 'motor', department_id, length: 9.3, beam_overall: 3.1, top_speed: 40 },
    ...{ cruising_speed: 25, impact_limit: 3, safety_speed_limit: 30 },
  })
  return `/vessels/${id}`
}
const aBox = (page: Page, vessel: string) => given<Box>(page, `${vessel}/devices`, {})
const aCaptain = async (page: Page, name: string) => {
  const { department_id } = await given<{ department_id: string }>(page, '/users/me')
  await given(page, '/captains', { name, department_id })
}

/** Uploads ten minutes at ten knots as a user's spreadsheet. */
async function sendTable(page: Page, name: string, heading: string, row: (second: number) => string) {
  const rows = Array.from({ length: 600 }, (_, second) => row(second))
  await dialogOf(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${heading}\n${rows.join('\n')}\n`) })
}

test('adds a boat, sets her limits, and sees her live when she sends', async ({ page }) => {
  await open(page, '/vessels/new')
  await fillVessel(dialogOf(page), 'Særún')
  await dialogOf(page).getByRole('button', { name: 'Create vessel' }).click()
  await expect(page.getByRole('heading', { name: 'Særún' })).toBeVisible()
  const vessel = new URL(page.url()).pathname

  await choose(page, 'Edit')
  await dialogOf(page).getByLabel('Safety Speed Limit (kn)').fill('22')
  await dialogOf(page).getByLabel('Impact limit (g)').fill('2.5')
  await dialogOf(page).getByLabel('Target fuel rate (L/nmi)').fill('1.8')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await toastOf(page, 'Vessel updated')
  await open(page, `${vessel}/specifications`)
  for (const value of ['22', '2.5', '1.8'])
    await expect(page.locator('dd').getByText(value, { exact: false }).first()).toBeVisible()

  await open(page, vessel)
  await choose(page, 'Connect a boat')
  await dialogOf(page).getByRole('button', { name: 'Our own protocol' }).click()
  await dialogOf(page).getByLabel('Address of this console for the boat').fill(taffrail.url)
  await dialogOf(page).getByRole('combobox', { name: 'How she sends' }).click()
  await page.getByRole('option', { name: 'HTTP' }).click()
  await dialogOf(page).getByRole('button', { name: 'Make credentials' }).click()
  const lines = (await dialogOf(page).locator('pre').textContent()) ?? ''
  const [, id = '', secret = ''] = /-u ([^:\s]+):(\S+)/.exec(lines) ?? []
  await sail({ id, secret })
  await expect(dialogOf(page).getByText('readings').first()).toBeVisible()

  await open(page, vessel)
  await expect(page.getByText('Sailing').first()).toBeVisible()
  await expect(page.getByRole('article', { name: 'Engine 1' })).toBeVisible()

  await page.getByRole('article', { name: 'Engine 1' }).getByRole('button', { name: 'Edit label' }).click()
  await dialogOf(page).getByLabel('Label').fill('Port')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await toastOf(page, 'Device label updated')

  await page.getByRole('link', { name: 'Engine speed' }).click()
  await expect(dialogOf(page).getByRole('img', { name: /^History of/ })).toBeVisible()
})

test("imports logs of earlier months, gives the trips a captain, and gets the captain's record", async ({
  page,
}) => {
  const vessel = await aVessel(page, 'Sæbjörg')
  await aCaptain(page, 'Hrafn')
  await open(page, `${vessel}/logs`)
  await sendTable(page, 'june.csv', 'time,latitude,longitude,sog', (second) => {
    const time = new Date(Date.UTC(2026, 5, 1, 12, 0, second)).toISOString()
    return `${time},${(64 + (second * 10) / 3600 / 60).toFixed(6)},-21.95,10`
  })
  await expect(dialogOf(page).getByRole('listitem').filter({ hasText: 'june.csv' }).first()).toContainText(
    'Stored',
  )

  await sendTable(page, 'fahrt.csv', 'Zeit;Breite;Länge;Fahrt', (second) => {
    const time = new Date(Date.UTC(2026, 6, 1, 12, 0, second)).toISOString()
    return `${time};${(64 + (second * 10) / 3600 / 60).toFixed(6)};-21,95;18,52`
  })
  const log = dialogOf(page).getByRole('listitem').filter({ hasText: 'fahrt.csv' }).first()
  for (const [column, meaning] of [
    ['Zeit', 'Time'],
    ['Breite', 'Latitude'],
    ['Länge', 'Longitude'],
    ['Fahrt', 'Speed over ground'],
  ] as const) {
    await log.getByRole('combobox', { name: `Meaning of ${column}` }).click()
    await page.getByRole('option', { name: meaning, exact: true }).click()
  }
  await log.getByRole('combobox', { name: 'Unit of Fahrt' }).click()
  await page.getByRole('option', { name: 'km/h' }).click()
  await log.getByRole('button', { name: 'Import' }).click()
  await expect(log).toContainText('Fahrt: sog [km/h]')
  await expect(log).toContainText('Stored')

  await open(page, `${vessel}/trips`)
  await expect(page.getByRole('row', { name: /1 Jul/ })).toBeVisible()
  await page.getByRole('row', { name: /1 Jun/ }).getByRole('link').first().click()
  await page.getByRole('combobox', { name: 'Trip Captain' }).click()
  await page.getByRole('option', { name: 'Hrafn' }).click()
  await toastOf(page, 'Trip updated')

  await open(page, '/captains')
  await page.getByRole('link', { name: 'Hrafn' }).click()
  await page.getByRole('link', { name: 'Sea service record' }).click()
  await expect(dialogOf(page).getByRole('row', { name: /Sæbjörg/ })).toBeVisible()
})

test('creates a captain, gives the captain the helm, and makes a captain mandatory for each trip', async ({
  page,
}) => {
  const vessel = await aVessel(page, 'Álka')

  await open(page, '/captains/new')
  await dialogOf(page).getByLabel('Name').fill('Sóley')
  await dialogOf(page).getByRole('button', { name: 'Create captain' }).click()
  await toastOf(page, 'Captain created')

  await open(page, `${vessel}/helm`)
  await page.getByRole('button', { name: /Captain/ }).click()
  await page.getByRole('dialog').getByText('Sóley').click()
  await expect(page.getByRole('button', { name: /Sóley/ })).toBeVisible()

  await open(page, '/settings/organization')
  await page.getByLabel('Contact email').fill('office@tours.example')
  await page.getByRole('switch', { name: 'Force captain selection' }).press('Space')
  await page.getByRole('button', { name: 'Save changes', disabled: false }).click()
  await toastOf(page, 'Organization updated')
})

test('describes a motion sensor, switches it on for the vessel, and levels it from a minute at rest', async ({
  page,
}) => {
  const vessel = await aVessel(page, 'Lóa')

  await rest(await aBox(page, vessel))
  await expect(async () => {
    await page.goto(`${taffrail.url}${vessel}/sensors`)
    await page.getByRole('link', { name: 'Sensor 1' }).click({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  await dialogOf(page).getByRole('link', { name: 'Edit' }).click()
  await dialogOf(page).getByLabel('Description').fill('On the mast')
  await dialogOf(page).getByRole('switch', { name: 'Counts for the vessel' }).press('Space')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await toastOf(page, 'Sensor updated')

  await dialogOf(page).getByRole('link', { name: 'Change mounting' }).click()
  await dialogOf(page).getByLabel('Place').fill('Mast foot')
  await dialogOf(page).getByRole('button', { name: 'Measure the newest minute at rest' }).click()
  await expect(dialogOf(page).getByRole('status')).toContainText('Leans 5.7° to starboard')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await toastOf(page, 'Mounting saved')
  await expect(dialogOf(page).getByText('Mast foot')).toBeVisible()
  await expect(dialogOf(page).getByText('Leans 5.7° to starboard', { exact: false })).toBeVisible()
})

test('writes comments, excludes a time from the fuel figures, and downloads data', async ({ page }) => {
  const vessel = await aVessel(page, 'Kría')
  await sail(await aBox(page, vessel))

  await open(page, `${vessel}/comments`)
  await page.getByRole('textbox').last().fill('New impeller')
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(
    page.getByRole('article').or(page.getByRole('listitem')).filter({ hasText: 'New impeller' }).first(),
  ).toBeVisible()

  await open(page, `${vessel}/specifications`)
  await page.getByRole('button', { name: 'Ignore a period' }).click()
  await dialogOf(page).getByRole('combobox', { name: 'Which time' }).click()
  await page.getByRole('option', { name: 'Before a date' }).click()
  await dialogOf(page).getByRole('button', { name: 'Until' }).click()
  await page
    .getByRole('button', { name: /^\d+ \w+ \d{4}$|^\w+ \d+, \d{4}$/ })
    .nth(10)
    .click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await dialogOf(page).getByLabel('Comment').fill('Flow meter was off')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Flow meter was off')).toBeVisible()

  await open(page, vessel)
  await choose(page, 'Download data')
  const dialog = dialogOf(page)
  await dialog
    .getByRole('button', { name: /days|date/i })
    .first()
    .click()
  await page.getByText('Last 30 days', { exact: true }).click()
  const apply = page.getByRole('button', { name: 'Apply' })
  if (await apply.isVisible()) await apply.click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text.split('\n').length).toBeGreaterThan(2)
})

test('transfers a device, renews its secret, unpairs it and revokes it', async ({ page }) => {
  const vessel = await aVessel(page, 'Teista')
  await aVessel(page, 'Súlan')
  const box = await aBox(page, vessel)
  await sail(box)

  await open(page, vessel)
  await choose(page, 'Pair')
  await page.getByText('Transfer a device between vessels').click()
  await page.getByRole('combobox', { name: 'To vessel' }).click()
  await page.getByRole('option', { name: 'Súlan' }).click()
  await page.getByRole('button', { name: 'Transfer device', exact: true }).click()
  await toastOf(page, 'Device transferred.')
  // The dialog leads back to the vessel when it closes.
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await open(page, `/devices/${box.id}`)
  await dialogOf(page).getByRole('button', { name: 'New secret' }).click()
  await expect(dialogOf(page).getByText('This secret is shown only once.')).toBeVisible()
  await expect(sail(box)).rejects.toThrow('401')

  await open(page, '/vessels')
  await page.getByRole('switch', { name: 'Show unpaired vessels' }).press('Space')
  await expect(page.getByRole('article').filter({ hasText: 'Teista' })).toContainText('Not Paired')
  await page.getByRole('link', { name: 'Súlan', exact: true }).click()
  await choose(page, 'Unpair')
  await page.getByRole('button', { name: 'Unpair', exact: true }).click()
  await toastOf(page, 'Vessel unpaired successfully from the device')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await open(page, `/devices/${box.id}`)
  await dialogOf(page).getByRole('button', { name: 'Revoke device' }).click()
  await dialogOf(page).getByRole('button', { name: 'Revoke device' }).click()
  await toastOf(page, 'Device revoked')
})

test('deletes a vessel', async ({ page }) => {
  const vessel = await aVessel(page, 'Rita')

  await open(page, vessel)
  await choose(page, 'Delete')
  await dialogOf(page).getByRole('button', { name: 'Delete vessel' }).click()
  await toastOf(page, 'Vessel deleted')
  await expect(page.getByText('Rita')).toHaveCount(0)
})

test('edits an organization, creates a department and a user', async ({ page }) => {
  await open(page, '/organizations')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialogOf(page).getByLabel('Contact email').fill('office@example.com')
  await dialogOf(page).getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Iceland' }).click()
  await dialogOf(page).getByRole('switch', { name: 'Comfort speed' }).press('Space')
  await dialogOf(page).getByLabel('API credits a day').fill('500')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await toastOf(page, 'Organization updated')

  await open(page, '/departments/new')
  await dialogOf(page).getByLabel('Department name').fill('North')
  await dialogOf(page).getByLabel('Contact email').fill('north@example.com')
  await dialogOf(page).getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Iceland' }).click()
  await dialogOf(page).getByRole('button', { name: 'Create department' }).click()
  await toastOf(page, 'Department created')

  await open(page, '/users/new')
  await dialogOf(page).getByLabel('Name').fill('Anna')
  await dialogOf(page).getByLabel('Email').fill('anna@example.com')
  await dialogOf(page).getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option').first().click()
  await dialogOf(page).getByRole('button', { name: 'Create user' }).click()
  await expect(dialogOf(page).getByLabel('Link')).toHaveValue(/reset-password/)
})
