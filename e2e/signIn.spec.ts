import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { emailOf, PASSWORD, type TestApi, testApi, twoOrganizations } from '#server/api/testApi.ts'

/** The built console on the real API with two organizations in it; mails are read where a demo shows them. */
let api: TestApi
let address: string

test.beforeAll(async () => {
  const consoleDir = fileURLToPath(new URL('../dist', import.meta.url))
  // The server must know its own address before it listens, to tell its own pages from foreign ones.
  const port = await freePort()
  api = await testApi({ consoleDir, demo: true, PORT: port })
  await twoOrganizations(api.records.db)
  address = await api.app.listen({ port, host: 'localhost' })
})
test.afterAll(() => api.close())

test('a wrong password says so, the right one leads to where one was going, and out again', async ({
  page,
}) => {
  await page.goto(`${address}/trips?size=20`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()

  await page.getByLabel('Email').fill(emailOf('organization-admin'))
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid email or password. Please check your credentials and try again.',
  )

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${address}/trips?size=20`)
  await expect(page.getByRole('row')).toHaveCount(5)

  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await page.goto(`${address}/trips`)
  await expect(page).toHaveURL(/\/signin/)
})

test('a code from the mail signs in by itself once its sixth character is typed', async ({ page }) => {
  await page.goto(`${address}/signin`)
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Must be a valid email')).toBeVisible()

  const email = emailOf('department-viewer')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(/Resend in \d+ s/)).toBeVisible()

  await page.keyboard.type('aaaaaa')
  await expect(page.getByRole('alert')).toHaveText('Incorrect code')
  await expect.poll(async () => (await api.mails()).some(({ to }) => to === email)).toBe(true)
  const mail = (await api.mails()).find(({ to }) => to === email)
  await page.keyboard.type(/\b[A-Z0-9]{6}\b/.exec(mail?.text ?? '')?.[0] ?? '')
  await expect(page).toHaveURL(/\/map/)
})

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
