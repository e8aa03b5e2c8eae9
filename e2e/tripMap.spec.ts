import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { BasemapIndex, MapSource } from '#contract/wire/basemap.ts'
import { impactBlocks } from '#server/processing/formulas/impacts/impactBlocks.ts'
import { impactSeconds } from '#server/processing/formulas/impacts/impactSeconds.ts'
import { alerts, comments, sensors } from '#server/stores/relational/schema.ts'
import { violationsOn } from './askAxe.ts'
import { drawn } from './drawn.ts'
import { wear } from './expectNoViolation.ts'
import { goOn } from './goOn.ts'
import { BEGIN_MS, sailTrip, swell } from './sailTrip.ts'
import { startConsole, type TestConsole } from './testConsole.ts'
import { ownPageTest, test } from './warmPage.ts'

const KNOCK_MS = BEGIN_MS + 75_000

let taffrail: TestConsole
let address: string
let knockG: number
test.beforeAll(async () => {
  taffrail = await startConsole()
  const { own } = taffrail.things
  address = `/map/trips/${own.tripId}`
  await sailTrip(taffrail.api.telemetry, own.vesselNumber)
  const { organizationId, vesselId, tripId } = own
  const alert = { organizationId, vesselId, tripId, type: 'threshold' }
  await taffrail.api.records.db.insert(alerts).values([
    { ...alert, severity: 'warning', text: 'SOG above 20 kn', triggerUs: (BEGIN_MS + 20 * MINUTE_MS) * 1000 },
    { ...alert, severity: 'info', text: 'Left the harbour', triggerUs: (BEGIN_MS + 40 * MINUTE_MS) * 1000 },
    {
      ...{ ...alert, type: 'geofence', severity: 'critical', text: 'Came too near' },
      triggerUs: (BEGIN_MS + 30 * MINUTE_MS) * 1000,
    },
    {
      ...{ ...alert, type: 'external', severity: 'critical', text: 'Bilge pump runs' },
      triggerUs: (BEGIN_MS + 50 * MINUTE_MS) * 1000,
    },
  ])
  await taffrail.api.records.db.insert(comments).values({
    ...{ organizationId, vesselId, tripId, aboutTripId: tripId, isUnderWay: true, text: 'Fog' },
    createdAt: new Date(BEGIN_MS + 25 * MINUTE_MS),
  })
  // The second sensor alone feels the knock.
  await taffrail.api.records.db.insert(sensors).values({ vesselId, number: 2 })
  const { telemetry } = taffrail.api
  const startUs = (KNOCK_MS - 15_300) * 1000
  const motion = { ...swell(), sensor: 2, startUs }
  for (let i = 0; i < 6; i++) motion.forceZ[765 + i] = 1000 + Math.round(4910 * Math.sin((Math.PI * i) / 5))
  const raw = { vesselNumber: own.vesselNumber, scalars: [], fixes: [], ais: [], faults: [] }
  await telemetry.append([{ ...raw, motion: [motion] }])
  const [fromUs, toUs] = [startUs, startUs + 60e6]
  const felt = await telemetry.motion.bySensor([{ vesselNumber: own.vesselNumber, fromUs, toUs }])
  const scalars = impactSeconds(felt, fromUs, toUs)
  await telemetry.appendDerived([{ ...raw, motion: [], scalars }])
  await telemetry.impacts.store(impactBlocks(felt, fromUs, toUs))
  knockG = scalars.find(({ timeUs, instance }) => timeUs === KNOCK_MS * 1000 && instance === 2)?.value ?? 0
  await taffrail.api.records.db.insert(alerts).values({
    ...{ ...alert, severity: 'critical', text: null, triggerUs: KNOCK_MS * 1000 },
    facts: { kind: 'impact', impact: knockG, limit: 3 },
  })
})
test.afterAll(() => taffrail?.api.close())

