import { expect, type Page } from '@playwright/test'
import { openMail } from '#server/notify/openMail.ts'
import { emailOf, PASSWORD } from '#server/testing/testApi.ts'
import { codeOfApp } from '#server/testing/testAuthenticator.ts'
import { CLIENT, openTestProvider, type TestProvider } from '#server/testing/testProvider.ts'
import { openTestSmtp, type TestSmtp } from '#server/testing/testSmtp.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

/** With a real mail server and a real external provider beside the console. */
let taffrail: TestConsole
let smtp: TestSmtp
let provider: TestProvider

test.beforeAll(async () => {
  smtp = await openTestSmtp()
  taffrail = await startConsole(async (url) => {
    provider = await openTestProvider(`${url}/identity/callback/oidc`)
    return {
      mail: openMail({ SMTP_URL: smtp.url, MAIL_FROM: 'Taffrail <a@b.example>', dataDir: '/nowhere' }),
      provider: { name: 'Harbour ID', issuer: provider.issuer, ...CLIENT },
    }
  })
})
test.afterAll(async () => {
  await taffrail?.api.close()
  await smtp?.close()
  await provider?.close()
})

async function typePassword(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('a first visit logs no error', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) logged.push(message.text())
  })
  await page.goto(taffrail.url)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Harbour ID' })).toBeVisible()
  expect(logged).toEqual([])
  // Style sheets of the component library load in any order; a button keeps its background.
  const button = page.getByRole('button', { name: 'Continue', exact: true })
  await expect(button).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

test('a wrong password shows an error, the right one opens the requested page, and the user signs out', async ({
  page,
}) => {
  const { url } = taffrail
  await page.goto(`${url}/trips?size=20`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email').fill('ada@harbour.example')
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('ada@harbour.example')
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()

  await typePassword(page, emailOf('organization-admin'), 'wrong')
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid email or password. Please check your credentials and try again.',
  )

  await typePassword(page, emailOf('organization-admin'))
  await expect(page).toHaveURL(`${url}/trips?size=20`)
  await expect(page.getByRole('row')).toHaveCount(5)

  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/signin$/)
  await page.goto(`${url}/trips`)
  await expect(page).toHaveURL(/\/signin/)
})

test('a code from the mail signs in when its sixth character is typed', async ({ page }) => {
  await page.goto(`${taffrail.url}/signin`)
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Must be a valid email')).toBeVisible()

  const email = emailOf('department-viewer')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText(/Resend in \d+ s/)).toBeVisible()

  await page.keyboard.type('aaaaaa')
  await expect(page.getByRole('alert')).toHaveText('Incorrect code')
  const mailed = () => smtp.received.find(({ to }) => to === email)?.text ?? ''
  await expect.poll(mailed).toMatch(/code is/)
  await page.keyboard.type(/code is (\S{6})/.exec(mailed())?.[1] ?? '')
  await expect(page).toHaveURL(/\/map/)
})

test('turns two-factor authentication on, asks for it, accepts a backup code, and turns it off', async ({
  page,
}) => {
  const { url } = taffrail
  const email = emailOf('organization-viewer')
  await taffrail.open(page, 'organization-viewer', '/settings')
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = await dialog.getByRole('definition').textContent()
  const app = `otpauth://totp/Taffrail?secret=${secret}`
  await dialog.getByLabel('Code of the app').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Incorrect code')).toBeVisible()
  await dialog.getByLabel('Code of the app').fill(codeOfApp(app, -1))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const [backup = ''] = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()

  await page.goto(`${url}/signout`)
  await expect(page).toHaveURL(/\/signin/)
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await typePassword(page, email)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await page.keyboard.type('000000')
  await expect(page.getByText('Incorrect code')).toBeVisible()
  await page.getByRole('textbox').fill(codeOfApp(app))
  await expect(page).toHaveURL(/\/map/)

  await page.goto(`${url}/signout`)
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await typePassword(page, email)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backup)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/map/)

  await page.goto(`${url}/settings`)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Code of the app or a backup code').fill(codeOfApp(app, 1))
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('the external provider signs in existing users only', async ({ page }) => {
  // The provider redirects to the configured address of the installation, where the browser's cookie must be.
  const url = taffrail.url.replace('127.0.0.1', 'localhost')
  Object.assign(provider.person, { email: 'stranger@harbour.example', verified: true })
  await page.goto(`${url}/trips`)
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await expect(page.getByRole('alert')).toHaveText('No user here has the verified email of that account.')

  await page.context().clearCookies()
  Object.assign(provider.person, { email: emailOf('organization-viewer'), verified: true })
  await page.goto(`${url}/trips`)
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await expect(page).toHaveURL(`${url}/trips`)
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
})
