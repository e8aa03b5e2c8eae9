/**
 * `node bench/tripMap.ts`, after a build: waiting time of a user who opens a trip of ten hours on the map. It also
 * measures the longest processor time in which the page does not respond. The built console comes from the real
 * server, nothing is cached. The trip is open when the map can zoom to its path and its plot is drawn. Then the
 * script points along the plot, zooms and drills into it, and opens the windows. Needs Chromium; without a graphics
 * card the drawing is done in software.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { trips } from '#server/stores/relational/schema.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../e2e/chromium.ts'
import { BEGIN_MS, sailTrip } from '../e2e/sailTrip.ts'
import { startConsole } from '../e2e/testConsole.ts'
import { loadPerCore, print, quantile } from './figures.ts'
import { longestTaskMs } from './longestTask.ts'

const RUNS = 5
const HOURS = 10
const OPEN_GOAL_MS = 1500
const BUSY_GOAL_MS = 200
/** The path is loaded when the map can zoom to it. */
const OPEN_TOOL = '[aria-label="Zoom to trip"]:not(:disabled)'

const taffrail = await startConsole()
const { own } = taffrail.things
const endUs = (BEGIN_MS + HOURS * 3_600_000) * 1000
await taffrail.api.records.db
  .update(trips)
  .set({ endUs, lastMovingUs: endUs, lastRecordUs: endUs, durationS: HOURS * 3600 })
  .where(eq(trips.id, own.tripId))
await sailTrip(taffrail.api.telemetry, own.vesselNumber, HOURS)
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
try {
  const visits: Visit[] = []
  for (let run = 0; run < RUNS; run++) visits.push(await visit(browser))
  const median = (key: keyof Visit) =>
    quantile(
      visits.map((each) => each[key]),
      0.5,
    )
  print(`map of a trip of ${HOURS} hours, open`, `${median('openMs').toFixed(0)} ms, goal ${OPEN_GOAL_MS} ms`)
  print(
    'longest task of the page while it opens',
    `${median('openingMs').toFixed(0)} ms, goal ${BUSY_GOAL_MS} ms`,
  )
  print(
    'longest task of the page while it is used',
    `${median('usingMs').toFixed(0)} ms, goal ${BUSY_GOAL_MS} ms`,
  )
  print('load of the machine', `${loadPerCore().toFixed(1)} a core`)
  if (median('openMs') > OPEN_GOAL_MS || Math.max(median('openingMs'), median('usingMs')) > BUSY_GOAL_MS)
    process.exitCode = 1
} finally {
  await browser.close()
  await taffrail.api.close()
}

interface Visit {
  openMs: number
  openingMs: number
  usingMs: number
}

async function visit(from: Browser): Promise<Visit> {
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(`
      const look = () => {
        if (document.querySelector('${OPEN_TOOL}') && document.querySelector('.u-over')) window.openedMs = performance.now()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)`)
    await from.startTracing(page, { categories: ['toplevel'] })
    await taffrail.open(page, 'organization-admin', `/map/trips/${own.tripId}`)
    await page.locator(OPEN_TOOL).waitFor()
    await page.locator('.u-over').first().waitFor()
    // Records the time of the frame that shows the last of it.
    await page.waitForTimeout(1000)
    const openMs = await page.evaluate<number>('window.openedMs')
    const openingMs = longestTaskMs(await from.stopTracing())
    await from.startTracing(page, { categories: ['toplevel'] })
    await use(page)
    return { openMs, openingMs, usingMs: longestTaskMs(await from.stopTracing()) }
  } finally {
    await context.close()
  }
}

async function use(page: Page) {
  const box = await page.locator('.u-over').first().boundingBox()
  if (!box) throw new Error('there is no chart')
  const y = box.y + box.height / 2
  for (let step = 0; step <= 40; step++) await page.mouse.move(box.x + (box.width * step) / 40, y)
  await page.mouse.move(box.x + box.width / 2, y)
  for (let notch = 0; notch < 5; notch++) await page.mouse.wheel(0, -100)
  await page.getByRole('button', { name: 'Reset zoom' }).click()
  await page.mouse.click(box.x + box.width / 2, y)
  await page.getByRole('button', { name: 'Full trip view' }).click()
  await page.getByRole('button', { name: 'Weather' }).click()
  await page.getByText('Weather Conditions').waitFor()
  await page.getByRole('button', { name: '3D View', exact: true }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForTimeout(2000)
}
