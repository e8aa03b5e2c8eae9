import { expect, type Page } from '@playwright/test'
import { askAxe } from './askAxe.ts'
import { sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  await sailTrip(taffrail.api.telemetry, taffrail.things.own.vesselNumber)
})
test.afterAll(() => taffrail?.api.close())

const chart = (page: Page, number: number) => page.getByRole('region', { name: `Chart ${number}` })
const panes = (page: Page, number: number) => chart(page, number).locator('canvas')

async function choose(page: Page, number: number, ...series: string[]) {
  await chart(page, number)
    .getByRole('button', { name: /Data series/ })
    .click()
  for (const name of series) await page.getByRole('checkbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}

test('keeps the chosen series when the page reloads, and a preset restores its own', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', `/trips/${taffrail.things.own.tripId}/data-studio`)
  await expect(chart(page, 1).getByText('Select data to display')).toBeVisible()
  await choose(page, 1, 'Speed over ground', 'Impact')
  await expect(panes(page, 1)).toHaveCount(2)
  await page.getByRole('button', { name: 'Add chart' }).click()
  await choose(page, 2, 'Wave height (forecast)')
  await expect(panes(page, 2)).toHaveCount(1)

  await page.getByRole('button', { name: 'Presets' }).click()
  await expect(page.getByText('No presets.')).toBeVisible()
  await page.getByRole('button', { name: 'Save charts as preset' }).click()
  await expect(page.getByText('Preset name is required')).toBeVisible()
  await page.getByLabel('Preset name').fill('x'.repeat(31))
  await expect(page.getByText('Maximum 30 symbols')).toBeVisible()
  await page.getByLabel('Preset name').fill('Rough sea')
  await page.getByRole('button', { name: 'Save charts as preset' }).click()
  const violations = await askAxe(page)
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

  await page.reload()
  await expect(panes(page, 1)).toHaveCount(2)
  await expect(panes(page, 2)).toHaveCount(1)
  await page.getByRole('button', { name: 'Rough sea' }).click()
  await page.getByRole('button', { name: 'Rough sea', exact: true, pressed: true }).click()
  await expect(chart(page, 2)).toBeHidden()
  await expect(chart(page, 1).getByText('Select data to display')).toBeVisible()
  await page.getByRole('button', { name: 'Rough sea', exact: true }).click()
  await expect(panes(page, 2)).toHaveCount(1)
})

test('names a series without data and one that fails to load, and draws neither', async ({ page }) => {
  await page.route('**/fetcher/time-series', (route) =>
    route.request().postData()?.includes('"cog"')
      ? route.fulfill({ status: 400, json: { code: 'invalid', message: 'No.' } })
      : route.continue(),
  )
  await taffrail.open(page, 'department-viewer', `/trips/${taffrail.things.own.tripId}/data-studio`)
  await choose(page, 1, 'Speed over ground', 'Speed through water', 'Course over ground')
  await expect(page.getByText('Failed to fetch Course over ground data')).toBeVisible()
  await expect(page.getByText('No data available for Speed through water')).toBeVisible()
  await expect(chart(page, 1).getByRole('button', { name: /Data series/ })).toContainText('1')
  await expect(panes(page, 1)).toHaveCount(1)
})

test('zooming in loads the data by the second', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', `/trips/${taffrail.things.own.tripId}/data-studio`)
  await choose(page, 1, 'Speed over ground')
  await expect(panes(page, 1)).toHaveCount(1)
  const finer = page.waitForRequest(
    (request) =>
      request.url().endsWith('/fetcher/time-series') && request.postDataJSON().resolution.value === 1,
  )
  await page.getByRole('slider', { name: 'Chart 1' }).focus()
  for (let press = 0; press < 12; press++) await page.keyboard.press('+')
  await finer
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeEnabled()
})