const open = async (page: Page) => {
  await taffrail.open(page, 'organization-admin', address)
  await expect(chart(page)).toBeVisible({ timeout: 30_000 })
  await expect(tool(page, 'Zoom to trip')).toBeEnabled()
}
const chart = (page: Page) => page.getByRole('slider', { name: 'Trip chart' })
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, text: string) => page.getByRole('listitem').getByRole('button', { name: text })
const pointAtPlot = async (page: Page, share: number) => {
  const plot = chart(page).locator('.u-over').first()
  // A pane that is built again has no place meanwhile.
  await expect.poll(() => plot.boundingBox()).not.toBeNull()
  const box = await plot.boundingBox()
  if (!box) throw new Error('there is no chart')
  const [x, y] = [box.x + box.width * share, box.y + box.height / 2]
  await page.mouse.move(x, y)
  return { x, y }
}

test('the map of an ended trip draws no live vessel', async ({ page }) => {
  // Labels are drawn on a canvas; the space that they reserve is data of a source of the map.
  await page.addInitScript(`
    const asked = (globalThis.asked = [])
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (message, ...more) {
      const told = JSON.stringify(message, (_, value) => (ArrayBuffer.isView(value) ? null : value))
      if (told.includes('vessel-clearance')) asked.push('vessel-clearance')
      return post.call(this, message, ...more)
    }
  `)
  const asked = () => page.evaluate<string[]>('globalThis.asked')
  await open(page)
  expect(await asked()).not.toContain('vessel-clearance')
  await page.goto(`${taffrail.url}/map`)
  await expect.poll(asked).toContain('vessel-clearance')
})

