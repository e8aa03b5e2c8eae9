import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { SECOND_US } from '#contract/time.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { type Binnacle, startBinnacle } from './binnacle.ts'
import { signIn } from './signIn.ts'

/** What an operator wishes to do, one after the other, on an installation of their own and from the screen alone. */
let binnacle: Binnacle
test.describe.configure({ timeout: 600_000 })
test.use({ actionTimeout: 30_000 })
test.beforeAll(async () => {
  test.setTimeout(240_000)
  binnacle = await startBinnacle()
})
test.afterAll(() => binnacle?.close())

const KNOT_MPS = 1852 / 3600
let box = { id: '', secret: '' }

async function post(type: string, body: string | Uint8Array<ArrayBuffer>) {
  const answer = await fetch(`${binnacle.url}/gateway/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${box.id}.${box.secret}`, 'content-type': type },
    body,
  })
  if (!answer.ok) throw new Error(`the gateway answered ${answer.status}: ${await answer.text()}`)
}

/** Twenty minutes at twelve knots that end now, with an engine. */
async function sail() {
  const seconds = Array.from({ length: 1200 }, (_, second) => second)
  const at = (second: number) => Date.now() - 1_200_000 + second * 1000
  const tables = [
    { columns: ['sog', 'cog'], rows: seconds.map((s) => [at(s), 12 * KNOT_MPS, 0]) },
    { columns: ['engine_speed_1'], rows: seconds.map((s) => [at(s), 40]) },
  ]
  const fixes = seconds.map((s) => ({
    ...{ t: at(s), lat: 64.15 + (s * 12) / 3600 / 60, lon: -21.95, hdop: 0.8, valid: true },
  }))
  await post('application/json', JSON.stringify({ tables, fixes }))
}

/** Two minutes at rest, with a motion sensor that leans to starboard by some six degrees. */
async function rest() {
  const startMs = Date.now() - 121_000
  const still = Array.from({ length: 120 }, (_, second) => [startMs + second * 1000, 0])
  await post('application/json', JSON.stringify({ tables: [{ columns: ['sog'], rows: still }] }))
  const column = (value: number) => new Int16Array(120 * 50).fill(value)
  const block = {
    ...{ sensor: 1, startUs: startMs * 1000, intervalUs: SECOND_US / 50 },
    ...{ forceX: column(0), forceY: column(-100), forceZ: column(995) },
    ...{ roll: column(1000), pitch: column(0), yaw: column(0) },
  }
  await post('application/vnd.binnacle.imu', new Uint8Array(encodeImuFrame([block])))
}

const toastOf = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()
const dialogOf = (page: Page): Locator => page.getByRole('dialog').last()
async function fillVessel(dialog: Locator, name: string) {
  await dialog.getByLabel('Name').fill(name)
  for (const [label, value] of [
    ['Length (m)', '9.3'],
    ['Beam overall (m)', '3.1'],
    ['Top speed (kn)', '40'],
    ['Cruising speed (kn)', '25'],
    ['Safety Speed Limit (kn)', '30'],
  ] as const)
    await dialog.getByLabel(label).fill(value)
}

