import { expect, type Page } from '@playwright/test'
import { PERMISSIONS_OF, type Permission, type RoleId } from '#contract/domain/permissions.ts'
import { findByEmail } from '#server/records/users.ts'
import { comments } from '#server/stores/relational/schema.ts'
import { bearer, emailOf } from '#server/testing/testApi.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
})
test.afterAll(() => taffrail?.api.close())

/** The server of the test console runs in this process and reads the permissions from this object. */
const rights: Record<RoleId, readonly Permission[]> = PERMISSIONS_OF
const granted = { ...PERMISSIONS_OF }
test.afterEach(() => void Object.assign(rights, granted))

/** Removes permissions of a role on the server, for its answers and its checks. */
function withhold(roleId: RoleId, ...withheld: Permission[]) {
  rights[roleId] = granted[roleId].filter((permission) => !withheld.includes(permission))
}

const noAccess = (page: Page) =>
  page.getByText('You do not have the required permissions to access this resource.')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function expectNoAccess(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await page.goto(`${taffrail.url}${path}`)
    await expect(noAccess(page), path).toBeVisible()
  }
}

/** Expects that the server refuses these calls of the signed-in user, each as `METHOD /path`. */
async function expectRefused(page: Page, ...calls: string[]) {
  const { token } = await (await page.request.get(`${taffrail.url}/identity/token`)).json()
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ')
    const answer = await page.request.fetch(`${taffrail.url}${path}`, {
      method,
      headers: bearer(token),
      ...(method === 'GET' ? {} : { data: {} }),
    })
    expect([call, answer.status()]).toEqual([call, 403])
  }
}