test('the map settings of a trip leave out what only the fleet map draws', async ({ page }) => {
  const shown = async (label: string) => {
    await page.getByRole('button', { name: 'Map settings', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Map settings' })
    await expect(drawer.getByRole('switch', { name: 'Labels' })).toBeVisible()
    return drawer.getByRole('switch', { name: label }).count()
  }
  await open(page)
  expect(await shown('AIS targets')).toBe(0)
  await page.goto(`${taffrail.url}/map`)
  expect(await shown('AIS targets')).toBe(1)
})

test('selecting an alert selects it on the list, the map and the chart', async ({ page }) => {
  await open(page)
  await page.getByRole('tab', { name: /Alerts/ }).click()
  await expect(page.getByRole('tab', { name: /Alerts/ })).toContainText('6')
  const popup = page.getByRole('dialog', { name: 'SOG above 20 kn' })

  await row(page, 'SOG above 20 kn').hover()
  await expect(popup).toContainText('09:20:00')
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '09:20:00')
  await page.mouse.move(5, 5)
  await expect(popup).toBeHidden()

  await row(page, 'SOG above 20 kn').click()
  await page.mouse.move(5, 5)
  await expect(popup.getByRole('link', { name: 'View alert' })).toBeVisible()
  await row(page, 'SOG above 20 kn').click()

  await tool(page, 'Zoom to trip').click()
  await page.getByRole('tab', { name: 'Info' }).click()
  await page.getByRole('button', { name: /^Info: Left the harbour, 09:40:00/ }).click()
  await expect(row(page, 'Left the harbour')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('dialog', { name: 'Left the harbour' }).getByRole('button', { name: 'Close' }).click()

  await tool(page, 'Hide alerts').click()
  await expect(page.getByRole('button', { name: /^Info: Left the harbour/ })).toHaveCount(0)
  await page.reload()
  await expect(tool(page, 'Show alerts')).toBeVisible()
})

test('a minute of the chart opens and closes, and wheel, drag and reset zoom the chart', async ({ page }) => {
  await open(page)
  const middle = await pointAtPlot(page, 0.5)
  await page.mouse.wheel(0, -300)
  const reset = tool(page, 'Reset zoom')
  await expect(reset).toBeEnabled()
  await reset.click()
  await expect(reset).toBeDisabled()
  await pointAtPlot(page, 0.25)
  await page.mouse.down()
  await page.mouse.move(middle.x, middle.y, { steps: 4 })
  await page.mouse.up()
  await expect(reset).toBeEnabled()
  await reset.click()

  const { x, y } = await pointAtPlot(page, 0.5)
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/minute=\d+/)
  await expect(page.getByText('1 s', { exact: false }).first()).toBeVisible()
  await page.reload()
  await tool(page, 'Full trip view').click()
  await expect(page).not.toHaveURL(/minute/)
  await expect(tool(page, 'Full trip view')).toBeHidden()
})

test('the keyboard moves the cursor by pages and to both ends; without a cursor the values show their time', async ({
  page,
}) => {
  await open(page)
  const panel = page.getByRole('region', { name: 'Trip chart' })
  await expect(panel.getByText(/^Last values: 09:59:\d\d$/)).toBeVisible()
  await expect(panel.getByText('Impact sensor')).toBeVisible()
  await expect(panel.getByText('mean').first()).toBeVisible()
  await chart(page).focus()
  const at = () => chart(page).getAttribute('aria-valuetext')
  await page.keyboard.press('End')
  await expect.poll(at).toMatch(/^(09:59:5\d|10:00:00)$/)
  await expect(panel.getByText(/^Last values/)).toBeHidden()
  await page.keyboard.press('Home')
  await expect.poll(at).toBe('09:00:00')
  await page.keyboard.press('PageUp')
  await expect.poll(at).toMatch(/^09:0[56]:/)
  await page.keyboard.press('PageDown')
  await expect.poll(at).toBe('09:00:00')
})

test('the image of the chart is twice as large as on the screen', async ({ page }) => {
  await open(page)
  const plot = await chart(page).locator('canvas').first().boundingBox()
  const downloading = page.waitForEvent('download')
  await tool(page, 'Download chart image').click()
  const { width = 0, height = 0 } = await sharp(await (await downloading).path()).metadata()
  expect(width).toBeGreaterThan(2 * (plot?.width ?? 0))
  expect(width).toBeLessThan(2 * ((plot?.width ?? 0) + 240))
  expect(height).toBeGreaterThan(2 * (plot?.height ?? 0))
})

test('the values of the chart cover neither lines nor marks of alerts', async ({ page }) => {
  await open(page)
  // Two lines of values above one pane of a phone, and more panes than fit.
  const fields = ['sog', 'rog', 'impact_1', 'impact_2', 'wave_height_fc', 'wind_speed_fc', 'air_temperature']
  await page.evaluate(`localStorage.setItem('map-chart-series', '${JSON.stringify(fields)}')`)
  await page.reload()
  await expect(chart(page)).toBeVisible()
  const panel = page.getByRole('region', { name: 'Trip chart' })
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(panel.locator('.u-over')).toHaveCount(5)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const boxesOf = async (selector: string) => {
      const boxes = await Promise.all((await panel.locator(selector).all()).map((one) => one.boundingBox()))
      return boxes.filter((box) => box !== null)
    }
    const [values, lines, marks] = [
      await boxesOf('li'),
      await boxesOf('.u-over'),
      await boxesOf('button[aria-label^="Warning"], button[aria-label^="Info"]'),
    ]
    expect(marks).toHaveLength(2)
    for (const line of lines) expect(line.height).toBeGreaterThan(15)
    for (const one of values)
      for (const other of [...lines, ...marks])
        expect
          .soft(
            one.x + one.width <= other.x ||
              one.x >= other.x + other.width ||
              one.y + one.height <= other.y ||
              one.y >= other.y + other.height,
            `${width} wide: ${JSON.stringify([one, other])}`,
          )
          .toBe(true)
  }
})

/** Advances time in frames of a tenth of a second: sixty frames a second would take a minute here. */
async function sail(page: Page, ms: number) {
  for (let gone = 0; gone < ms; gone += FRAME_MS) await page.clock.fastForward(FRAME_MS)
}
const FRAME_MS = 100

ownPageTest('the boat is replayed as fast as the clock goes', async ({ page }) => {
  await open(page)
  await page.clock.install({ time: BEGIN_MS + 86_400_000 })
  await tool(page, '3D View').click()
  const window = page.getByRole('region', { name: '3D View' })
  await drawn(window.getByText('kn')).toBeVisible()
  await expect(window.getByText('09:00:00')).toBeVisible()
  await page.clock.pauseAt(BEGIN_MS + 2 * 86_400_000)
  await window.getByRole('button', { name: 'Play', exact: true }).click()
  await sail(page, 1200)
  await expect(window.getByText('09:00:01')).toBeVisible()
  await window.locator('label', { hasText: '2x' }).click()
  await sail(page, 1000)
  await expect(window.getByText('09:00:03')).toBeVisible()
  await window.getByRole('button', { name: 'Pause' }).click()
  await sail(page, 1000)
  await expect(window.getByText('09:00:03')).toBeVisible()
  await window.getByRole('button', { name: 'Step forward' }).click()
  await expect(window.getByText('09:00:04')).toBeVisible()
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '09:00:04')
  await window.locator('label', { hasText: 'Bow' }).click()
  await page.clock.resume()
  await expect(window.getByText('Failed to fetch movement data')).toBeHidden()
})