test('whatever an operator wishes can be done from the screen', async ({ page }) => {
  let vessel = ''
  const open = (path: string) => page.goto(`${binnacle.url}${path}`)
  const menu = async (item: string) => {
    await page
      .getByRole('button', { name: 'Actions', exact: true })
      .or(page.getByRole('button', { name: /^Actions for/ }))
      .first()
      .click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const wishes: [string, () => Promise<unknown>][] = [
    [
      'add vessels',
      async () => {
        for (const name of ['Súlan', 'Særún']) {
          await open('/vessels/new')
          await fillVessel(dialogOf(page), name)
          await dialogOf(page).getByRole('button', { name: 'Create vessel' }).click()
          await expect(page.getByRole('heading', { name })).toBeVisible()
        }
        vessel = new URL(page.url()).pathname
      },
    ],
    [
      'set her limits and a target fuel rate',
      async () => {
        await menu('Edit')
        await dialogOf(page).getByLabel('Safety Speed Limit (kn)').fill('22')
        await dialogOf(page).getByLabel('Impact limit (g)').fill('2.5')
        await dialogOf(page).getByLabel('Target fuel rate (L/nmi)').fill('1.8')
        await dialogOf(page).getByRole('button', { name: 'Save' }).click()
        await toastOf(page, 'Vessel updated')
        await open(`${vessel}/specifications`)
        for (const value of ['22', '2.5', '1.8'])
          await expect(page.locator('dd').getByText(value, { exact: false }).first()).toBeVisible()
      },
    ],
    [
      'connect her and copy the lines',
      async () => {
        await open(vessel)
        await menu('Connect a boat')
        await dialogOf(page).getByRole('combobox', { name: 'How she sends' }).click()
        await page.getByRole('option', { name: 'HTTP' }).click()
        await dialogOf(page).getByRole('button', { name: 'Make credentials' }).click()
        const lines = (await dialogOf(page).locator('pre').textContent()) ?? ''
        const [, id = '', secret = ''] = /-u ([^:\s]+):(\S+)/.exec(lines) ?? []
        box = { id, secret }
        await sail()
        await expect(dialogOf(page).getByText('readings').first()).toBeVisible()
      },
    ],
    [
      'see her live',
      async () => {
        await open(vessel)
        await expect(page.getByText('Sailing').first()).toBeVisible()
        await expect(page.getByRole('article', { name: 'Engine 1' })).toBeVisible()
      },
    ],
    [
      'name an engine',
      async () => {
        await page
          .getByRole('article', { name: 'Engine 1' })
          .getByRole('button', { name: 'Edit label' })
          .click()
        await dialogOf(page).getByLabel('Label').fill('Port')
        await dialogOf(page).getByRole('button', { name: 'Save' }).click()
        await toastOf(page, 'Device label updated')
      },
    ],
    [
      'see how a value was',
      async () => {
        await page.getByRole('link', { name: 'Engine speed' }).click()
        await expect(dialogOf(page).getByRole('img', { name: /^History of/ })).toBeVisible()
      },
    ],
    [
      'name a captain',
      async () => {
        await open('/captains/new')
        await dialogOf(page).getByLabel('Name').fill('Hrafn')
        await dialogOf(page).getByRole('button', { name: 'Create captain' }).click()
        await toastOf(page, 'Captain created')
      },
    ],
    [
      'say who is at the helm',
      async () => {
        await open(`${vessel}/helm`)
        await page.getByRole('button', { name: /Captain/ }).click()
        await page.getByRole('dialog').getByText('Hrafn').click()
        await expect(page.getByRole('button', { name: /Hrafn/ })).toBeVisible()
      },
    ],
    [
      'demand a captain for every trip',
      async () => {
        await open('/settings/organization')
        await page.getByLabel('Contact email').fill('office@tours.example')
        await page.getByRole('switch', { name: 'Force captain selection' }).press('Space')
        await page.getByRole('button', { name: 'Save changes' }).click()
        await toastOf(page, 'Organization updated')
      },
    ],
    [
      'import a log of the months before',
      async () => {
        const rows = Array.from({ length: 600 }, (_, s) => {
          const time = new Date(Date.UTC(2026, 5, 1, 12, 0, s)).toISOString()
          return `${time},${(64 + (s * 10) / 3600 / 60).toFixed(6)},-21.95,10`
        })
        await open(`${vessel}/logs`)
        await dialogOf(page)
          .locator('input[type=file]')
          .setInputFiles({
            ...{ name: 'june.csv', mimeType: 'text/csv' },
            buffer: Buffer.from(`time,latitude,longitude,sog\n${rows.join('\n')}\n`),
          })
        await expect(
          dialogOf(page).getByRole('listitem').filter({ hasText: 'june.csv' }).first(),
        ).toContainText('Stored')
      },
    ],
    [
      'say what the columns of a table mean',
      async () => {
        const rows = Array.from({ length: 600 }, (_, s) => {
          const time = new Date(Date.UTC(2026, 6, 1, 12, 0, s)).toISOString()
          return `${time};${(64 + (s * 10) / 3600 / 60).toFixed(6)};-21,95;18,52`
        })
        await dialogOf(page)
          .locator('input[type=file]')
          .setInputFiles({
            ...{ name: 'fahrt.csv', mimeType: 'text/csv' },
            buffer: Buffer.from(`Zeit;Breite;Länge;Fahrt\n${rows.join('\n')}\n`),
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
      },
    ],
    [
      'see her trips and name the captain of one',
      async () => {
        await open(`${vessel}/trips`)
        await expect(page.getByRole('row', { name: /1 Jul/ })).toBeVisible()
        await page.getByRole('row', { name: /1 Jun/ }).getByRole('link').first().click()
        await page.getByRole('combobox', { name: 'Trip Captain' }).click()
        await page.getByRole('option', { name: 'Hrafn' }).click()
        await toastOf(page, 'Trip updated')
      },
    ],
    [
      'hand out a sea service record',
      async () => {
        await open('/captains')
        await page.getByRole('link', { name: 'Hrafn' }).click()
        await page.getByRole('link', { name: 'Sea service record' }).click()
        await expect(dialogOf(page).getByRole('row', { name: /Særún/ })).toBeVisible()
      },
    ],
    [
      'write a comment',
      async () => {
        await open(`${vessel}/comments`)
        await page.getByRole('textbox').last().fill('New impeller')
        await page.getByRole('button', { name: 'Post' }).click()
        await expect(
          page
            .getByRole('article')
            .or(page.getByRole('listitem'))
            .filter({ hasText: 'New impeller' })
            .first(),
        ).toBeVisible()
      },
    ],
    [
      'leave fuel out of a time',
      async () => {
        await open(`${vessel}/specifications`)
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
      },
    ],
    [
      'name a motion sensor and let it count',
      async () => {
        await rest()
        await expect(async () => {
          await open(`${vessel}/sensors`)
          await page.getByRole('link', { name: 'Sensor 1' }).click({ timeout: 5000 })
        }).toPass({ timeout: 60_000 })
        await dialogOf(page).getByRole('link', { name: 'Edit' }).click()
        await dialogOf(page).getByLabel('Description').fill('On the mast')
        await dialogOf(page).getByRole('switch', { name: 'Counts for the vessel' }).press('Space')
        await dialogOf(page).getByRole('button', { name: 'Save' }).click()
        await toastOf(page, 'Sensor updated')
      },
    ],
    [
      'say how it is mounted, and level it by a minute at rest',
      async () => {
        await dialogOf(page).getByRole('link', { name: 'Change mounting' }).click()
        await dialogOf(page).getByLabel('Place').fill('Mast foot')
        await dialogOf(page).getByRole('button', { name: 'Measure the newest minute at rest' }).click()
        await expect(dialogOf(page).getByRole('status')).toContainText('Leans 5.7° to starboard')
        await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
        await toastOf(page, 'Mounting saved')
        await expect(dialogOf(page).getByText('Mast foot')).toBeVisible()
        await expect(dialogOf(page).getByText('Leans 5.7° to starboard', { exact: false })).toBeVisible()
      },
    ],
    [
      'download what her engines did',
      async () => {
        await open(vessel)
        await menu('Download data')
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
      },
    ],
    [
      'transfer her device to another boat',
      async () => {
        await open(vessel)
        await menu('Pair')
        await page.getByText('Transfer a device between vessels').click()
        await page.getByRole('combobox', { name: 'To vessel' }).click()
        await page.getByRole('option', { name: 'Súlan' }).click()
        await page.getByRole('button', { name: 'Transfer device', exact: true }).click()
        await toastOf(page, 'Device transferred.')
      },
    ],
    [
      'make a new secret for it',
      async () => {
        await open(`/devices/${box.id}`)
        await dialogOf(page).getByRole('button', { name: 'New secret' }).click()
        await expect(dialogOf(page).getByText('The secret is told only this once.')).toBeVisible()
        await expect(sail()).rejects.toThrow('401')
      },
    ],
    [
      'unpair it',
      async () => {
        await open('/vessels')
        await page.getByRole('link', { name: 'Súlan', exact: true }).click()
        await menu('Unpair')
        await page.getByRole('button', { name: 'Unpair', exact: true }).click()
        await toastOf(page, 'Vessel unpaired successfully from the device')
      },
    ],
    [
      'revoke it',
      async () => {
        await open(`/devices/${box.id}`)
        await dialogOf(page).getByRole('button', { name: 'Revoke device' }).click()
        await dialogOf(page).getByRole('button', { name: 'Revoke device' }).click()
        await toastOf(page, 'Device revoked')
      },
    ],
    [
      'find a boat that has data and no device',
      async () => {
        await open('/vessels')
        await expect(page.getByRole('article').filter({ hasText: 'Særún' })).toContainText('Not Paired')
      },
    ],
    [
      'call the safety speed comfort speed, and let keys spend less',
      async () => {
        await open('/organizations')
        await page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
        await dialogOf(page).getByRole('combobox', { name: 'Country' }).click()
        await page.getByRole('option', { name: 'Iceland' }).click()
        await dialogOf(page).getByRole('switch', { name: 'Comfort speed' }).press('Space')
        await dialogOf(page).getByLabel('API credits a day').fill('500')
        await dialogOf(page).getByRole('button', { name: 'Save' }).click()
        await toastOf(page, 'Organization updated')
      },
    ],
    [
      'make a department',
      async () => {
        await open('/departments/new')
        await dialogOf(page).getByLabel('Department name').fill('North')
        await dialogOf(page).getByLabel('Contact email').fill('north@example.com')
        await dialogOf(page).getByRole('combobox', { name: 'Country' }).click()
        await page.getByRole('option', { name: 'Iceland' }).click()
        await dialogOf(page).getByRole('button', { name: 'Create department' }).click()
        await toastOf(page, 'Department created')
      },
    ],
    [
      'invite a colleague',
      async () => {
        await open('/users/new')
        await dialogOf(page).getByLabel('Name').fill('Anna')
        await dialogOf(page).getByLabel('Email').fill('anna@example.com')
        await dialogOf(page).getByRole('combobox', { name: 'Role' }).click()
        await page.getByRole('option').first().click()
        await dialogOf(page).getByRole('button', { name: 'Create user' }).click()
        await expect(dialogOf(page).getByLabel('Link')).toHaveValue(/reset-password/)
      },
    ],
    [
      'delete a vessel',
      async () => {
        await open(vessel)
        await menu('Delete')
        await dialogOf(page).getByRole('button', { name: 'Delete vessel' }).click()
        await toastOf(page, 'Vessel deleted')
        await expect(page.getByText('Særún')).toHaveCount(0)
      },
    ],
  ]
  await signIn(page, binnacle)
  const denied: string[] = []
  for (const [wish, come] of wishes)
    await test.step(wish, async () => {
      try {
        await come()
      } catch (error) {
        denied.push(`${wish}: ${error}`)
        await page.screenshot({ path: `test-results/wish-${wishes.findIndex(([w]) => w === wish)}.png` })
      }
    })
  expect(denied).toEqual([])
})
