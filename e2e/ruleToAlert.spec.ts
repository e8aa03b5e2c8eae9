import { expect, type Page } from '@playwright/test'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

/** Boats at their berth that report every two minutes, and rules that users set for them. */
let taffrail: Taffrail
const boxes = { Hafdís: '', Sæbjörg: '' }
type Boat = keyof typeof boxes

test.describe.configure({ timeout: 300_000 })
test.use({ actionTimeout: 30_000 })
test.beforeAll(async () => {
  test.setTimeout(240_000)
  taffrail = await startTaffrail()
  for (const name of ['Hafdís', 'Sæbjörg'] as const) {
    const printed = await taffrail.run('new-device', '--vessel', name)
    const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(printed) ?? []
    boxes[name] = `${id}.${secret}`
  }
})
test.afterAll(() => taffrail?.close())

const BERTH = { lat: 64.152, lon: -21.942 }
interface Report {
  t: number
  pump?: number
  lat?: number
}
/** Reports a boat at her berth with her engine off, unless the report has other values. */
async function report(boat: Boat, reports: readonly Report[]) {
  const batch = {
    tables: [
      {
        columns: ['sog', 'engine_speed_1', 'battery_voltage_1', 'switch_1'],
        rows: reports.map(({ t, pump = 0 }) => [t, 0, 0, 12.7, pump]),
      },
    ],
    fixes: reports.map(({ t, lat = BERTH.lat }) => ({ t, lat, lon: BERTH.lon, hdop: 0.8, valid: true })),
  }
  const answer = await fetch(`${taffrail.url}/gateway/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${boxes[boat]}`, 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  })
  if (!answer.ok) throw new Error(`the gateway answered ${answer.status}: ${await answer.text()}`)
}
const EVERY_MS = 120_000
const atRest = (nowMs: number) => [5, 4, 3, 2, 1].map((i) => ({ t: nowMs - i * EVERY_MS }))

const popover = async (page: Page, unread: number) => {
  const bell = page.getByRole('button', { name: `Alerts, ${unread} unread` })
  await expect(bell).toBeVisible({ timeout: 120_000 })
  await bell.click()
  return page.getByRole('dialog', { name: 'Alerts' })
}

test('alerts when a guarded boat is towed from her berth with her pump running', async ({ page }) => {
  await report('Hafdís', atRest(Date.now()))
  await signIn(page, taffrail)
  await page.goto(`${taffrail.url}/vessels`)
  await page.getByRole('button', { name: 'Actions for Hafdís' }).click()
  await page.getByRole('menuitem', { name: 'Guard this boat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guard Hafdís' })
  await expect(dialog.getByRole('checkbox', { name: 'She leaves where she lies' })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Only while no engine runs' }).check()
  await dialog.getByRole('checkbox', { name: 'A bilge pump keeps running' }).check()
  await dialog.getByLabel('Runs for longer than (min)').fill('1')
  await dialog.getByRole('checkbox', { name: 'A battery runs low' }).check()
  await dialog.getByRole('button', { name: 'Guard', exact: true }).click()
  await expect(page.getByText('Rules created')).toBeVisible()
  await expect(dialog).toBeHidden()

  // The last report lies in the future as far as the server accepts; the rule counts a boat as gone after ten seconds
  // outside.
  const fromMs = Date.now()
  await report('Hafdís', [{ t: fromMs, pump: 1 }])
  const lat = BERTH.lat + 0.004
  await report('Hafdís', [
    { t: fromMs + 100_000, pump: 1, lat },
    { t: fromMs + 115_000, pump: 1, lat },
  ])
  const shown = await popover(page, 2)
  await expect(shown).toContainText('Hafdís has left where she lay')
  await expect(shown).toContainText('Hafdís: the bilge pump keeps running')
  await shown.getByRole('link', { name: /has left where she lay/ }).click()
  const alert = page.getByRole('dialog', { name: 'Alert', exact: true })
  await expect(alert).toContainText('Critical')
  await alert.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(alert.getByText('Embla Strand acknowledged it')).toBeVisible()
})

test('alerts when a pump starts often, except for a vessel that the rule excludes', async ({ page }) => {
  const nowMs = Date.now()
  for (const boat of ['Hafdís', 'Sæbjörg'] as const) await report(boat, atRest(nowMs))
  await signIn(page, taffrail)
  await page.goto(`${taffrail.url}/rules/new`)
  const wizard = page.getByRole('dialog', { name: 'Add rule' })
  await wizard.getByRole('searchbox').fill('starts often')
  await wizard.getByRole('button', { name: /Bilge pump starts often/ }).click()
  await wizard.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('button', { name: 'View rule' }).click()
  await page
    .getByRole('combobox', { name: 'Except' })
    .or(page.getByRole('textbox', { name: 'Except' }))
    .click()
  await page.getByRole('option', { name: 'Hafdís' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('Finer settings').click()
  await page.getByLabel('Times', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Rule updated')).toBeVisible()
  await page.goto(`${taffrail.url}/rules`)
  const row = page.getByRole('row', { name: /Bilge pump starts often/ })
  await expect(row).toContainText('All vessels but 1')
  await expect(row).toContainText('3 times within 1 h')

  const fromMs = Date.now()
  const starts = (often: number) =>
    Array.from({ length: 2 * often + 1 }, (_, i) => ({ t: fromMs + i * 5000, pump: i % 2 }))
  await report('Hafdís', starts(3))
  await report('Sæbjörg', starts(2))
  await page.goto(`${taffrail.url}/alerts`)
  await report('Sæbjörg', [
    { t: fromMs + 30_000, pump: 1 },
    { t: fromMs + 40_000, pump: 0 },
  ])
  const shown = page.getByRole('row', { name: /Bilge pump starts often/ })
  await expect(async () => {
    await page.reload()
    await expect(shown).toHaveCount(1, { timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await expect(shown).toContainText('Sæbjörg')
})