test('shows the weather at the cursor, or says that it is unknown', async ({ page }) => {
  await open(page)
  await tool(page, 'Weather').click()
  const window = page.getByRole('region', { name: 'Weather Conditions' })
  await expect(window).toContainText('8.1m/s')
  await expect(window).toContainText('from E')
  await expect(window).toContainText('towards S')
  await expect(window).toContainText('Latest')
  await pointAtPlot(page, 0.5)
  await expect(window).not.toContainText('Latest')
  await expect(window.getByRole('link', { name: 'View more' })).toHaveAttribute(
    'href',
    `/trips/${taffrail.things.own.tripId}/weather`,
  )
  await tool(page, 'Pin trip').click()
  await expect(page.getByText('Trip pinned')).toBeVisible()
  await page.getByRole('tab', { name: /Alerts/ }).click()
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme)
    expect(await violationsOn(page, { within: 'main' }), theme).toEqual([])
  }

  await page.goto(`${taffrail.url}/map/trips/${taffrail.things.child.tripId}`)
  await expect(page.getByText('No track available')).toBeVisible()
  await tool(page, 'Weather').click()
  await expect(page.getByText('No weather data available.')).toBeVisible()
})

test('an event, a click, a key and a link set one moment for chart, replay, weather and address', async ({
  page,
}) => {
  await open(page)
  await tool(page, '3D View').click()
  await tool(page, 'Weather').click()
  await page.getByRole('tab', { name: /Alerts/ }).click()
  const replay = page.getByRole('region', { name: '3D View' })
  const weather = page.getByRole('region', { name: 'Weather Conditions' })
  const panel = page.getByRole('region', { name: 'Trip chart' })
  const shows = async (clock: string) => {
    await expect(chart(page)).toHaveAttribute('aria-valuetext', clock)
    await expect(replay.getByText(clock)).toBeVisible()
    await expect(weather).toContainText(clock.slice(0, 5))
    await expect.poll(() => Math.floor(momentOf(page) / 1000) * 1000).toBe(Date.parse(`2026-06-18T${clock}Z`))
  }

  await row(page, knock()).click()
  await shows('09:01:15')
  await expect(page).toHaveURL(/sensor=2/)
  await expect(panel.getByRole('listitem').filter({ hasText: 'Impact sensor 2' })).toContainText(
    knockG.toFixed(2),
  )
  await expect(replay).toContainText('Impact sensor 2')
  await expect(replay.getByRole('definition').nth(1)).toContainText(knockG.toFixed(2))
  await expect(page.getByRole('status').filter({ hasText: '09:01:15' })).toBeAttached()

  for (const [text, clock] of [
    ['Left the harbour', '09:40:00'],
    ['SOG above 20 kn', '09:20:00'],
  ] as const) {
    await row(page, text).click()
    await shows(clock)
  }
  await panel.getByRole('button', { name: 'Play' }).click()
  await expect(replay.getByRole('button', { name: 'Pause' })).toBeVisible()
  await panel.getByRole('button', { name: 'Pause' }).click()
  await row(page, knock()).click()
  await shows('09:01:15')
  await page.keyboard.press('k')
  await shows('09:20:00')
  await page.keyboard.press('j')
  await shows('09:01:15')
  await page.keyboard.press('ArrowRight')
  await shows('09:01:30')
  await expect(page.getByRole('dialog', { name: knock() })).toBeHidden()

  await page.reload()
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '09:01:30')
  await tool(page, '3D View').click()
  await expect(replay.getByText('09:01:30')).toBeVisible()

  // Space on a focused button presses the button.
  await chart(page).focus()
  await page.keyboard.press(' ')
  await expect(replay.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press(' ')
  await expect(replay.getByRole('button', { name: 'Play', exact: true })).toBeVisible()

  const { x, y } = await pointAtPlot(page, 0.5)
  await page.mouse.click(x, y)
  await expect(page).toHaveURL(/minute=\d+/)
  const momentMs = momentOf(page)
  expect(Math.floor(momentMs / MINUTE_MS) * 60).toBe(Number(new URL(page.url()).searchParams.get('minute')))
  await page.getByRole('button', { name: 'Full trip view' }).click()
  expect(momentOf(page)).toBe(momentMs)

  // The tables of the trip's own pages show the moment too.
  await page.getByRole('tab', { name: /Alerts/ }).click()
  await row(page, 'SOG above 20 kn').click()
  await expect.poll(() => momentOf(page)).toBe(BEGIN_MS + 20 * MINUTE_MS)
  await page.getByRole('link', { name: 'View details' }).click()
  await page
    .getByRole('navigation', { name: 'Views of the trip' })
    .getByRole('link', { name: /Alerts/ })
    .click()
  const now = page.getByRole('main').locator('[aria-current=true]')
  await expect(now).toContainText('SOG above 20 kn')
  await now.getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Alert' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'View on map' }).last().click()
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '09:20:00')
})

