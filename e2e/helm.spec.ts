import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { RoleId } from '#contract/domain/permissions.ts'
import { DAY_S } from '#contract/domain/time.ts'
import { knToMps, mToNmi } from '#contract/domain/units.ts'
import { BIN_NAMES, type BinName } from '#server/stores/columns/quarterHourColumns.ts'
import { alerts, captains, organizations, trips, vessels } from '#server/stores/relational/schema.ts'
import { noFigures } from '#server/telemetry/quarterHours.ts'
import { type CuttableProxy, cuttableProxy } from '#server/testing/cuttableProxy.ts'
import { bearer, emailOf, signIn, tokenOf, tripOf } from '#server/testing/testApi.ts'
import { expectNoViolation } from './expectNoViolation.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { wholeBrowserTest as test } from './warmPage.ts'

let taffrail: TestConsole
let link: CuttableProxy
let publishing: ReturnType<typeof setInterval> | undefined
test.beforeAll(async () => {
  link = await cuttableProxy()
  taffrail = await startConsole(async () => ({ PUBLIC_URL: link.url }))
  link.leadTo(taffrail.url)
  taffrail.url = link.url
  await taffrail.api.records.db
    .update(vessels)
    .set({ safetySpeedLimitMps: 10 })
    .where(eq(vessels.id, taffrail.things.own.vesselId))
})
test.describe.configure({ timeout: 240_000 })
test.afterEach(async () => {
  clearInterval(publishing)
  await link.mend()
})
test.afterAll(async () => {
  await link?.close()
  await taffrail?.api.close()
})

const TABLET = { width: 1280, height: 800 }
const gauge = (page: Page, name: string) => page.getByRole('region', { name })
const figure = (page: Page, name: string) => gauge(page, name).locator('[data-figure]')
const helmOf = () => `/vessels/${taffrail.things.own.vesselId}/helm`
const place = () => {
  const { organizationId, departmentId, vesselId } = taffrail.things.own
  return { organizationId, departmentId, vesselId }
}

/** Sends the same values each second until the test ends. */
function publishOften(sog: number, impact: number, sog_derived = false, sogMs?: number) {
  clearInterval(publishing)
  const publish = () => {
    const nowMs = Date.now()
    const live = { lat: 64.15, lon: -21.95, cog: 90, sog, impact, impact_time: nowMs }
    const weather = { temperature: null, wind_speed: null, wind_direction: null, wave_height: null }
    taffrail.api.bus.publish({
      type: 'vessel.moved',
      ...place(),
      live: {
        ...{ ...live, ...weather, sog_derived, last_updated: nowMs },
        ...(sogMs === undefined ? {} : { measured_at: { sog: sogMs } }),
      },
    })
  }
  publish()
  publishing = setInterval(publish, 1000)
}

/** Inserts a trip under way that began half an hour ago, without a captain. */
async function beginTrip() {
  const { vesselId, organizationId } = taffrail.things.own
  const nowUs = Date.now() * 1000
  const open = { endUs: null, endCause: null, lastRecordUs: nowUs, lastMovingUs: nowUs }
  const [trip] = await taffrail.api.records.db
    .insert(trips)
    .values({ ...tripOf({ id: vesselId, organizationId }, nowUs - 1_800_000_000), ...open })
    .returning()
  taffrail.api.bus.publish({ type: 'trip.started', ...place(), tripId: trip?.id ?? '' })
  return trip?.id ?? ''
}

