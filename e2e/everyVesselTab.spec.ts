import { expect, type Locator, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { ROLE_IDS } from '#contract/domain/permissions.ts'
import type { ScalarReading } from '#contract/domain/reading.ts'
import { HOUR_S } from '#contract/domain/time.ts'
import { L_PER_HR_M3PS } from '#contract/domain/units.ts'
import { sourceOf } from '#contract/wire/source.ts'
import { type Processing, startProcessing } from '#server/processing/loop/startProcessing.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { goOn, leadTo } from './goOn.ts'
import { BEGIN_MS, sailTrip } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { test } from './warmPage.ts'

const bus = sourceOf('n2k', 0, 35)
const JUNE = 'from=2026-06-01&to=2026-06-30'

let taffrail: TestConsole
let processing: Processing
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { telemetry, records, bus: events } = taffrail.api
  const { vesselNumber } = taffrail.things.own
  await sailTrip(telemetry, vesselNumber)
  await telemetry.append([{ vesselNumber, scalars: engine(), fixes: [], motion: [], ais: [], faults: [] }])
  const clock = fixedClock(BEGIN_MS + 24 * HOUR_S * 1000)
  processing = await startProcessing({ db: records.db, telemetry, bus: events, log: silentLog, clock })
  await processing.idle()
})
test.afterAll(async () => {
  await processing?.close()
  await taffrail?.api.close()
})

/**
 * 3000 rpm and 54 L/hr for the hour of the trip, and a battery; the day before two hours at rest, reported once a minute.
 */
function engine(): ScalarReading[] {
  const standing = Array.from({ length: 120 }, (_, minute): ScalarReading => {
    const timeUs = (BEGIN_MS - 24 * HOUR_S * 1000 + minute * 60_000) * 1000
    return { timeUs, instance: 1, source: bus, key: 'engine_speed', value: 0 }
  })
  const running = Array.from({ length: HOUR_S }, (_, second) => {
    const common = { timeUs: (BEGIN_MS + second * 1000) * 1000, instance: 1, source: bus }
    return [
      { ...common, key: 'engine_speed' as const, value: 50 },
      { ...common, key: 'fuel_rate' as const, value: 54 / L_PER_HR_M3PS },
    ]
  })
  const last = { timeUs: (BEGIN_MS + HOUR_S * 1000) * 1000, instance: 1, source: bus }
  return [...standing, ...running.flat(), { ...last, key: 'battery_voltage', value: 12.8 }]
}

const page = (path: string) => `/vessels/${taffrail.things.own.vesselId}${path}`
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })

