import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { alerts, comments, images } from '#server/stores/relational/schema.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
let address: string
test.beforeAll(async () => {
  taffrail = await startConsole()
  address = `/trips/${taffrail.things.own.tripId}/comments`
})
test.afterAll(() => taffrail?.api.close())

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer(),
})
const write = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' })
const attached = (page: Page) => page.getByRole('list', { name: 'Attached images' }).getByRole('listitem')

/** Drops or pastes a file, as a user does. */
async function give(page: Page, how: 'drop' | 'paste', file: Awaited<ReturnType<typeof picture>>) {
  await expect(write(page)).toBeVisible()
  await page.evaluate(`{
    const bytes = Uint8Array.from(atob('${file.buffer.toString('base64')}'), (letter) => letter.charCodeAt(0))
    const given = new DataTransfer()
    given.items.add(new File([bytes], '${file.name}', { type: '${file.mimeType}' }))
    const about = { bubbles: true, cancelable: true, dataTransfer: given, clipboardData: given }
    const event = new ${how === 'drop' ? 'DragEvent' : 'ClipboardEvent'}('${how}', about)
    document.querySelector('form textarea').dispatchEvent(event)
  }`)
}

test('posts, views and deletes a comment with two images', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', address)
  await expect(page.getByText('No comments yet')).toBeVisible()
  const post = page.getByRole('button', { name: 'Post' })
  await expect(post).toBeDisabled()

  await page
    .locator('input[type=file]')
    .setInputFiles([
      await picture('quay-at-low-water-with-a-name-that-is-long.png', '#2266aa'),
      await picture('bow.png', '#aa6622'),
    ])
  await give(page, 'drop', await picture('stern.png', '#22aa66'))
  await expect(attached(page).filter({ hasText: 'Uploaded' })).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove stern.png' }).click()
  await expect(attached(page)).toHaveCount(2)

  const text = '<img src=x onerror=alert(1)> Scratch on the bow'
  await write(page).fill(text)
  await write(page).press('Shift+Enter')
  const comment = page.getByRole('listitem').filter({ hasText: 'Scratch on the bow' })
  await expect(comment).toContainText(text)
  await expect(comment).toContainText('department-viewer')
  await expect(attached(page)).toHaveCount(0)
  await expect(write(page)).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Comments 1' })).toBeVisible()

  await comment.getByRole('button', { name: 'Show image 2 of 2' }).click()
  const lightbox = page.getByRole('dialog', { name: 'Images' })
  await expect(lightbox.getByRole('img', { name: 'Image 2 of 2' })).toBeVisible()
  await expect(lightbox).toContainText('bow.png')
  await page.keyboard.press('ArrowRight')
  await expect(lightbox).toContainText('quay-at')
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox).toContainText('bow.png')
  const shown = 'document.querySelector("[role=dialog] img").naturalWidth'
  await expect.poll(() => page.evaluate(shown)).toBe(600)
  // A long name and a wide image leave the close button on a phone's screen.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('ArrowRight')
  await expect(lightbox).toContainText('quay')
  await expect(lightbox.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()

  await comment.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(page.getByText('Comment deleted')).toBeVisible()
  await expect(page.getByText('No comments yet')).toBeVisible()
  const { db } = taffrail.api.records
  expect([await db.$count(images), await db.$count(comments, eq(comments.text, text))]).toEqual([0, 0])
})