test('the dials follow the boat, warn beyond the limits, and say when the connection is lost', async ({
  page,
}) => {
  await page.setViewportSize(TABLET)
  publishOften(18.4, 0.6)
  await taffrail.open(page, 'department-admin', helmOf())
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(figure(page, 'Speed over ground')).toHaveText('18.4')
  await expect(figure(page, 'Impact')).toHaveText('0.6')
  await expect(page.getByText('Over the limit')).toHaveCount(0)
  for (const name of ['Speed over ground', 'Impact']) {
    const box = await figure(page, name).boundingBox()
    // A line of text is a little higher than its figures.
    expect(box?.height).toBeGreaterThanOrEqual(48)
  }
  await expectNoViolation(page, 'helm by day')
  // The page's own headers must allow the screen to stay on.
  await expect(page.getByText(/^This browser does not keep the screen on/)).toHaveCount(0)

  publishOften(25, 4.2)
  await expect(figure(page, 'Speed over ground')).toHaveText('25.0')
  await expect(figure(page, 'Impact')).toHaveText('4.2')
  await expect(page.getByText('Over the limit')).toHaveCount(2)
  await page.getByRole('button', { name: 'Night colours' }).click()
  await expectNoViolation(page, 'helm by night')
  await page.setViewportSize({ width: 800, height: 1280 })
  const [above, below] = await Promise.all(
    ['Speed over ground', 'Impact'].map((name) => gauge(page, name).boundingBox()),
  )
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + 200)

  link.silence()
  const lost = page.getByRole('alert').getByText(/^No connection since/)
  await expect(lost).toBeVisible({ timeout: 30_000 })
  await expect(gauge(page, 'Impact')).toHaveAttribute('data-stale', 'true')
  await link.mend()
  await expect(lost).toHaveCount(0, { timeout: 40_000 })
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('the helm and the map mark speed alone as old when only impacts still arrive', async ({ page }) => {
  await page.setViewportSize(TABLET)
  publishOften(18.4, 0.6)
  await taffrail.open(page, 'department-admin', helmOf())
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  publishOften(18.4, 0.6, false, Date.now())
  await expect(gauge(page, 'Speed over ground')).toContainText(/Delayed \ds/)
  await expect(page.getByText('Live', { exact: true })).toHaveCount(0)
  await expect(figure(page, 'Speed over ground')).toHaveText('18.4')
  publishOften(18.4, 0.6, false, Date.now() - 150_000)
  await expect(figure(page, 'Speed over ground')).toHaveText('–')
  await expect(gauge(page, 'Speed over ground')).toContainText('2 min ago')
  await expect(figure(page, 'Impact')).toHaveText('0.6')
  await expect(gauge(page, 'Impact')).not.toContainText('Delayed')
  await expectNoViolation(page, 'a stopped speed at the helm')
  await page.goto(`${taffrail.url}/map?vessel=${taffrail.things.own.vesselId}`)
  const popup = page.getByRole('dialog', { name: 'Vessel own' })
  await expect(popup).toContainText(/–2 min ago/)
  await expect(popup).toContainText('0.6')
  await expectNoViolation(page, 'a stopped speed on the map')
})

test('the helm shows an alert over the dials by day and by night until it is acknowledged', async ({
  page,
}) => {
  const { vesselId, organizationId } = taffrail.things.own
  await page.setViewportSize(TABLET)
  publishOften(18.4, 0.6)
  await taffrail.open(page, 'department-admin', helmOf())
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const common = { vesselId, organizationId, type: 'external', triggerUs: Date.now() * 1000 }
  await taffrail.api.records.db.insert(alerts).values([
    { ...common, severity: 'critical', text: 'Engine 1: coolant temperature above 105 °C, reduce the load' },
    { ...common, severity: 'warning', text: 'Bilge water' },
    { ...common, severity: 'info', text: 'Shore power is gone' },
  ])
  taffrail.api.bus.publish({ type: 'helm.changed', ...place() })
  const raised = page.getByRole('region', { name: 'Alerts' })
  await expect(raised).toContainText('coolant')
  await expect(raised).toContainText('1 more')
  await expect(figure(page, 'Impact')).toBeInViewport({ ratio: 1 })
  await expectNoViolation(page, 'alerts at the helm by day')
  await page.getByRole('button', { name: 'Night colours' }).click()
  await expectNoViolation(page, 'alerts at the helm by night')
  await page.keyboard.press('Escape')
  const acknowledge = raised.getByRole('button', { name: /^Acknowledge: Engine 1/ })
  await acknowledge.press('Enter')
  await expect(raised).not.toContainText('coolant')
  await expect(raised).toContainText('Shore power is gone')
})

test('the helm marks a boat as delayed when she stops sending', async ({ page }) => {
  publishOften(10, 0.1, true)
  await taffrail.open(page, 'department-viewer', helmOf())
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const dial = gauge(page, 'Speed over ground (derived)')
  await expect(dial).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  const top = async () => (await dial.boundingBox())?.y
  const before = await top()
  clearInterval(publishing)
  await expect(page.getByRole('status').filter({ hasText: /^Delayed \d+s$/ })).toBeVisible()
  expect(await top(), 'nothing moves for the longer word').toBe(before)
  await expect(page.getByRole('button', { name: 'Captain' })).toBeDisabled()
})

/** Calls the API as another user does, in another window. */
async function set(as: RoleId, url: string, payload: object) {
  const { app } = taffrail.api
  const headers = bearer(await tokenOf(app, await signIn(app, emailOf(as))))
  const answer = await app.inject({ method: 'PUT', url, headers, payload })
  expect(answer.statusCode).toBe(200)
}

/** Stores the vessel's fuel of yesterday: half an hour at each knot, the least fuel a mile at 15 knots. */
async function burn() {
  const { vesselNumber } = taffrail.things.own
  const yesterdayS = Math.floor(Date.now() / 1000 / DAY_S - 1) * DAY_S
  const bins = new Map(
    Array.from({ length: 17 }, (_, at) => 8 + at).map((kn) => {
      const cruise_m = knToMps(kn + 0.5) * 1800
      const litresPerMile = 2 + 0.02 * (kn - 15) ** 2
      return [
        kn,
        { ...NO_BIN, cruise_s: 1800, cruise_m, cruise_m3: (mToNmi(cruise_m) * litresPerMile) / 1000 },
      ]
    }),
  )
  const quarterHour = { vesselNumber, quarterHourS: yesterdayS, tripNumber: 1, captainNumber: 0 }
  await taffrail.api.telemetry.quarterHours.store([{ ...quarterHour, figures: noFigures(), bins }])
}
const NO_BIN = Object.fromEntries(BIN_NAMES.map((name) => [name, 0])) as Record<BinName, number>

test('the helm shows the advised speed with its reason, and follows changed settings at once', async ({
  page,
}) => {
  const { organizationId, vesselId } = taffrail.things.own
  const vessel = (payload: object) => set('organization-admin', `/api/vessels/${vesselId}`, payload)
  await burn()
  publishOften(12, 0.2)
  await page.setViewportSize(TABLET)
  await taffrail.open(page, 'department-viewer', helmOf())
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Keep/)).toHaveCount(0)
  await set('super-admin', `/api/super/organizations/${organizationId}`, {
    features: { route_guidance: true },
  })
  await expect(page.getByText('Guidance: eco speed, 13.0–18.0 kn')).toBeVisible()
  await expect(page.getByText('Keep 15.5 kn')).toBeVisible()
  await vessel({ guidance_mode: 'safety' })
  await expect(page.getByText('Guidance: limit')).toBeVisible()
  await expect(page.getByText('Keep 19.4 kn')).toBeVisible()
  await vessel({ guidance_mode: 'eco' })
  await expect(page.getByText('Keep 15.5 kn')).toBeVisible()
  await vessel({ safety_speed_limit: 12, guidance_mode: 'auto' })
  await expect(page.getByText('Guidance: limit')).toBeVisible()
  await expect(page.getByText('Keep 12.0 kn')).toBeVisible()
  await vessel({ safety_speed_limit: 19.4 })
  await expect(page.getByText('Keep 15.5 kn')).toBeVisible()
  await expectNoViolation(page, 'guidance at the helm')
  await set('super-admin', `/api/super/organizations/${organizationId}`, {
    features: { route_guidance: false },
  })
  await expect(page.getByText(/^Keep/)).toHaveCount(0)
})

