import { expect, type Page } from '@playwright/test'
import { connectAsync } from 'mqtt'
import { trips } from '#server/stores/relational/schema.ts'
import { tripOf } from '#server/testing/testApi.ts'
import { goOn } from './goOn.ts'
import { signIn } from './signIn.ts'
import { startTaffrail } from './taffrail.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

test.describe('the trips of an organization', () => {
  let taffrail: TestConsole
  test.beforeAll(async () => {
    taffrail = await startConsole()
    const { vesselId: id, organizationId } = taffrail.things.own
    const earlier = Array.from({ length: 12 }, (_, day) =>
      tripOf({ id, organizationId }, Date.UTC(2026, 4, day + 1, 9) * 1000),
    )
    await taffrail.api.records.db.insert(trips).values(earlier)
  })
  test.afterAll(() => taffrail?.api.close())

  const rows = (page: Page) => page.locator('tbody tr')
  const actions = (page: Page, vessel: string) =>
    page.getByRole('button', { name: `Actions for Trip by ${vessel}` }).first()

  test('keeps the view in the address, and restores it after a reload and on the way back', async ({
    page,
  }) => {
    await taffrail.open(page, 'organization-admin', '/trips')
    await expect(rows(page)).toHaveCount(10)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=1/)
    await page.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click()
    await expect(page).toHaveURL(/\/trips\?order=duration(%3A|:)desc$/)
    await page.getByRole('combobox', { name: 'Vessel' }).click()
    await page.getByRole('option', { name: 'Vessel own' }).click()
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await page.getByRole('option', { name: '20' }).click()
    await expect(rows(page)).toHaveCount(13)
    await page.getByText('Compact', { exact: true }).click()
    await page.reload()
    await expect(rows(page)).toHaveCount(13)
    await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked()
    const listed = page.url()
    expect(listed).toMatch(/size=20/)
    expect(listed).toMatch(new RegExp(`vessel=${taffrail.things.own.vesselId}`))

    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trip by Vessel own')
    await page.getByRole('link', { name: 'Back to trips' }).click()
    await expect(page).toHaveURL(listed)
    await expect(rows(page)).toHaveCount(13)
  })

  test('refuses a thirty-first pin until the user drops pins of deleted trips', async ({ page }) => {
    const { organizationId, tripId } = taffrail.things.own
    const pins = Array.from({ length: 30 }, (_, pin) => ({
      id: `00000000-0000-4000-8000-${String(pin).padStart(12, '0')}`,
      company_id: organizationId,
      vessel_id: organizationId,
      captain_id: null,
      pin_timestamp: pin,
    }))
    await taffrail.open(page, 'organization-admin', '/trips')
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      `pinned-trips:${organizationId}`,
      JSON.stringify(pins),
    ] as const)
    await page.reload()
    await actions(page, 'Vessel own').click()
    await page.getByRole('menuitem', { name: 'Pin trip' }).click()
    await expect(page.getByText('You can only pin up to 30 trips.')).toBeVisible()
    await page.getByText(/^Pinned/).click()
    await expect(page.getByText('30 pinned trips are no longer available.')).toBeVisible()
    await page.getByRole('button', { name: 'Unpin' }).click()
    await expect(page.getByText('No pinned trips')).toBeVisible()

    await goOn(page, `/trips/${tripId}`)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await expect(page.getByText('Trip pinned')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pinned' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('link', { name: 'Back to trips' }).click()
    await expect(rows(page)).toHaveCount(1)
  })

  test('deletes a trip, returns to the list, and the page of the trip is gone', async ({ page }) => {
    const { tripId } = taffrail.things.sibling
    await taffrail.open(page, 'organization-admin', '/trips')
    await goOn(page, `/trips/${tripId}`)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByText('Are you absolutely sure?')).toBeVisible()
    await page.route(`**/api/trips/${tripId}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Delete trip' }).click()
    await expect(page.getByText('Failed to delete trip. Please try again.')).toBeVisible()
    await page.unroute(`**/api/trips/${tripId}`)
    await page.getByRole('button', { name: 'Delete trip' }).click()
    await expect(page.getByText('Trip deleted')).toBeVisible()
    await expect(page).toHaveURL(/\/trips$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/trips$/)
    await page.goto(`${taffrail.url}/trips/${tripId}`)
    await expect(page.getByRole('heading', { name: 'Trip not found' })).toBeVisible()
  })

  test('a viewer cannot delete or correct a trip, or name its captain', async ({ page }) => {
    await taffrail.open(page, 'department-viewer', `/trips/${taffrail.things.own.tripId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trip by Vessel own')
    await expect(page.getByText('Trip Captain')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Trip Captain' })).toHaveCount(0)
    await goOn(page, '/trips')
    await actions(page, 'Vessel own').click()
    await expect(page.getByRole('menuitem', { name: 'Pin trip' })).toBeVisible()
    for (const name of ['Delete', 'Split trip', 'Merge trips', 'Trim trip', 'Corrections']) {
      await expect(page.getByRole('menuitem', { name, exact: true })).toHaveCount(0)
    }
  })

  test('a user with the permission names the captain', async ({ page }) => {
    await taffrail.open(page, 'department-admin', `/trips/${taffrail.things.own.tripId}`)
    await page.getByRole('combobox', { name: 'Trip Captain' }).click()
    await page.getByRole('option', { name: 'Captain own' }).click()
    await expect(page.getByText('Trip updated')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Trip Captain' })).toHaveValue('Captain own')
  })

  test('the list and the page of a trip say when the user may not view trips', async ({ page }) => {
    await page.route('**/api/users/me', async (route) => {
      const answer = await route.fetch()
      const user = (await answer.json()) as { permissions: string[] }
      const permissions = user.permissions.filter((granted) => !granted.includes(':trip-view:'))
      await route.fulfill({ response: answer, json: { ...user, permissions } })
    })
    const noAccess = page.getByText('You do not have the required permissions to access this resource.')
    await taffrail.open(page, 'department-viewer', `/trips/${taffrail.things.own.tripId}`)
    await expect(noAccess).toBeVisible()
    await goOn(page, '/trips')
    await expect(noAccess).toBeVisible()
  })

  test('a refused trip and one that fails to load show different messages', async ({ page }) => {
    const { tripId } = taffrail.things.own
    await page.route(`**/api/trips/${tripId}`, (route) => route.fulfill({ status: 403 }))
    await taffrail.open(page, 'organization-admin', `/trips/${tripId}`)
    await expect(
      page.getByText('You do not have the required permissions to access this resource.'),
    ).toBeVisible()
    await page.unroute(`**/api/trips/${tripId}`)
    await page.route(`**/api/trips/${tripId}`, (route) => route.fulfill({ status: 400 }))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Error fetching trip.' })).toBeVisible()
    await page.unroute(`**/api/trips/${tripId}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trip by Vessel own')
  })
})

test('splits a trip where it paused, and undoes the split', async ({ page }) => {
  const taffrail = await startTaffrail()
  try {
    await sailForTenMinutes(taffrail)
    await signIn(page, taffrail)
    await page.goto(`${taffrail.url}/trips`)
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(1, { timeout: 60_000 })
    await rows.getByRole('link').click()
    const duration = page.locator('dd').nth(2)
    await expect(duration).toHaveText('10min')

    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Split trip' }).click()
    const dialog = page.getByRole('dialog')
    // The dialog proposes the pause once the path is loaded.
    await expect(dialog.getByText('First trip')).toBeVisible()
    await expect(dialog.locator('dl > div').first()).toContainText('4min')
    await dialog.getByRole('button', { name: 'Split trip' }).click()
    await expect(page.getByText('Trip updated')).toBeVisible()
    await expect(duration).not.toHaveText('10min')
    await page.getByRole('link', { name: 'Back to trips' }).click()
    await expect(rows).toHaveCount(2)

    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Corrections' }).click()
    await expect(dialog.getByText(/^Split at/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows).toHaveCount(1)
    await rows.getByRole('link').click()
    await expect(duration).toHaveText('10min')
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Corrections' }).click()
    await expect(dialog.getByText('This trip has no corrections.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  } finally {
    await taffrail.close()
  }
})

/** Two hours ago: ten minutes at 12 kn, slowed to 4 kn for half a minute after four of them. */
async function sailForTenMinutes(taffrail: Awaited<ReturnType<typeof startTaffrail>>) {
  const printed = await taffrail.run('new-device', '--vessel', 'Hafdís')
  const [, id = ''] = /device (\S+)/.exec(printed) ?? []
  const [, secret = ''] = /secret (\S+)/.exec(printed) ?? []
  const boat = await connectAsync(`mqtt://127.0.0.1:${taffrail.mqttPort}`, {
    username: id,
    password: secret,
    clientId: `${id}-helm`,
    protocolVersion: 4,
  })
  const beginMs = Math.floor(Date.now() / 1000) * 1000 - 2 * 3600_000
  const seconds = Array.from({ length: 600 }, (_, second) => second)
  const kn = (second: number) => (second >= 240 && second < 270 ? 4 : 12)
  const message = {
    tables: [
      {
        columns: ['sog', 'cog'],
        rows: seconds.map((second) => [beginMs + second * 1000, (kn(second) * 1852) / 3600, 0]),
      },
    ],
    fixes: seconds.map((second) => ({
      t: beginMs + second * 1000,
      lat: 64.16 + second * 5e-5,
      lon: -21.95,
      hdop: 0.8,
      valid: true,
    })),
  }
  await boat.publishAsync(`taffrail/${id}/readings`, JSON.stringify(message), { qos: 1 })
  await boat.endAsync()
}
