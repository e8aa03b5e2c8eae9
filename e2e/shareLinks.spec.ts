import { expect } from '@playwright/test'
import { comments } from '#server/stores/relational/schema.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { vesselNumber, organizationId, vesselId, tripId } = taffrail.things.own
  await sailTrip(taffrail.api.telemetry, vesselNumber)
  const about = { organizationId, vesselId, tripId }
  await taffrail.api.records.db.insert(comments).values([
    { ...about, text: 'Fender lost at the lock' },
    { ...about, text: 'Not for the insurer' },
  ])
})
test.afterAll(() => taffrail?.api.close())

test('a share link shows the chosen parts of a trip without an account until it is revoked', async ({
  page,
  browser,
}) => {
  await taffrail.open(page, 'department-admin', `/trips/${taffrail.things.own.tripId}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share trip' })
  await dialog.getByRole('checkbox', { name: 'Fender lost at the lock' }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('status').filter({ visible: true })).toHaveText([
    'Copy the link now: it is shown only once.',
  ])
  const address = await dialog.getByText('/shared/').textContent()
  expect(address).toMatch(/^http:\/\/[\w.]+:\d+\/shared\/[\w-]{43}$/)
  await expect(dialog.getByRole('listitem')).toContainText('Never opened')

  const stranger = await browser.newContext()
  const visit = await stranger.newPage()
  const sent: string[] = []
  visit.on('request', (request) => sent.push(request.url()))
  const answer = await visit.goto(address ?? '')
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  await expect(visit.getByRole('heading', { name: /^Trip by/ })).toBeVisible()
  await expect(visit.getByText('Shared by')).toBeVisible()
  await expect(visit.getByRole('button', { name: 'Zoom to trip' })).toBeEnabled()
  await expectNoViolation(visit, 'main')
  await visit.getByRole('button', { name: '3D View' }).click()
  await expect(visit.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await visit.getByRole('link', { name: 'Summary' }).click()
  await expect(visit.getByRole('heading', { name: 'Operating stages' })).toBeVisible()
  await visit.getByRole('link', { name: 'Impacts' }).click()
  await expect(visit).toHaveURL(/\/impacts$/)
  await visit.getByRole('link', { name: 'Weather' }).click()
  await expect(visit.getByText('Wind').first()).toBeVisible()
  await visit.getByRole('link', { name: /^Comments/ }).click()
  await expect(visit.getByText('Fender lost at the lock')).toBeVisible()
  await expect(visit.getByText('Not for the insurer')).toHaveCount(0)
  await expect(visit.getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
  // The page sent no request of the signed-in console.
  const asked = sent
    .map((url) => new URL(url).pathname)
    .filter((path) => /^\/(api|fetcher|statistics|identity)\b/.test(path))
  expect(asked.filter((path) => !path.startsWith('/api/shared'))).toEqual([])

  await page.bringToFront()
  await page.reload()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  const row = page.getByRole('dialog', { name: 'Share trip' }).getByRole('listitem')
  await expect(row).toContainText('Opened 1 time')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
  await visit.reload()
  await expect(visit.getByText('This link does not open anything')).toBeVisible()
  await visit.goto(`${taffrail.url}/shared/${'A'.repeat(43)}`)
  await expect(visit.getByText('This link does not open anything')).toBeVisible()
  await stranger.close()
})

test('a user who may not change a trip cannot share it', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', `/trips/${taffrail.things.own.tripId}`)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Download' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Share…' })).toHaveCount(0)
})
