import { expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { addExport, addSchedule, addShareLink, addWebhook } from '#server/testing/addRecords.ts'
import { findOverflow } from './findOverflow.ts'
import { goOn } from './goOn.ts'
import { sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

/** Fifty letters without a place to break. */
const WORD = 'Vaðlaheiðarvegavinnuverkfærageymsluskúrslyklakippu'
const ASCII = 'vadlaheidarvegavinnuverkfaerageymsluskurslyklakipp'
const ADDRESS = `${ASCII}@${ASCII}.example`

/** Every column with a name or an address that users type, and its long value. */
const NAMES: Readonly<Record<string, string>> = {
  'organizations.name': WORD,
  'organizations.contact': ADDRESS,
  'departments.name': `left(id::text, 2) || '${WORD}'`,
  'departments.contact': ADDRESS,
  'users.name': WORD,
  'captains.name': WORD,
  'vessels.name': WORD,
  'vessels.manufacturer': WORD,
  'vessels.external_reference': WORD,
  'vessels.hull_identification_number': WORD,
  'geofences.name': WORD,
  'api_keys.name': WORD,
  'sensors.description': WORD,
  'sensor_mountings.place': WORD,
  'alerts.text': WORD,
  'comments.text': WORD,
  'report_schedules.name': WORD,
  'webhooks.name': WORD,
  'webhooks.url': `https://${ASCII}.example/${ASCII}`,
  'exports.file_name': `${WORD}.zip`,
}

let taffrail: TestConsole
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { api, things } = taffrail
  const { db } = api.records
  const { own } = things
  await sailTrip(api.telemetry, own.vesselNumber)
  await addSchedule(own, db)
  await addWebhook(own, api)
  await addExport(own, db)
  await addShareLink(own, db)
  for (const [column, name] of Object.entries(NAMES)) {
    const [table, field] = column.split('.')
    const value = name.includes('||') ? name : `'${name}'`
    await db.execute(sql.raw(`update ${table} set ${field} = ${value}`))
  }
  await db.execute(sql.raw(`update users set email = '${ADDRESS}' where id = '${own.userId}'`))
  await db.execute(sql.raw(`update vessels set captain_id = '${own.captainId}' where id = '${own.vesselId}'`))
  const labels = JSON.stringify({ engine_0: WORD, engine_1: WORD, battery_0: WORD, tank_0: WORD })
  await db.execute(sql.raw(`update vessels set device_labels = '${labels}'`))
})
test.afterAll(() => taffrail?.api.close())

/** Widths of a desktop, a tablet and a phone. */
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

async function expectToFit(page: Page, where: string) {
  for (const size of WIDTHS) {
    await page.setViewportSize(size)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect.soft(await findOverflow(page), `${where}, ${size.width} wide`).toEqual([])
  }
}

/** Pages and dialogs with their own addresses that show names, each kind once. */
function addresses() {
  const { own } = taffrail.things
  const { vesselId, captainId, tripId, sensorId, userId, ruleId, alertId, geofenceId, apiKeyId } = own
  const below = (path: string, tabs: readonly string[]) => tabs.map((tab) => `${path}${tab}`)
  return [
    ...['/map', `/map?vessel=${vesselId}`, `/map/trips/${tripId}`, '/board', '/first-boat'],
    ...below('/reports/scheduled', ['', '/new']),
    ...['/trips', ...below(`/trips/${tripId}`, ['', '/comments', `/alerts/${alertId}`])],
    ...['/comments', '/exports', '/exports/new', '/devices', `/devices/${own.deviceId}`],
    ...['/vessels', ...below(`/vessels/${vesselId}`, ['/edit', '/delete', '/pair', '/connect', '/logs'])],
    ...below(`/vessels/${vesselId}`, ['/alerts', '/rules', `/sensors/${sensorId}/edit`, '/helm']),
    ...below(`/vessels/${vesselId}`, ['/specifications', '/logbook?date=2026-06-18']),
    ...['/captains', '/captains/new', ...below(`/captains/${captainId}`, ['/edit', '/delete'])],
    ...['/users', '/users/new', ...below(`/users/${userId}`, ['', '/edit', '/delete'])],
    ...['/alerts', '/rules', '/rules/new', ...below(`/rules/${ruleId}`, ['', '/delete'])],
    ...['/geofences', `/geofences?geofence=${geofenceId}`],
    ...['/departments', ...below(`/departments/${own.departmentId}`, ['/edit', '/delete'])],
    ...['/api-keys', '/api-keys/new', ...below(`/api-keys/${apiKeyId}`, ['/edit', '/delete'])],
    ...below('/settings', ['/personal', '/webhooks', '/share-links', '/organization', '/audit']),
  ]
}

test('long names fit on every page and in every dialog', async ({ page }) => {
  test.setTimeout(300_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await taffrail.open(page, 'organization-admin', '/trips')
  for (const path of addresses()) {
    await goOn(page, path)
    await expectToFit(page, path)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('long names fit in menus, popovers, lists, the palette and on paper', async ({ page }) => {
  const { vesselId, tripId, captainId } = taffrail.things.own
  await taffrail.open(page, 'organization-admin', '/vessels')
  const banner = page.getByRole('banner')
  const close = () => page.keyboard.press('Escape')
  for (const [name, open] of [
    ['the user menu', () => banner.getByRole('button', { name: 'User menu' }).click()],
    ['alerts', () => banner.getByRole('button', { name: /^Alerts/ }).click()],
    ['departments', () => banner.getByRole('button', { name: /^Department: / }).click()],
    [
      'a row menu',
      () =>
        page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click(),
    ],
    ['the palette', () => page.keyboard.press('Control+k').then(() => page.keyboard.type('Vað'))],
  ] as const) {
    await open()
    await expect(page.getByText(WORD).last()).toBeVisible()
    await expectToFit(page, name)
    await page.setViewportSize({ width: 1440, height: 900 })
    await close()
  }

  await goOn(page, '/captains/new')
  await page.getByRole('combobox', { name: 'Department' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect.soft(await findOverflow(page), 'a list of departments').toEqual([])

  await page.emulateMedia({ media: 'print' })
  for (const path of [
    '/vessels',
    `/trips/${tripId}`,
    `/vessels/${vesselId}/logbook?date=2026-06-18`,
    `/captains/${captainId}`,
    '/reports?from=2026-06-01&to=2026-06-30',
  ]) {
    await page.setViewportSize({ width: 794, height: 1123 })
    await goOn(page, path)
    expect.soft(await findOverflow(page), `${path} on paper`).toEqual([])
  }
  await page.emulateMedia({ media: null })
})
