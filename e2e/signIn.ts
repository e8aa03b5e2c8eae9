import { expect, type Page } from '@playwright/test'
import type { Taffrail } from './taffrail.ts'

/** Signs in with the password, the way a person does, and waits for the map. */
export async function signIn(page: Page, { url, admin }: Taffrail): Promise<void> {
  await page.goto(`${url}/signin`)
  // Without mail, the page asks for the password directly.
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/map/)
}
