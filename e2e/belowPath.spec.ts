import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

const recording = join(import.meta.dirname, '../recordings/nordurljos.nmea.gz')
let taffrail: Taffrail
test.beforeAll(async () => {
  taffrail = await startTaffrail({ env: { PUBLIC_URL: 'http://localhost/fleet' } })
})
test.afterAll(() => taffrail?.close())

/** Requests of the page to this machine outside the path, and answers with an error status. */
function strays(page: Page): string[] {
  const found: string[] = []
  const isOurs = (address: string) => address.startsWith(`${taffrail.url}/`) || !address.includes('localhost')
  page.on('request', (request) => {
    if (/^http/.test(request.url()) && !isOurs(request.url())) found.push(request.url())
  })
  page.on('response', (answer) => {
    if (answer.status() >= 400) found.push(`${answer.status()} ${answer.url()}`)
  })
  return found
}

test('the console works below a path prefix', async ({ page, browser }) => {
  test.setTimeout(240_000)
  expect(new URL(taffrail.url).pathname).toBe('/fleet')
  const found = strays(page)
  const tiles: number[] = []
  const sockets: string[] = []
  page.on('response', (answer) => {
    if (answer.url().startsWith(`${taffrail.url}/basemap/`)) tiles.push(answer.status())
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', () => sockets.push(socket.url()))
  })
  await taffrail.run('import', '--vessel', 'Aava', '--create', recording)

  await page.goto(`${taffrail.url}/trips`)
  await expect(page).toHaveURL(`${taffrail.url}/signin?from=%2Ftrips`)
  await page.getByLabel('Email').fill(taffrail.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(taffrail.admin.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`${taffrail.url}/trips`)
  expect((await page.context().cookies()).map(({ path }) => path)).toEqual(expect.arrayContaining(['/fleet']))
  await expect.poll(() => sockets).toContain(`${taffrail.url.replace('http', 'ws')}/realtime`)

  await page.getByRole('row', { name: /Aava/ }).getByRole('link').click()
  await page.getByRole('link', { name: 'View on map' }).first().click()
  await expect(page.getByText('Trip by Aava').first()).toBeVisible()
  await expect.poll(() => tiles.includes(206)).toBe(true)
  await page.reload()
  await expect(page.getByText('Trip by Aava').first()).toBeVisible()
  await page.getByRole('button', { name: 'Zoom to trip' }).click()
  const trip = page.url().replace('/map/', '/')

  await page.goto(trip)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Download data' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await downloading).url()).toContain(`${taffrail.url}/downloads/`)
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const address = (await page.getByRole('dialog').getByText('/shared/').textContent()) ?? ''
  expect(address).toContain(`${taffrail.url}/shared/`)
  const visit = await (await browser.newContext()).newPage()
  const foundByVisitor = strays(visit)
  await visit.goto(address)
  await expect(visit.getByText('Shared by')).toBeVisible()
  await expect(visit.getByRole('button', { name: 'Zoom to trip' })).toBeEnabled()
  expect(foundByVisitor).toEqual([])

  await page.goto(`${taffrail.url}/settings/personal`)
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Use picture' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const shown = page.getByRole('button', { name: 'User menu' }).locator('img')
  await expect(shown).toHaveAttribute('src', /^\/fleet\/api\/pictures\//)
  await expect
    .poll(() => shown.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
    .toBeGreaterThan(0)

  await page.goto(`${taffrail.url}/signout`)
  await expect(page).toHaveURL(`${taffrail.url}/signin`)
  await signIn(page, taffrail)
  expect(found).toEqual([])
})

test('a request without the path prefix gets a 404 page with the address of the console', async ({
  page,
}) => {
  const answer = await page.goto(new URL('/map', taffrail.url).href)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('This console is at http://localhost/fleet.')).toBeVisible()
})
