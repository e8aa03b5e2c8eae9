import { expect, type Page } from '@playwright/test'
import { createUser } from '#server/access/createUser.ts'
import { PASSWORD, type Place } from '#server/testing/testApi.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 30_000 })
test.afterAll(() => taffrail?.api.close())

const EMAIL = 'birna@one.example'

async function signIn(page: Page, path: string) {
  await page.request.post(`${taffrail.url}/identity/sign-in/email`, {
    headers: { origin: taffrail.url },
    data: { email: EMAIL, password: PASSWORD },
  })
  await page.goto(`${taffrail.url}${path}`)
}

/** Narrows the console to a department, or widens it to all departments, on the same page. */
async function choose(page: Page, department: string) {
  await page.getByRole('button', { name: /^Department: / }).click()
  await page.getByRole('button', { name: department, exact: true }).click()
}

/** Lists by the name of their link, with the text in a row of a department. */
const LISTS: readonly [link: string, ofPlace: (place: Place) => string][] = [
  ['Vessels', (place) => `Vessel ${place}`],
  ['Captains', (place) => `Captain ${place}`],
  ['Trips', (place) => `Vessel ${place}`],
  ['Alerts', (place) => `Alert ${place}`],
  ['Comments', (place) => `Vessel ${place}`],
]

test('a user with two departments sees both or either one, and edits only the one where the role allows it', async ({
  page,
}) => {
  const { sibling, own } = taffrail.things
  const { id } = await createUser(taffrail.api.records, {
    ...{ organizationId: sibling.organizationId, departmentId: sibling.departmentId },
    roleId: 'department-viewer',
    ...{ name: 'Birna', email: EMAIL, password: PASSWORD },
  })
  await taffrail.open(page, 'organization-admin', `/users/${id}/edit`)
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Add a department' }).click()
  await form.getByRole('combobox', { name: 'Further department 1' }).click()
  await page.getByRole('option', { name: 'Child', exact: true }).click()
  await form.getByRole('combobox', { name: 'Role in Child' }).click()
  await page.getByRole('option', { name: 'DepartmentAdmin' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User updated')).toBeVisible()
  await page.goto(`${taffrail.url}/users/${id}`)
  await expect(form.getByText('Child · Department admin')).toBeVisible()

  await signIn(page, '/settings/personal')
  await expect(page.getByText('Sibling · Department viewer')).toBeVisible()
  await expect(page.getByText('Child · Department admin')).toBeVisible()

  const main = page.getByRole('main')
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  for (const [link, ofPlace] of LISTS) {
    await menu.getByRole('link', { name: new RegExp(`^${link}`) }).click()
    const shows = async (...places: Place[]) => {
      for (const place of ['sibling', 'child', 'own', 'parent', 'foreign'] as const) {
        const found = main.getByText(ofPlace(place)).filter({ visible: true })
        if (places.includes(place)) await expect(found.first(), `${link} of ${place}`).toBeVisible()
        else await expect(found, `${link} of ${place}`).toHaveCount(0)
      }
    }
    await shows('sibling', 'child')
    await choose(page, 'Child')
    await shows('child')
    await choose(page, 'Sibling')
    await shows('sibling')
    await choose(page, 'All my departments')
    await shows('sibling', 'child')
  }

  // The socket sends the whole fleet, and the page filters it.
  await menu.getByRole('link', { name: 'Map' }).click()
  await page.getByRole('tab', { name: 'Vessels' }).click()
  const boat = (place: Place) => page.getByText(`Vessel ${place}`).filter({ visible: true })
  await expect(boat('sibling').first()).toBeVisible()
  await expect(boat('child').first()).toBeVisible()
  await choose(page, 'Sibling')
  await expect(boat('child')).toHaveCount(0)
  await expect(boat('sibling').first()).toBeVisible()

  // The role in this department may only view, the role in the other may edit.
  await menu.getByRole('link', { name: 'Captains' }).click()
  const add = page.getByRole('link', { name: 'Add captain' })
  await expect(page.getByRole('link', { name: 'Captain sibling' })).toBeVisible()
  await expect(add).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(menu.getByRole('button', { name: 'Users: Insufficient permissions' })).toBeVisible()
  await choose(page, 'Child')
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Captain child' })).toBeVisible()
  await choose(page, 'All my departments')
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1)
  await add.click()
  const department = page.getByRole('dialog').getByRole('combobox', { name: 'Department' })
  await expect(department).toHaveValue('Child')
  await department.click()
  await expect(page.getByRole('option')).toHaveText(['Child'])
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Name' }).fill('Nína Ösp')
  await page.getByRole('button', { name: 'Create captain' }).click()
  await expect(page.getByText('Captain created')).toBeVisible()

  for (const [{ vesselId }, mayEdit] of [
    [sibling, false],
    [taffrail.things.child, true],
  ] as const) {
    await page.goto(`${taffrail.url}/vessels/${vesselId}/edit`)
    const dialog = page.getByRole('dialog')
    await expect(
      mayEdit
        ? dialog.getByRole('button', { name: 'Save' })
        : dialog.getByText('You do not have the required permissions to access this resource.'),
    ).toBeVisible()
  }
  await page.goto(`${taffrail.url}/vessels/${own.vesselId}`)
  await expect(page.getByText('Vessel not found')).toBeVisible()
})