test('the helm asks for a captain at once when the organization makes it mandatory under way', async ({
  page,
}) => {
  const { db } = taffrail.api.records
  const { vesselId } = taffrail.things.own
  await db.delete(trips).where(eq(trips.vesselId, vesselId))
  publishOften(12, 0.2)
  await page.setViewportSize(TABLET)
  await beginTrip()
  await taffrail.open(page, 'department-admin', helmOf())
  await expect(page.getByText('Under way')).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Who is at the helm?' })
  const force = (force_captain_login: boolean) =>
    set('organization-admin', '/api/organization', {
      ...{ name: 'One', contact: 'one@one.example', settings: { force_captain_login } },
    })
  await force(true)
  await expect(question).toBeVisible()
  await force(false)
  await expect(question).toHaveCount(0)
})

test('a change of captain under way gives the trip to the last one, and the trip lists both with their times', async ({
  page,
}) => {
  const { db } = taffrail.api.records
  const { organizationId } = taffrail.things.own
  await db.delete(trips).where(eq(trips.vesselId, taffrail.things.own.vesselId))
  await db.update(organizations).set({ forceCaptainLogin: false }).where(eq(organizations.id, organizationId))
  publishOften(12, 0.2)
  await page.setViewportSize(TABLET)
  const tripId = await beginTrip()
  await taffrail.open(page, 'department-admin', helmOf())
  await expect(page.getByText('Under way')).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Who is at the helm?' })
  for (const name of ['Captain own', 'Captain child']) {
    await page.getByRole('button', { name: /^Captain/ }).click()
    await question.getByRole('button', { name }).click()
    // While the list closes, the chosen name also appears on the button behind it.
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: new RegExp(name) })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  const soFar = question.getByRole('list', { name: 'At the helm so far' })
  await expect(soFar.getByRole('listitem')).toHaveText([
    /^No captain \d\d:\d\d/,
    /^Captain own \d\d:\d\d–\d\d:\d\d$/,
    /^Captain child \d\d:\d\d–now$/,
  ])
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await page.goto(`${taffrail.url}/trips/${tripId}`)
  await expect(page.getByRole('combobox', { name: 'Trip Captain' })).toHaveValue('Captain child')
  const atHelm = page.getByRole('heading', { name: 'At the helm' }).locator('..')
  for (const name of ['No captain', 'Captain own', 'Captain child']) await expect(atHelm).toContainText(name)
})

