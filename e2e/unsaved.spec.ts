import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { geofences } from '#server/stores/relational/schema.ts'
import { beginShape } from './beginShape.ts'
import { moveShape } from './moveShape.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

const QUESTION = 'Are you sure you want to discard the changes?'
const question = (page: Page) => page.getByText(QUESTION)
const back = (page: Page) => page.evaluate('history.back()')

/** Opens another page as a link does, so that Back leads to the previous page. */
const follow = (page: Page, path: string) =>
  page.evaluate(`__TSR_ROUTER__.history.push(${JSON.stringify(path)})`)

/** Chooses a profile picture, which opens the crop dialog. */
async function choosePicture(page: Page) {
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 600 } })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Opens a page by its name in the command palette. */
async function leaveByPalette(page: Page, name: string) {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('textbox', { name: 'Search' })
  await expect(search).toBeFocused()
  await search.fill(name)
  // The keys do nothing before the list is there.
  const palette = page.getByRole('dialog').filter({ has: search })
  await expect(palette.getByRole('button', { name, exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Leaves twice: keeps the input at the first question, and discards it at the second. */
async function keepThenDiscard(page: Page, leave: () => Promise<unknown>) {
  for (const answer of ['Keep editing', 'Discard changes']) {
    await leave()
    await expect(question(page)).toHaveCount(1)
    const choice = page.getByRole('button', {
      name: answer === 'Keep editing' ? /^(Keep editing|Cancel)$/ : answer,
    })
    await choice.last().click()
    await expect(question(page)).toHaveCount(0)
  }
}

test('Back asks once before it discards text typed in a dialog', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/captains')
  await page.getByRole('link', { name: 'Add captain' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill('Guðrún')
  await back(page)
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(name).toHaveValue('Guðrún')
  await back(page)
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/captains$/)

  // No question without input, and none after saving.
  await page.getByRole('link', { name: 'Add captain' }).click()
  await expect(name).toBeVisible()
  await back(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Add captain' }).click()
  await name.fill('Guðrún')
  await page.getByRole('dialog').getByRole('button', { name: 'Create captain' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Captain created')).toBeVisible()
})

test('Escape asks before it discards a choice in a select or a chosen picture', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/api-keys/new')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(`${taffrail.url}/settings/personal`)
  await choosePicture(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Back asks once before it discards changed settings', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/settings/password')
  await page.getByRole('link', { name: 'Personal' }).first().click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Somebody else')
  await back(page)
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/settings\/password$/)
  await expect(question(page)).toHaveCount(0)
})

test('asks nothing again while the page that the user left for still loads', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/settings/password')
  await page.getByRole('link', { name: 'Personal' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Somebody else')
  await page.getByRole('link', { name: 'Captains', exact: true }).click()
  await expect(question(page)).toBeVisible()
  // A fast user, or a page that loads slowly.
  await page.evaluate(`(() => {
    const discard = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Discard changes')
    discard.click()
    __TSR_ROUTER__.history.push('/api-keys')
  })()`)
  await expect(page).toHaveURL(/\/api-keys$/)
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible()
})

test('Back asks one question when a picture is open over a changed page', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/settings/password')
  await page.getByRole('link', { name: 'Personal' }).first().click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Somebody else')
  await choosePicture(page)
  await back(page)
  await expect(question(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await back(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/settings\/password$/)
  await expect(question(page)).toHaveCount(0)
})

test('a link of the command palette asks before it discards text typed in a dialog', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/captains/new')
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill('Guðrún')
  await leaveByPalette(page, 'Trips')
  await expect(question(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name).toHaveValue('Guðrún')
  await keepThenDiscard(page, () => leaveByPalette(page, 'Trips'))
  await expect(page).toHaveURL(/\/trips/)
})

test('every way to leave the page asks before it discards points of a geofence', async ({ page }) => {
  const { geofenceId } = taffrail.things.own
  const { db } = taffrail.api.records
  const alone = { coordinates: [{ latitudeDeg: 64.5, longitudeDeg: -23 }], radiusM: 500 }
  await db.update(geofences).set(alone).where(eq(geofences.id, geofenceId))
  await taffrail.open(page, 'organization-admin', '/trips')
  await follow(page, `/geofences?geofence=${geofenceId}&editing-points=${geofenceId}`)
  await moveShape(page, 40)
  const save = page.getByRole('button', { name: 'Save changes' })
  // A narrower department keeps the drawn shape.
  await page.getByRole('button', { name: /^Department: / }).click()
  await page.getByRole('button', { name: 'Sibling', exact: true }).click()
  await expect(save).toBeEnabled()
  await keepThenDiscard(page, () => back(page))
  await expect(page).toHaveURL(/\/trips/)
})

test('leaving asks before it discards drawn corners, a chosen day and a begun comment', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/trips')
  await follow(page, '/geofences?lat=64.1&lng=-22.3&zoom=10')
  await beginShape(page, 'polygon')
  await page.mouse.move(900, 500, { steps: 4 })
  await page.mouse.click(900, 500)
  await keepThenDiscard(page, () => back(page))
  await expect(page).toHaveURL(/\/trips/)

  await follow(page, '/exports/new')
  // The list of trips has a button of the same name.
  await page.getByRole('dialog').getByRole('button', { name: 'Date' }).click()
  const day = page.getByRole('button', { name: /^1 / }).first()
  await day.click()
  await day.click()
  await page.getByRole('button', { name: 'Apply' }).click()
  // Escape would close the calendar while it is still there.
  await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0)
  await keepThenDiscard(page, () => page.keyboard.press('Escape'))
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await follow(page, `/alerts/${taffrail.things.own.alertId}`)
  await page.getByRole('textbox', { name: 'Comment' }).fill('It was a whale.')
  await keepThenDiscard(page, () => page.keyboard.press('Escape'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('typed text survives the end of a session until the same person signs in again', async ({ page }) => {
  await taffrail.open(page, 'organization-admin', '/captains/new')
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill('Guðrún')
  await page.context().clearCookies()
  // The page asks the server for the user again.
  await page.evaluate(`localStorage.setItem('session-of', '')`)
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create captain' })
  await create.click()
  await expect(page.getByText('You are signed out. Your changes are not saved.')).toBeVisible()
  await leaveByPalette(page, 'Trips')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name).toHaveValue('Guðrún')

  await taffrail.signIn(page, 'organization-admin')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await create.click()
  await expect(page.getByText('Captain created')).toBeVisible()
})
