import { expect } from '@playwright/test'
import { desc } from 'drizzle-orm'
import { alerts, auditLog, trips } from '#server/stores/relational/schema.ts'
import { cuttableProxy } from '#server/testing/cuttableProxy.ts'
import { emailOf, PASSWORD, tripOf } from '#server/testing/testApi.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
let link: Awaited<ReturnType<typeof cuttableProxy>>
test.beforeAll(async () => {
  link = await cuttableProxy()
  taffrail = await startConsole(async () => ({ PUBLIC_URL: link.url }))
  link.leadTo(taffrail.url)
  taffrail.url = link.url
  const { organizationId, vesselId } = taffrail.things.own
  const startUs = (Date.now() - 3_600_000) * 1000
  await taffrail.api.records.db
    .insert(trips)
    .values({ ...tripOf({ id: vesselId, organizationId }, startUs), endUs: null, endCause: null })
})
test.afterAll(async () => {
  await link?.close()
  await taffrail?.api.close()
})

/** Raises an alert as a rule does, with the news of it. */
async function raise(severity: string, text: string): Promise<void> {
  const { organizationId, departmentId, vesselId } = taffrail.things.own
  const row = { organizationId, vesselId, type: 'external', severity, text, triggerUs: Date.now() * 1000 }
  const [alert] = await taffrail.api.records.db.insert(alerts).values(row).returning()
  const place = { organizationId, departmentId, vesselId }
  taffrail.api.bus.publish({ type: 'alert.raised', ...place, alertId: alert?.id ?? '' })
}
const lastAct = async () => {
  const rows = await taffrail.api.records.db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1)
  return `${rows[0]?.act} ${rows[0]?.userName}`
}

test('the watch keeps the board, and a wall screen shows it until its link ends', async ({
  page,
  browser,
}) => {
  await taffrail.open(page, 'organization-admin', '/board')
  await expect(page.getByRole('region', { name: 'Out now' })).toContainText('Vessel own')
  for (const text of ['Coolant 104 °C', 'Coolant 105 °C', 'Coolant 106 °C']) await raise('warning', text)
  const line = page.getByRole('region', { name: 'Needs an answer' }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText('3×')
  await page.getByRole('button', { name: 'Expected return of Vessel own' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(lastAct).toBe('vessel.expected-back organization-admin')

  await raise('critical', 'Fire in the engine room')
  const alarm = page.getByRole('alertdialog')
  await expect(alarm).toContainText('Fire in the engine room')
  await expectNoViolation(page, 'main')
  await page.keyboard.press('a')
  await expect(alarm).toHaveCount(0)
  await expect.poll(lastAct).toBe('alert.acknowledge organization-admin')
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'For the next watch' }).fill('Fog bank west of the point')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('region', { name: 'From the watch before' })).toContainText('Fog bank')

  await page.goto(`${taffrail.url}/settings/wall-screens`)
  await page.getByRole('button', { name: 'Add a screen' }).first().click()
  await page.getByRole('textbox', { name: 'Place of the screen' }).fill('Harbour office')
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = (await page.getByText('/wall/').textContent()) ?? ''
  await page.keyboard.press('Escape')

  const stranger = await browser.newContext()
  const wall = await stranger.newPage()
  const sent: string[] = []
  wall.on('request', (request) => sent.push(new URL(request.url()).pathname))
  const answer = await wall.goto(address)
  expect(answer?.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow' })
  await expect(wall.getByRole('region', { name: 'Out now' })).toContainText('Vessel own')
  await expect(wall.getByText('Fog bank west of the point')).toBeVisible()
  await expect(wall.getByRole('link')).toHaveCount(0)
  await expectNoViolation(wall, 'main')

  // The screen reads by itself, also after the line was lost.
  await link.refuse()
  await expect(wall.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible({ timeout: 60_000 })
  await link.mend()
  await expect(wall.getByRole('alert').filter({ hasText: 'No connection' })).toHaveCount(0, {
    timeout: 30_000,
  })

  await raise('critical', 'Man overboard')
  await expect(wall.getByRole('alertdialog')).toContainText('Man overboard')
  await wall.keyboard.press('a')
  await wall.getByRole('textbox', { name: 'Email' }).fill(emailOf('department-admin'))
  await wall.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await wall.getByRole('button', { name: 'Sign in' }).click()
  await expect(wall.getByRole('alertdialog')).toHaveCount(0)
  await expect.poll(lastAct).toBe('alert.acknowledge department-admin')
  await expect(wall.getByText(/^department-admin, until/)).toBeVisible()
  const calls = sent.filter((path) => /^\/(api|fetcher|statistics|identity|realtime)\b/.test(path))
  expect(calls.filter((path) => !/^\/api\/wall\/|^\/api\/basemap/.test(path))).toEqual([])

  await page.getByRole('button', { name: 'End the link of Harbour office' }).click()
  await expect(wall.getByText('This screen is no longer connected')).toBeVisible({ timeout: 30_000 })
  await stranger.close()
})