test('each kind of event shows one moment in its row, chart, replay and address', async ({ page }) => {
  const replay = page.getByRole('region', { name: '3D View' })
  const panel = page.getByRole('region', { name: 'Trip chart' })
  const shows = async (clock: string) => {
    await expect(chart(page)).toHaveAttribute('aria-valuetext', clock)
    await expect(replay.getByText(clock)).toBeVisible()
    await expect.poll(() => Math.floor(momentOf(page) / 1000) * 1000).toBe(Date.parse(`2026-06-18T${clock}Z`))
  }
  const showsKnock = async () => {
    await shows('09:01:15')
    await expect(page).toHaveURL(/sensor=2/)
    const value = panel.getByRole('listitem').filter({ hasText: 'Impact sensor 2' })
    await expect(value).toContainText(knockG.toFixed(2))
    await expect(replay).toContainText('Impact sensor 2')
    await expect(replay.getByRole('definition').nth(1)).toContainText(knockG.toFixed(2))
  }
  const view = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Views of the trip' }).getByRole('link', { name })
  const current = page.getByRole('main').locator('[aria-current=true]')
  /** From a page of the trip to its map. */
  const onMap = async (link = page.getByRole('link', { name: 'View on map' }).last()) => {
    await link.click()
    await expect(chart(page)).toBeVisible()
    await tool(page, '3D View').click()
  }

  await open(page)
  await tool(page, '3D View').click()
  await page.getByRole('tab', { name: /Alerts/ }).click()
  for (const [text, clock] of [
    ['SOG above 20 kn', '09:20:00'],
    ['Came too near', '09:30:00'],
    ['Bilge pump runs', '09:50:00'],
  ] as const) {
    await row(page, text).click()
    await expect(row(page, text)).toContainText(clock)
    await shows(clock)
  }
  await expect(row(page, knock())).toContainText('09:01:15')
  await row(page, knock()).click()
  await showsKnock()

  // A row of the table of impacts.
  await page.goto(`${taffrail.url}/trips/${taffrail.things.own.tripId}/impacts`)
  const impact = page.getByRole('row').filter({ hasText: knockG.toFixed(2) })
  await impact.getByRole('link').click()
  await expect(page.getByRole('dialog').getByText(knockG.toFixed(2)).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(current).toContainText('09:01:15')
  await onMap()
  await showsKnock()

  // The alert of the same impact among those of the trip, and a comment.
  await page.goto(`${taffrail.url}/trips/${taffrail.things.own.tripId}/alerts`)
  await page.getByRole('listitem').getByRole('link', { name: knock() }).click()
  await expect(page).toHaveURL(/sensor=2/)
  const dialog = page.getByRole('dialog', { name: 'Alert' })
  await onMap(dialog.getByRole('link', { name: 'View on map' }))
  await showsKnock()
  await page.getByRole('link', { name: 'View details' }).click()
  await view(/Comments/).click()
  await onMap(page.getByRole('listitem').filter({ hasText: 'Fog' }).getByRole('link'))
  await shows('09:25:00')

  // A place on a plot over distance.
  await page.getByRole('link', { name: 'View details' }).click()
  await view('Safety').click()
  const along = page.getByRole('slider', { name: 'Speed and impacts' })
  await page.locator('label', { hasText: 'Distance' }).click()
  await expect(along).toHaveAttribute('aria-valuetext', /nmi/)
  const restsAt = Number.parseFloat((await along.getAttribute('aria-valuetext')) ?? '')
  const box = await along.locator('.u-over').first().boundingBox()
  if (!box) throw new Error('there is no plot')
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2)
  await expect.poll(() => momentOf(page)).toBeGreaterThan(BEGIN_MS + 40 * MINUTE_MS)
  const momentMs = momentOf(page)
  await page.mouse.move(5, 5)
  expect(Number.parseFloat((await along.getAttribute('aria-valuetext')) ?? '')).toBeGreaterThan(restsAt)
  await onMap()
  await shows(new Date(momentMs).toISOString().slice(11, 19))
})