test('the helm asks for a mandatory captain when a trip begins, and lists mark the trip until one is named', async ({
  page,
}) => {
  const { db } = taffrail.api.records
  const { organizationId, departmentId } = taffrail.things.own
  await db.update(organizations).set({ forceCaptainLogin: true }).where(eq(organizations.id, organizationId))
  const crew = Array.from({ length: 12 }, (_, at) => ({ organizationId, departmentId, name: `Mate ${at}` }))
  await db.insert(captains).values(crew)
  publishOften(12, 0.2)
  await page.setViewportSize(TABLET)
  await taffrail.open(page, 'department-admin', helmOf())
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Who is at the helm?' })
  await expect(question).toHaveCount(0)
  const tripId = await beginTrip()
  await expect(question).toBeVisible()
  // Names that do not fit scroll; the search above them keeps its height.
  await page.setViewportSize({ width: 390, height: 500 })
  const search = question.getByLabel('Search captains')
  await expect.poll(async () => (await search.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  await page.setViewportSize(TABLET)
  await question.getByRole('button', { name: 'Not now' }).click()
  await page.goto(`${taffrail.url}/trips`)
  const row = page
    .getByRole('row')
    .filter({ has: page.locator(`a[href="/trips/${tripId}"]`) })
    .first()
  await expect(row).toContainText('No captain')

  await page.goto(`${taffrail.url}${helmOf()}`)
  await question.getByRole('button', { name: 'Captain own' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Captain own/ })).toBeVisible()
  await page.goto(`${taffrail.url}/trips/${tripId}`)
  await expect(page.getByRole('heading', { name: 'At the helm' })).toBeVisible()
})
