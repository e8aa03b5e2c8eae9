import { expect } from '@playwright/test'
import { emailOf, PASSWORD } from '#server/testing/testApi.ts'
import { goOn } from './goOn.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

const LISTS = [
  '/trips',
  '/comments',
  '/vessels',
  '/captains',
  '/users',
  '/alerts',
  '/rules',
  '/organizations',
  '/departments',
  '/api-keys',
  '/settings/audit',
]
const SENSELESS =
  '?page=-3&size=11&order=foo:asc&from=soon&to=2026-02-30&vessel=x&captain=x&department=x&user=x&role=x&supers=no'
const VIEW = '?lat=500&lng=abc&zoom=-4&vessel=x&geofence=x&minute=noon'

test('every page survives invalid search parameters', async ({ page }) => {
  test.setTimeout(300_000)
  const { url, things } = taffrail
  const crashed: string[] = []
  page.on('pageerror', (error) => crashed.push(String(error)))
  page.on('response', (answer) => {
    if (answer.status() >= 400) crashed.push(`${answer.status()} ${answer.url()}`)
  })
  await taffrail.open(page, 'super-admin', '/trips')
  const trip = `/trips/${things.own.tripId}`
  for (const path of [
    ...LISTS.map((list) => list + SENSELESS),
    ...['/map', '/geofences', `/map${trip}`].map((map) => map + VIEW),
    `/reports?aggregation=hours&from=soon&to=later`,
    `/reports?from=2026-03-02&to=2026-03-01`,
    `${trip}/impacts?min=low&max=99&order=foo:asc&page=two`,
  ]) {
    await page.goto(`${url}${path}`)
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const wrong of ['Oops! Something went wrong...', 'Try again', 'WebGL']) {
      await expect.soft(page.getByText(wrong), path).toBeHidden()
    }
  }
  expect(crashed).toEqual([])
})

test('each sortable column sorts its list and writes the order into the address', async ({ page }) => {
  await taffrail.open(page, 'super-admin', '/trips')
  let heads = 0
  for (const path of LISTS) {
    await goOn(page, path)
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
    const buttons = page.locator('thead').getByRole('button')
    for (let index = 0; index < (await buttons.count()); index++) {
      const before = page.url()
      await buttons.nth(index).click()
      await expect.poll(() => page.url(), `${path} ${index}`).not.toBe(before)
      heads += 1
    }
  }
  expect(heads).toBeGreaterThan(15)
})

test('sign-in redirects only to pages of this console', async ({ page }) => {
  const { url } = taffrail
  for (const from of ['https://evil.example/', '//evil.example', '/%09/evil.example']) {
    await page.context().clearCookies()
    await page.goto(`${url}/signin?from=${from}`)
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await page.getByLabel('Email').fill(emailOf('organization-admin'))
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`^${url}/map`))
  }
})