test('the status tab shows what is on board and its history, and renames a device', async ({ page: tab }) => {
  await taffrail.open(tab, 'organization-admin', page(''))
  await expect(tab.getByRole('heading', { name: 'Engines' })).toBeVisible()
  // Groups of one device share a line.
  const [engines, batteries] = await Promise.all(
    ['Engines', 'Batteries'].map((name) => tab.getByRole('heading', { name }).boundingBox()),
  )
  expect(batteries?.y).toBe(engines?.y)
  const card = tab.getByRole('article', { name: 'Engine 1' })
  await expect(card).toContainText('3,000')
  await card.getByRole('button', { name: 'About Engine 1' }).click()
  await expect(tab.getByRole('dialog', { name: 'About Engine 1' })).toContainText('NMEA 2000, address 35')
  await tab.keyboard.press('Escape')

  await card.getByRole('button', { name: 'Edit label' }).click()
  await tab.getByRole('dialog').getByLabel('Label').fill('Port')
  await tab.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(tab.getByText('Device label updated')).toBeVisible()
  const named = tab.getByRole('article', { name: 'Port' })
  await expect(named).toBeVisible()

  await named.getByRole('link', { name: 'Engine speed' }).click()
  await expect(tab).toHaveURL(/\/status\/engine\/engine_1\/engine_speed_1$/)
  const dialog = tab.getByRole('dialog', { name: 'History of Engine speed' })
  // The boat sailed long ago.
  await expect(dialog.getByText('Data not available')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Time range' }).click()
  await tab.getByRole('option', { name: 'All time' }).click()
  await expect(dialog.getByRole('img', { name: 'History of Engine speed' })).toBeVisible()
  for (const [which, rpm] of [
    ['Min', /^0\s*rpm/],
    ['Avg', /^1,000\s*rpm/],
    ['Max', /^3,000\s*rpm/],
  ] as const)
    await expect(figure(tab, which).locator('dd')).toHaveText(rpm)
  await dialog.getByRole('switch', { name: 'Smoothing' }).press('Space')
  await expect(dialog.getByRole('slider', { name: 'Points' })).toHaveAttribute('aria-valuenow', '53')
  await expectNoViolation(tab, 'the history of a value')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(tab).toHaveURL(`${taffrail.url}${page('')}`)
})

test('an ignored period changes a fuel figure within seconds, and its removal restores the figure', async ({
  page: tab,
}) => {
  test.slow()
  const fuel = figure(tab, 'Fuel consumption').first().locator('dd').first()
  await taffrail.open(tab, 'organization-admin', page(`/fuel?${JUNE}`))
  await expect(fuel).toHaveText(/54\.0\s*L/)

  await tab.getByRole('link', { name: 'Specifications' }).click()
  await tab.getByRole('button', { name: 'Ignore a period' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Ignore a period' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Start date is required')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Which time' }).click()
  await tab.getByRole('option', { name: 'Before a date' }).click()
  await dialog.getByRole('button', { name: 'Until' }).click()
  await tab
    .getByRole('button', { name: /^\d+ \w+ \d{4}$|^\w+ \d+, \d{4}$/ })
    .nth(10)
    .click()
  await tab.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByLabel('Comment').fill('Flow meter was off')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tab.getByText('Vessel updated')).toBeVisible()
  await expect(tab.getByText('Flow meter was off')).toBeVisible()
  // She stays in her department, although the user has chosen another.
  const { vesselId, departmentId } = taffrail.things.own
  const [held] = await taffrail.api.records.db.select().from(vessels).where(eq(vessels.id, vesselId))
  expect(held?.departmentId).toBe(departmentId)

  await expect(async () => {
    await tab.goto(`${taffrail.url}${page(`/fuel?${JUNE}`)}`)
    await expect(fuel).toHaveText('–', { timeout: 5000 })
  }).toPass({ timeout: 30_000 })

  await tab.goto(`${taffrail.url}${page('/specifications')}`)
  await tab.getByRole('button', { name: 'Count this period again' }).click()
  await expect(tab.getByText('Every time counts.')).toBeVisible()
  await expect(async () => {
    await tab.goto(`${taffrail.url}${page(`/fuel?${JUNE}`)}`)
    await expect(fuel).toHaveText(/54\.0\s*L/, { timeout: 5000 })
  }).toPass({ timeout: 30_000 })
})

/** For each tab, content that shows only after loading, and a button that changes something. */
const SHOWN: readonly [tab: string, what: (main: Locator) => Locator, tool?: (main: Locator) => Locator][] = [
  [
    'Status',
    (main) => main.getByRole('heading', { name: 'Engines' }),
    (main) => main.getByRole('button', { name: 'Edit label' }).first(),
  ],
  ['Statistics', (main) => main.getByText('Number of Trips')],
  ['Safety', (main) => main.getByText('Avg. Peak Impact')],
  ['Fuel', (main) => main.getByText('Fuel rate', { exact: true })],
  ['Trips', (main) => main.getByRole('columnheader', { name: 'Duration' })],
  ['Alerts', (main) => main.getByText('Alert own')],
  ['Comments', (main) => main.getByRole('listitem').getByText('own', { exact: true })],
  ['Rules', (main) => main.getByText('All vessels')],
  [
    'Specifications',
    (main) => main.getByText('Hull identification number'),
    (main) => main.getByRole('button', { name: 'Ignore a period' }),
  ],
  ['Sensors', (main) => main.getByRole('link', { name: 'Sensor 1' })],
]
/** Menu items of a user without the right to change the vessel: data sources and download. */
const MENU = ['Download data', 'Data sources']
const CHANGES = [
  'Edit',
  'Pair',
  'Connect a boat',
  'Log files',
  'Boat model',
  'Guard this boat',
  'Unpair',
  'Delete',
]
const DIALOGS: readonly [path: string, what: (dialog: Locator) => Locator][] = [
  ['/edit', (dialog) => dialog.getByLabel('Impact limit (g)')],
  ['/pair', (dialog) => dialog.getByText('Pair a new device')],
  ['/connect', (dialog) => dialog.getByText('What do you have on board?')],
  ['/unpair', (dialog) => dialog.getByRole('button', { name: 'Unpair', exact: true })],
  ['/delete', (dialog) => dialog.getByRole('button', { name: 'Delete vessel' })],
]
const REFUSED = 'You do not have the required permissions to access this resource.'

const OF_DAYS = new Set(['Safety', 'Fuel'])

for (const role of ROLE_IDS) {
  test(`${role} sees every tab, and only the actions of that role`, async ({ page: tab }) => {
    test.slow()
    const mayEdit = role.endsWith('admin')
    // A super-viewer visits organizations of others, and writes nothing there.
    const mayComment = role !== 'super-viewer'
    const main = tab.getByRole('main')
    await taffrail.open(tab, role, page(''))
    const tabs = tab.getByRole('navigation', { name: 'Views of the vessel' })
    for (const [name, what, tool] of SHOWN) {
      // She sailed only in June, outside the days shown by default.
      if (OF_DAYS.has(name)) await leadTo(tab, page(`/${name.toLowerCase()}?${JUNE}`))
      else await tabs.getByRole('link', { name }).click()
      await expect(what(main).first(), name).toBeVisible()
      if (tool) await expect(tool(main), name).toHaveCount(mayEdit ? 1 : 0)
      if (name === 'Comments')
        await expect(main.getByRole('textbox', { name: 'Write a comment' })).toHaveCount(mayComment ? 1 : 0)
    }
    await main.getByRole('link', { name: 'Sensor 1' }).click()
    await expect(tab.getByRole('dialog').getByText('IMU sensor')).toBeVisible()
    await expect(tab.getByRole('dialog').getByRole('link', { name: 'Edit' })).toHaveCount(mayEdit ? 1 : 0)
    await tab.keyboard.press('Escape')
    await tab.getByRole('button', { name: 'Actions for Vessel own' }).click()
    for (const name of MENU) await expect(tab.getByRole('menuitem', { name })).toBeVisible()
    for (const name of CHANGES)
      await expect(tab.getByRole('menuitem', { name, exact: true }), name).toHaveCount(mayEdit ? 1 : 0)
    // For a user who may edit, one address is enough: the menu has shown the items of all dialogs.
    for (const [path, what] of mayEdit ? DIALOGS.slice(0, 1) : DIALOGS) {
      if (path === DIALOGS[0]?.[0]) await tab.goto(`${taffrail.url}${page(path)}`)
      else await goOn(tab, page(path))
      const dialog = tab.getByRole('dialog')
      await expect((mayEdit ? what(dialog) : dialog.getByText(REFUSED)).first(), path).toBeVisible()
    }
  })
}
