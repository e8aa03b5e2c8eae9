import { expect, type Page } from '@playwright/test'
import { emailOf, PASSWORD } from '#server/testing/testApi.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

async function typePassword(page: Page, email: string) {
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
}

async function expectToShow(page: Page, email: string) {
  await page.getByRole('button', { name: 'User menu' }).click()
  await expect(page.getByRole('dialog').or(page.getByRole('menu')).getByText(email)).toBeVisible()
  await page.keyboard.press('Escape')
}

test('a tab follows to the new user when another user signs in in a second tab', async ({
  page,
  context,
}) => {
  const { url } = taffrail
  const [ada, bo] = [emailOf('organization-admin'), emailOf('department-viewer')]
  await taffrail.open(page, 'organization-admin', '/settings/personal')
  await expectToShow(page, ada)
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()

  const other = await context.newPage()
  await other.goto(`${url}/signout`)
  await expect(other).toHaveURL(/\/signin/)
  // Signing out in one tab signs out in all tabs.
  await expect(page).toHaveURL(/\/signin/)
  await taffrail.open(page, 'organization-admin', '/settings/personal')
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()

  await typePassword(other, bo)
  await expect(page.getByText(/^This tab followed another one/)).toBeVisible()
  await expect(page).toHaveURL(`${url}/settings/personal`)
  await expectToShow(page, bo)
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
})

test('a tab that missed the change of user notices before its next request', async ({ page }) => {
  const { url } = taffrail
  await taffrail.open(page, 'organization-admin', '/settings/password')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill('another wind')
  await page.getByLabel(/^(Confirm|Repeat)/).fill('another wind')
  // Signs in as another window would that shares only the cookie.
  const answer = await page.request.post(`${url}/identity/sign-in/email`, {
    headers: { origin: url },
    data: { email: emailOf('department-viewer'), password: PASSWORD },
  })
  expect(answer.ok()).toBe(true)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/^This tab followed another one/)).toBeVisible()
  await expectToShow(page, emailOf('department-viewer'))
  // The failed change left both passwords as they were.
  await taffrail.open(page, 'organization-admin', '/map')
  await taffrail.open(page, 'department-viewer', '/map')
})

test('a sign-out that fails on the server shows an error and keeps the session', async ({ page }) => {
  const { url } = taffrail
  await taffrail.open(page, 'organization-admin', '/map')
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
  await page.route('**/identity/sign-out', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal' } }),
  )
  await page.goto(`${url}/signout`)
  await expect(page.getByRole('alert')).toContainText('Could not sign out')
  await page.getByRole('link', { name: 'Back to safety' }).click()
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()

  await page.goto(`${url}/signout`)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/identity/sign-out')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await page.goto(`${url}/map`)
  await expect(page).toHaveURL(/\/signin/)
})