test('hides lists, pages, maps and files of trips without the permission to view trips', async ({ page }) => {
  const { tripId, vesselId } = taffrail.things.own
  withhold('organization-admin', 'department:trip-view', 'vessel:trip-view')
  await taffrail.open(page, 'organization-admin', '/map')
  await expect(page.getByRole('tab', { name: 'Vessels' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Trips' })).toHaveCount(0)
  await button(page, 'Map settings').click()
  await expect(page.getByRole('switch', { name: 'Geofences' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Show heatmap' })).toHaveCount(0)
  await page.goto(`${taffrail.url}/vessels`)
  await expect(page.getByText('Vessel own').first()).toBeVisible()
  await button(page, 'Actions for Vessel own').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Download data' })).toHaveCount(0)
  await expectNoAccess(page, '/trips', `/trips/${tripId}`, `/trips/${tripId}/safety`, `/map/trips/${tripId}`)
  await expectRefused(
    page,
    'GET /api/trips',
    'GET /api/trips/live',
    `GET /api/trips/${tripId}`,
    'POST /downloads/raw-data',
    'POST /downloads/statistics',
    'POST /statistics/safety',
    'POST /functions/on_request_fetch_heatmap_data',
  )
  withhold('organization-admin', 'department:vessel-view', 'vessel:vessel-view')
  await expectNoAccess(page, '/map', '/vessels')
  await expectRefused(page, 'GET /api/vessels', 'GET /api/vessels/map', `GET /api/vessels/${vesselId}`)
})

test('deleting, correcting and naming the captain of a trip each need their own permission', async ({
  page,
}) => {
  const { tripId } = taffrail.things.own
  const acts = ['DELETE', 'PUT'].map((method) => `${method} /api/trips/${tripId}`)
  for (const roleId of ['super-viewer', 'organization-viewer', 'department-viewer'] as const) {
    await taffrail.open(page, roleId, `/trips/${tripId}`)
    await expect(page.getByText('Trip Captain')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Trip Captain' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Download data', 'Print'])
    await expectRefused(page, ...acts, `POST /api/trips/${tripId}/split`)
  }
})

test('hides alerts on the trip, its map and their addresses without the permission to view alerts', async ({
  page,
}) => {
  const { tripId, alertId } = taffrail.things.own
  withhold('organization-admin', 'department:alert-view', 'vessel:alert-view')
  await taffrail.open(page, 'organization-admin', `/map/trips/${tripId}`)
  await expect(button(page, 'Hide chart')).toBeVisible()
  await expect(button(page, /^(Hide|Show) alerts$/)).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Statistics' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Alerts' })).toHaveCount(0)
  await expectNoAccess(page, '/alerts', `/alerts/${alertId}`, `/trips/${tripId}/alerts`)
  await page.goto(`${taffrail.url}/trips/${tripId}/alerts/${alertId}`)
  await expect(noAccess(page).first()).toBeVisible()
  await expect(page.getByText('Alert own')).toHaveCount(0)
  await expectRefused(page, 'GET /api/alerts', `GET /api/alerts/${alertId}`)
})

test('reading, writing and deleting comments need their permissions, for own comments and others', async ({
  page,
}) => {
  const { organizationId, vesselId, tripId, commentId } = taffrail.things.own
  const { db } = taffrail.api.records
  const author = await findByEmail(db, emailOf('organization-viewer'))
  const about = { organizationId, vesselId, tripId }
  const [own] = await db
    .insert(comments)
    .values({ ...about, userId: author?.id ?? null, text: 'By me' })
    .returning()
  await db.insert(comments).values({ ...about, userId: taffrail.things.own.userId, text: 'By another' })
  const address = `/trips/${tripId}/comments`
  const ofMine = page.getByRole('listitem').filter({ hasText: 'By me' })
  const write = page.getByRole('textbox', { name: 'Write a comment' })

  await taffrail.open(page, 'organization-viewer', address)
  await expect(ofMine.getByRole('button', { name: 'Delete comment' })).toBeVisible()
  await expect(button(page, 'Delete comment')).toHaveCount(1)
  await expectRefused(page, `DELETE /api/comments/${commentId}`)

  withhold('organization-viewer', 'vessel:comment-delete-own', 'vessel:comment-create')
  await page.reload()
  await expect(ofMine).toBeVisible()
  await expect(button(page, 'Delete comment')).toHaveCount(0)
  await expect(write).toHaveCount(0)
  await expectRefused(page, `DELETE /api/comments/${own?.id}`, 'POST /api/comments')

  withhold('organization-viewer', 'department:trip-comment-view', 'vessel:trip-comment-view')
  await expectNoAccess(page, address, '/comments')
  await expect(write).toHaveCount(0)
  await expectRefused(page, 'GET /api/comments')

  await taffrail.open(page, 'organization-admin', address)
  await expect(button(page, 'Delete comment')).toHaveCount(2)
})

test('drawing, changing and viewing geofences need their permissions', async ({ page }) => {
  const { geofenceId } = taffrail.things.own
  const item = `/api/geofences/${geofenceId}`
  await taffrail.open(page, 'organization-viewer', `/geofences?geofence=${geofenceId}`)
  await expect(page.getByRole('dialog', { name: 'own' })).toBeVisible()
  await expect(button(page, /^Draw|^Edit|^Delete/)).toHaveCount(0)
  await page.goto(`${taffrail.url}/geofences?geofence=${geofenceId}&editing-points=${geofenceId}`)
  await expect(page.getByText(/result\(s\) found/)).toBeVisible()
  await expect(button(page, 'Save changes')).toHaveCount(0)
  await expectRefused(page, 'POST /api/geofences', `PUT ${item}`, `DELETE ${item}`)

  withhold('organization-viewer', 'department:geofence-view')
  await expectNoAccess(page, '/geofences', `/geofences?geofence=${geofenceId}`)
  await page.goto(`${taffrail.url}/map`)
  await button(page, 'Map settings').click()
  await expect(page.getByRole('switch', { name: 'Seamarks' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Geofences' })).toHaveCount(0)
  await expectRefused(page, 'GET /api/geofences')
})
