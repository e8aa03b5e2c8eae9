import { expect, type Page } from '@playwright/test'
import { type RunningScript, startScript } from '#server/testing/testProgram.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { fillVessel } from './fillVessel.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { ownPageTest as test } from './warmPage.ts'

let taffrail: Taffrail
let device: RunningScript | undefined
// The second test continues where the first ended.
test.describe.configure({ mode: 'serial' })
test.use({ actionTimeout: 30_000 })
test.beforeAll(async () => {
  taffrail = await startTaffrail({ isEmpty: true })
})
test.afterAll(async () => {
  await device?.kill()
  await taffrail?.close()
})

test('a new user gets from an empty installation to a live boat on map and helm', async ({ page }) => {
  test.setTimeout(240_000)
  await page.goto(taffrail.url)
  await page.getByLabel('Organization').fill('Breiðafjörður Ferries')
  await page.getByLabel('Your name').fill('Embla Strand')
  await page.getByLabel('Email').fill('embla@ferries.example')
  await page.getByLabel('Password', { exact: true }).fill('a fair wind')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { name: 'Your first boat' })).toBeVisible()
  await expectNoViolation(page, 'first boat')
  await page.getByRole('link', { name: 'Later, show me the map' }).click()
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link')).toHaveCount(4)
  await expectNoViolation(page, 'first steps')
  await page.getByRole('tab', { name: 'Vessels' }).click()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Add vessel' })).toHaveAttribute(
    'href',
    '/vessels/new',
  )

  await steps.getByRole('link', { name: 'Add a vessel' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Add vessel', exact: true }).click()
  await fillVessel(dialog, 'Særún')
  await dialog.getByRole('button', { name: 'Create vessel' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Særún' }).click()
  await expect(page.getByRole('heading', { name: 'Særún' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No device yet' })).toBeVisible()
  await expect(steps.getByText('Add a vessel (Done)')).toBeVisible()
  await steps.getByRole('link', { name: 'Connect her device or send a log file' }).click()
  await page.getByRole('link', { name: 'Connect a boat' }).click()
  await expect(page.getByRole('dialog', { name: 'Connect Særún' })).toBeVisible()
  await page.keyboard.press('Escape')
  const firstData = page.getByRole('listitem').filter({ hasText: 'First data' })
  await expect(firstData).toContainText('They appear here')

  device = startScript('device', ['--server', taffrail.url])
  const [, code = ''] = await device.prints(/pairing code (\w{8})/)
  await page.getByRole('link', { name: 'Særún' }).click()
  await page.getByRole('button', { name: 'Actions for Særún' }).click()
  await page.getByRole('menuitem', { name: 'Pair', exact: true }).click()
  await page.getByText('Pair a new device').click()
  await page.getByLabel('Pairing code').pressSequentially(code)
  await expect(page.getByText('Vessel paired successfully with the device')).toBeVisible()
  await device.prints(/^paired$/m)
  // The settings on the screen reach the device.
  await device.prints(/^settings .*"guidance_mode":"auto"/m)
  await expect(
    page
      .locator('dd')
      .getByText(/Sailing|Online/)
      .first(),
  ).toBeVisible()
  await page.goto(`${taffrail.url}/first-boat`)
  await expect(firstData).toContainText(/Data received .* ago/)
  await expectNoViolation(page, 'first data')
  await firstData.getByRole('link', { name: 'Map View' }).click()
  await expect(page.getByText('Særún').first()).toBeVisible()
  await expect(steps.getByText('Connect her device or send a log file (Done)')).toBeVisible()
  await page.goto(`${taffrail.url}/vessels`)
  await page.getByRole('link', { name: 'Særún' }).click()
  await page.getByRole('link', { name: 'Helm View' }).click()
  await expect(page.getByRole('region', { name: /Speed over ground/ }).locator('[data-figure]')).toHaveText(
    /\d/,
  )

  await page.goto(`${taffrail.url}/map`)
  await steps.getByRole('link', { name: 'Name a captain' }).click()
  await dialog.getByLabel('Name').fill('Hrafn')
  await dialog.getByRole('button', { name: 'Create captain' }).click()
  await page.goto(`${taffrail.url}/map`)
  await expect(steps.getByText('Name a captain (Done)')).toBeVisible()
  await steps.getByRole('button', { name: 'Dismiss first steps' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
  await expect(steps).toHaveCount(0)
})

/** Ten minutes at ten knots, a sentence a second. */
function sailed(sentence: (time: string, latMinutes: string) => string): string {
  return Array.from({ length: 600 }, (_, second) => {
    const time = new Date(Date.UTC(2026, 5, 1, 12, 0, second)).toISOString().slice(11, 19).replaceAll(':', '')
    return withSum(sentence(time, (9 + (second * 10) / 3600).toFixed(4).padStart(7, '0')))
  }).join('\n')
}
const withSum = (sentence: string) => {
  const sum = [...sentence].reduce((all, letter) => all ^ letter.charCodeAt(0), 0)
  return `$${sentence}*${sum.toString(16).toUpperCase().padStart(2, '0')}`
}

async function drop(page: Page, name: string, content: string) {
  // Script as text, because this file has no browser types.
  const files = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}))
    return transfer
  })()`)
  const card = page.getByRole('article').filter({ hasText: 'Særún' })
  await card.dispatchEvent('dragover', { dataTransfer: files })
  await expect(card.getByText('Drop log files on Særún')).toBeVisible()
  await card.dispatchEvent('drop', { dataTransfer: files })
}

test('a log file dropped on a vessel becomes a trip; a file without a date asks for one', async ({
  page,
}) => {
  await page.goto(`${taffrail.url}/signin`)
  await page.getByLabel('Email').fill('embla@ferries.example')
  await page.getByLabel('Password', { exact: true }).fill('a fair wind')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/map/)
  await page.goto(`${taffrail.url}/vessels`)
  const rmc = sailed((time, lat) => `GPRMC,${time}.00,A,64${lat},N,02157.0000,W,10.0,0.0,010626,,,A`)
  await drop(page, 'june.nmea', `${rmc}\n$GPXXX,nonsense*00\n`)
  const dialog = page.getByRole('dialog', { name: 'Log files of Særún' })
  const june = dialog.getByRole('listitem').filter({ hasText: 'june.nmea' }).first()
  await expect(june).toContainText('Stored')
  await expect(june).toContainText(/samples from .*12:00 to .*12:09/)
  await expect(june.getByRole('list', { name: 'Rejected data' })).toContainText('Wrong checksum')
  await expectNoViolation(page, 'log files')

  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Sir,\n') },
    {
      name: 'undated.nmea',
      mimeType: 'text/plain',
      buffer: Buffer.from(sailed((time, lat) => `GPGLL,64${lat},N,02157.0000,W,${time},A,A`)),
    },
  ])
  const letter = dialog.getByRole('listitem').filter({ hasText: 'letter.txt' })
  await expect(letter).toContainText('This is no log of a known kind.')
  const undated = dialog.getByRole('listitem').filter({ hasText: 'undated.nmea' }).first()
  // The calendar opens on today, the proposal for such a file.
  const now = new Date()
  const month = new Date(now.getFullYear(), now.getMonth() - 1).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
  })
  await undated.getByLabel('First day of undated.nmea').click()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await page.getByRole('button', { name: `4 ${month}`, exact: true }).click()
  await undated.getByRole('button', { name: 'Import' }).click()
  await expect(undated).toContainText(`samples from 4 ${month.slice(0, 3)}`)

  await june.getByRole('link', { name: 'Trips' }).click()
  await expect(page.getByRole('row', { name: /1 Jun/ })).toContainText('10m')
  await expect(page.getByRole('row', { name: `4 ${month.slice(0, 3)}` })).toBeVisible()
})
