import { expect, type Page } from '@playwright/test'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

let taffrail: Taffrail

test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 30_000 })
test.beforeAll(async () => {
  test.setTimeout(240_000)
  taffrail = await startTaffrail()
  await taffrail.run('new-device', '--vessel', 'Hafdís')
})
test.afterAll(() => taffrail?.close())

/** The address in the open dialog, which the console shows once. */
async function shownAddress(page: Page): Promise<string> {
  const address = page.getByRole('dialog').locator('pre').first()
  await expect(address).toContainText('/gateway/phone/')
  return (await address.textContent()) ?? ''
}
const report = async (address: string) => {
  const tst = Math.round(Date.now() / 1000)
  const body = JSON.stringify({ _type: 'location', lat: 64.15, lon: -21.95, tst, vel: 18, acc: 9 })
  const answer = await fetch(address, { method: 'POST', body })
  return [answer.status, await answer.text()]
}

test('a phone takes the place of a device, reports, and loses its address when a new one is made', async ({
  page,
}) => {
  await signIn(page, taffrail)
  await page.goto(`${taffrail.url}/vessels`)
  await page.getByRole('link', { name: 'Hafdís', exact: true }).click()
  // The list has such a menu for each vessel too.
  await expect(page.getByRole('heading', { name: 'Hafdís', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Connect a boat', exact: true }).click()
  await page.getByRole('button', { name: /^Phone/ }).click()
  await page.getByRole('button', { name: 'Replace her device' }).click()
  const address = await shownAddress(page)
  expect(await report(address)).toEqual([200, '[]'])
  await expect(page.getByText(/Data received .*: Position/)).toBeVisible()

  await page.goto(`${taffrail.url}/devices`)
  await page.getByRole('link', { name: /^phone-/ }).click()
  await expect(page.getByRole('dialog').getByText('Key in its address')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('OwnTracks')).toBeVisible()
  await page.getByRole('button', { name: 'New address' }).click()
  const renewed = await shownAddress(page)
  expect((await report(address))[0]).toBe(404)
  expect(await report(renewed)).toEqual([200, '[]'])
})