test('a link with a minute alone opens its first second, and one outside the trip the nearest moment', async ({
  page,
}) => {
  await open(page)
  await page.goto(`${taffrail.url}${address}?minute=${(BEGIN_MS + 10 * MINUTE_MS) / 1000}`)
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '09:10:00')
  await page.goto(`${taffrail.url}${address}?t=5`)
  await expect(chart(page)).toHaveAttribute('aria-valuetext', '09:00:00')
  await page.goto(`${taffrail.url}${address}?t=noon`)
  await expect(page.getByText(/^Last values/)).toBeVisible()
})

const knock = () => `Impact of ${knockG.toFixed(1)} g, above the limit of 3 g`
const momentOf = (page: Page) => Number(new URL(page.url()).searchParams.get('t'))

test('the night leaves nothing but red on map, trip, board and helm', async ({ page }) => {
  // A picture in glaring green stands for satellite tiles.
  const glare = { r: 120, g: 255, b: 160 }
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: glare } })
    .png()
    .toBuffer()
  await page.route('**/glare/**', (route) => route.fulfill({ contentType: 'image/png', body: tile }))
  await page.route('**/basemap/index.json', async (route) => {
    const index = (await (await route.fetch()).json()) as BasemapIndex
    const kind = { kind: 'tiles', format: 'raster', minzoom: 0, maxzoom: 14, tileSize: 256 } as const
    const satellite: MapSource = { ...kind, url: '/glare/{z}/{x}/{y}.png', layers: [], attribution: '' }
    await route.fulfill({ json: { ...index, satellite } })
  })
  await page.addInitScript(`localStorage.setItem('map-layer', 'satellite')`)
  /** Mean of the page's colours, and how far its greenest or bluest pixel exceeds its own red. */
  const seen = async () => {
    const pixels = await sharp(await page.screenshot({ animations: 'disabled' }))
      .removeAlpha()
      .raw()
      .toBuffer()
    let [red, most] = [0, -255]
    for (let at = 0; at < pixels.length; at += 3) {
      const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
      red += r
      most = Math.max(most, g - r, b - r)
    }
    return { meanRed: (red * 3) / pixels.length, most }
  }
  await open(page)
  await drawn.poll(async () => (await seen()).most).toBeGreaterThan(100)

  await page.getByRole('button', { name: 'User menu' }).click()
  const night = page.getByRole('radiogroup', { name: 'Night (red)' })
  await night.getByText('On', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveAttribute('data-night', '')
  // Half the light of the tiles is left, so they are still there.
  await drawn.poll(async () => (await seen()).most).toBeLessThanOrEqual(3)
  expect((await seen()).meanRed).toBeGreaterThan(30)
  for (const path of ['/map', '/board', `/vessels/${taffrail.things.own.vesselId}/helm`]) {
    await goOn(page, path)
    await drawn.poll(async () => (await seen()).most, { message: path }).toBeLessThanOrEqual(3)
  }
  await page.getByRole('button', { name: 'Day colours' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-night', '')
})
