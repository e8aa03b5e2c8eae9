import { expect } from '@playwright/test'
import sharp from 'sharp'
import { alerts } from '#server/stores/relational/schema.ts'
import { drawn } from './drawn.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

const ALERT_MS = Date.now() - 60_000

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { organizationId, vesselId, vesselNumber } = taffrail.things.own
  await taffrail.api.records.db.insert(alerts).values({
    ...{ organizationId, vesselId, type: 'threshold', severity: 'critical', text: 'Bilge above 30 %' },
    ...{ latitudeDeg: 64.3, longitudeDeg: -21.9, triggerUs: ALERT_MS * 1000 },
  })
  // Northwards, a fix a minute, for half an hour until the alert.
  const fixes = Array.from({ length: 31 }, (_, at) => ({
    timeUs: (ALERT_MS - (30 - at) * 60_000) * 1000,
    ...{ latitudeDeg: 64.3 - (30 - at) * 0.004, longitudeDeg: -21.9, hdop: 1, valid: true },
  }))
  await taffrail.api.telemetry.append([{ vesselNumber, scalars: [], motion: [], ais: [], faults: [], fixes }])
})
test.afterAll(() => taffrail?.api.close())

test('the bell opens an alert, and the user works it as a case', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/alerts?severity=critical')
  await page.getByRole('button', { name: /^Alerts/ }).click()
  await page
    .getByRole('dialog', { name: 'Alerts' })
    .getByRole('link', { name: /Bilge above 30/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Alert', exact: true })
  await expect(dialog).toContainText('No action taken yet.')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'acknowledged it' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)

  await dialog.getByRole('combobox', { name: 'Assigned to' }).click()
  const first = page.getByRole('option').first()
  const whom = (await first.textContent()) ?? ''
  await first.click()
  await expect(dialog.getByRole('listitem').filter({ hasText: `assigned it to ${whom}` })).toBeVisible()

  await dialog.getByRole('textbox', { name: 'Comment' }).fill('The pump runs')
  await dialog.getByRole('button', { name: 'Comment' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'The pump runs' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Comment' })).toHaveValue('')

  await dialog.getByRole('button', { name: 'Silence' }).click()
  await page.getByRole('menuitem', { name: 'For 30 min' }).click()
  await expect(dialog).toContainText(/Silent until/)
  await dialog.getByRole('button', { name: 'End the silence' }).click()
  await expect(dialog.getByText(/Silent until/)).toBeHidden()

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/alerts/)
})

test('the map of an alert shows the boat on her track', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/alerts?severity=critical')
  await page.getByRole('link', { name: /Bilge above 30/ }).click()
  const map = page.locator('canvas[aria-label="Where the alert was triggered"]')
  const boat = page.getByRole('img', { name: 'Vessel own at that moment' })
  await expect(boat).toBeVisible()
  // North of the middle, because the map shows the track behind her too.
  const [around, at] = await Promise.all([map.boundingBox(), boat.boundingBox()])
  if (!around || !at) throw new Error('there is no map')
  expect(at.y + at.height / 2).toBeLessThan(around.y + around.height / 3)
  // She sails north, so her track lies straight below her.
  const clip = { x: at.x + at.width / 2 - 4, y: at.y + at.height + 20, width: 8, height: 8 }
  const isBlue = async () => {
    const { channels } = await sharp(await page.screenshot({ clip })).stats()
    const [red, , blue] = channels
    return (blue?.mean ?? 0) - (red?.min ?? 255) > 60
  }
  await drawn.poll(isBlue).toBe(true)
})