test('posts an image without text; blocks posting while an invalid image is attached', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', address)
  await give(page, 'paste', { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
  await expect(page.getByText('Failed to upload image')).toBeVisible()
  await expect(attached(page).filter({ hasText: 'Not a JPEG, PNG or WebP picture' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Post' })).toBeDisabled()
  await page.getByRole('button', { name: 'Remove broken.png' }).click()
  await give(page, 'paste', await picture('pasted.png', '#888888'))
  await expect(attached(page).filter({ hasText: 'Uploaded' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(page.getByRole('button', { name: 'Show image 1 of 1' })).toBeVisible()
})

test('posts a comment once when the user leaves the tab and returns during the request', async ({ page }) => {
  await taffrail.open(page, 'department-viewer', address)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/comments', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await write(page).fill('Fender lost')
  await page.getByRole('button', { name: 'Post' }).click()
  await page.getByRole('link', { name: 'Summary' }).click()
  await expect(write(page)).toHaveCount(0)
  await page
    .getByRole('link', { name: /^Comments/ })
    .last()
    .click()
  await expect(write(page)).toHaveValue('Fender lost')
  await expect(write(page)).not.toBeEditable()
  letThrough()
  await expect(write(page)).toHaveValue('')
  await expect(page.getByRole('listitem').filter({ hasText: 'Fender lost' })).toHaveCount(1)
})

test('hides writing, deleting and reading from users without the permission', async ({ page }) => {
  const { organizationId, vesselId, tripId } = taffrail.things.own
  const gone = { organizationId, vesselId, tripId, text: 'Left long ago' }
  await taffrail.api.records.db.insert(comments).values(gone)
  await taffrail.open(page, 'super-viewer', address)
  await expect(page.getByRole('listitem').filter({ hasText: 'Left long ago' })).toContainText('Deleted User')
  await expect(write(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete comment' })).toHaveCount(0)

  await taffrail.open(page, 'organization-viewer', address)
  await expect(write(page)).toBeVisible()
  await expect(page.getByText('Left long ago')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete comment' })).toHaveCount(0)

  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch()
    const me = await answer.json()
    const permissions = me.permissions.filter((one: string) => !one.startsWith('vessel:trip-comment-view'))
    await route.fulfill({ response: answer, json: { ...me, permissions } })
  })
  await page.reload()
  await expect(page.getByText('You do not have the required permissions')).toBeVisible()
  await expect(write(page)).toHaveCount(0)
})

test('a trip loads its alerts while the user scrolls, and each opens in a panel with its links', async ({
  page,
}) => {
  const { organizationId, vesselId, tripId, ruleId } = taffrail.things.own
  const minute = (n: number) => (Date.UTC(2026, 5, 18, 9, 1) + n * 60_000) * 1000
  await taffrail.api.records.db.insert(alerts).values(
    Array.from({ length: 30 }, (_, n) => ({
      ...{ organizationId, vesselId, tripId, ruleId, type: 'threshold', severity: 'warning' },
      ...{ text: `Bilge alarm ${n}`, triggerUs: minute(n), latitudeDeg: 64.15, longitudeDeg: -21.95 },
      sources: ['Engine gateway'],
      createdAt: new Date(minute(n) / 1000),
    })),
  )
  await taffrail.open(page, 'department-viewer', `/trips/${tripId}/alerts`)
  const list = page.getByRole('list', { name: 'Alerts' })
  await expect(list.getByText('Bilge alarm 29')).toBeVisible()
  await expect(list.getByText('Alert own')).toHaveCount(0)
  await expect(async () => {
    await list.getByRole('listitem').last().scrollIntoViewIfNeeded()
    await expect(list.getByText('Alert own')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(list.getByRole('listitem')).toHaveCount(31)

  await list.getByText('Bilge alarm 3', { exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Alert' })
  for (const fact of ['Bilge alarm 3', 'Warning', 'Threshold', '18 Jun, 2026 09:04:00', 'Engine gateway'])
    await expect(panel.getByText(fact, { exact: true })).toBeVisible()
  await expect(panel.getByRole('link', { name: 'View on map' })).toHaveAttribute(
    'href',
    new RegExp(`^/map/trips/${tripId}`),
  )
  await page.keyboard.press('Escape')
  // The pressed alert is the moment of the trip.
  const momentMs = Date.parse('2026-06-18T09:04:00Z')
  await expect(page).toHaveURL(new RegExp(`/trips/${tripId}/alerts\\?t=${momentMs}$`))

  await page.goto(`${taffrail.url}/alerts/${taffrail.things.own.alertId}`)
  await expect(panel.getByText('The alert has no position.')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'View rule' })).toHaveCount(0)
  await panel.getByRole('link', { name: 'Go to trip' }).click()
  await expect(page).toHaveURL(new RegExp(`/trips/${tripId}/alerts$`))
  await page.goto(`${taffrail.url}/alerts/${taffrail.things.sibling.alertId}`)
  await expect(panel.getByText('Alert not found')).toBeVisible()
})

test('lists all comments by subject, filters them, and shows each in full', async ({ page }) => {
  const { organizationId, vesselId, tripId } = taffrail.things.child
  const { db } = taffrail.api.records
  const commentOf = (text: string, day: number, about: object) => ({
    ...{ organizationId, vesselId, text, createdAt: new Date(Date.UTC(2026, 5, day, 12)) },
    ...about,
  })
  await db
    .insert(comments)
    .values([
      ...[20, 21, 22, 23].map((day) => commentOf(`Hull looked at on the ${day}th`, day, {})),
      ...[20, 21, 22, 23].map((day) => commentOf(`Engine heard on the ${day}th`, day, { tripId })),
    ])
  await taffrail.open(page, 'department-viewer', '/comments')
  const groups = page.getByRole('main').locator('section')
  const hers = groups.filter({ has: page.getByRole('heading', { name: 'Vessel child', exact: true }) })
  const ofTrip = groups
    .filter({ has: page.getByRole('heading', { name: /^Trip/ }) })
    .filter({ hasText: 'Engine' })
  await expect(hers.getByRole('listitem')).toHaveCount(3)
  await expect(ofTrip.getByRole('listitem')).toHaveCount(3)
  await expect(ofTrip).toContainText('Engine heard on the 23th')
  await expect(ofTrip).not.toContainText('Engine heard on the 20th')
  await expectNoViolation(page, 'all comments')

  const filter = page.getByRole('radiogroup', { name: 'About' })
  await filter.getByText('Vessels', { exact: true }).click()
  await expect(page).toHaveURL(/entity=vessel/)
  await expect(ofTrip).toHaveCount(0)
  await hers.getByRole('button', { name: /^View all/ }).click()
  await expect(hers).toContainText('Hull looked at on the 20th')
  await filter.getByText('Trips', { exact: true }).click()
  await expect(hers).toHaveCount(0)
  await page.goto(`${taffrail.url}/comments?from=2026-06-20&to=2026-06-21`)
  await expect(ofTrip.getByRole('listitem')).toHaveCount(2)
  await page.goto(`${taffrail.url}/comments`)
  await ofTrip.getByRole('link', { name: /^View all/ }).click()
  await expect(page).toHaveURL(`${taffrail.url}/trips/${tripId}/comments`)
  await expect(page.getByText('Engine heard on the 20th')).toBeVisible()
})
