import { expect, type Locator, test } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { ROLE_IDS } from '#contract/permissions.ts'
import { trips } from '#server/stores/relational/schema.ts'
import { startConsole, type TestConsole } from './testConsole.ts'

let binnacle: TestConsole
test.beforeAll(async () => {
  binnacle = await startConsole()
})
test.describe.configure({ timeout: 180_000 })
test.afterAll(() => binnacle?.api.close())

test('a captain is made, climbs a rank with a trip and falls back after it is deleted', async ({ page }) => {
  const { db } = binnacle.api.records
  await binnacle.open(page, 'organization-admin', '/captains')
  await page.getByRole('link', { name: 'Add captain' }).click()
  await page.getByRole('button', { name: 'Create captain' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nína Ösp')
  await page.getByRole('button', { name: 'Create captain' }).click()
  await expect(page.getByText('Captain created')).toBeVisible()
  await page.getByRole('link', { name: 'Nína Ösp' }).click()
  const rank = page.getByRole('region', { name: 'Rank' })
  await expect(rank).toContainText('Trainee')
  await expect(page.getByText('No trips yet')).toBeVisible()

  const captainId = page.url().split('/').at(-1) ?? ''
  const earned = { captainId, rankPoints: 21_000, stats: { score: 90 } }
  await db.update(trips).set(earned).where(eq(trips.id, binnacle.things.own.tripId))
  await page.reload()
  await expect(rank).toContainText('Beginner')
  await expect(rank).toContainText('21,000')
  await page.getByRole('link', { name: 'View all ranks' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Trips', exact: true }).last().click()
  await page.getByRole('button', { name: /^Actions for Trip by/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete trip' }).click()
  await expect(rank).toContainText('Trainee')
})

test('the sea service record is shown and handed out as PDF and CSV', async ({ page }) => {
  const { own } = binnacle.things
  await binnacle.api.records.db
    .update(trips)
    .set({ captainId: own.captainId, isDeleted: false })
    .where(eq(trips.id, own.tripId))
  await binnacle.open(page, 'organization-viewer', `/captains/${own.captainId}/sea-service`)
  const dialog = page.getByRole('dialog', { name: 'Sea service record' })
  await expect(dialog.getByRole('row', { name: /Vessel own/ })).toContainText('19.4')
  for (const [name, begin] of [
    ['PDF', '%PDF-'],
    ['CSV', '\uFEFFvessel,trips'],
  ] as const) {
    const address = await dialog.getByRole('link', { name }).getAttribute('href')
    const answer = await page.request.get(`${binnacle.url}${address}`)
    expect((await answer.body()).toString().startsWith(begin)).toBe(true)
  }
})

test('by keyboard alone a captain is made, looked at and deleted', async ({ page }) => {
  await binnacle.open(page, 'organization-admin', '/captains')
  const goTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let steps = 0; steps < 80; steps++) {
      if ((await page.locator(':focus').and(target).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error('the keyboard does not get there')
  }
  await goTo(page.getByRole('link', { name: 'Add captain' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Anna Lind')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Captain created')).toBeVisible()

  await goTo(page.getByRole('link', { name: 'Anna Lind' }))
  await page.keyboard.press('Enter')
  const ranks = page.getByRole('link', { name: 'View all ranks' })
  await goTo(ranks)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ranks' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(ranks).toBeFocused()

  await goTo(page.getByRole('button', { name: 'Actions', exact: true }))
  await page.keyboard.press('Enter')
  const remove = page.getByRole('menuitem', { name: 'Delete' })
  await expect(remove).toBeVisible()
  await page.keyboard.press('End')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await goTo(page.getByRole('dialog').getByRole('button', { name: 'Delete captain' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Captain deleted')).toBeVisible()
  await expect(page).toHaveURL(`${binnacle.url}/captains`)
  await expect(page.getByRole('link', { name: 'Captain own' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Anna Lind' })).toHaveCount(0)
})

for (const role of ROLE_IDS) {
  test(`${role} sees every tab of a captain, and only what they may do`, async ({ page }) => {
    const { captainId } = binnacle.things.own
    await binnacle.open(page, role, `/captains/${captainId}`)
    const tabs = page.getByRole('navigation', { name: 'Captain', exact: true })
    for (const tab of ['Statistics', 'Safety', 'Fuel', 'Trips']) {
      await tabs.getByRole('link', { name: tab }).click()
      await expect(page.getByRole('main').getByText('Oops!')).toBeHidden()
      await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    }
    const mayEdit = role.endsWith('admin')
    await expect(page.getByRole('button', { name: 'Actions', exact: true })).toHaveCount(mayEdit ? 1 : 0)
    await page.goto(`${binnacle.url}/captains/${captainId}/delete`)
    const dialog = page.getByRole('dialog')
    await expect(
      mayEdit
        ? dialog.getByRole('button', { name: 'Delete captain' })
        : dialog.getByText('You do not have the required permissions to access this resource.'),
    ).toBeVisible()
  })
}
