/**
 * `node bench/tripPage.ts`, after a build: waiting time of a user who opens the page of a trip of ten hours. The trip
 * has three motion sensors at 50 Hz, 5.4 million samples. It also measures the longest processor time in which a tab
 * does not respond. The built console comes from the real server, which analysed the trip; each visit has an empty
 * cache. Needs Chromium; without a graphics card the drawing is done in software.
 */

import { type Browser, chromium } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { SECOND_US } from '#contract/domain/time.ts'
import { systemClock } from '#server/platform/clock.ts'
import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import { openThrottle } from '#server/platform/throttle.ts'
import { impactBlocks } from '#server/processing/formulas/impacts/impactBlocks.ts'
import { Runner } from '#server/processing/loop/runner.ts'
import { analysisStep } from '#server/processing/loop/steps/analysisStep.ts'
import { insertSensors } from '#server/records/sensors.ts'
import { markTripsStale } from '#server/records/trips.ts'
import { loadDirectory } from '#server/records/vesselDirectory.ts'
import { trips } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../e2e/chromium.ts'
import { startConsole } from '../e2e/testConsole.ts'
import { motionBlock, nothing, secondReadings } from './benchFleet.ts'
import { loadPerCore, print, quantile } from './figures.ts'
import { longestTaskMs } from './longestTask.ts'

const RUNS = 5
const HOURS = 10
const SENSORS = [1, 2, 3]
const OPEN_GOAL_MS = 1000
const TASK_GOAL_MS = 200
const START_US = Date.UTC(2026, 5, 18, 9) * 1000
const TABS = ['safety', 'impacts', 'fuel', 'weather', 'alerts', 'comments', 'data-studio']

const taffrail = await startConsole()
const { telemetry, records, bus } = taffrail.api
const { vesselId, vesselNumber, tripId } = taffrail.things.own
await sail()
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
try {
  const opened: { openMs: number; taskMs: number }[] = []
  for (let run = 0; run < RUNS; run++) opened.push(await open(browser, ''))
  const openMs = quantile(
    opened.map((each) => each.openMs),
    0.5,
  )
  const tasks = [
    quantile(
      opened.map((each) => each.taskMs),
      0.5,
    ),
  ]
  print(
    `page of a trip of ${HOURS} hours with three sensors, open`,
    `${openMs.toFixed(0)} ms, goal ${OPEN_GOAL_MS} ms`,
  )
  print('longest task of its first tab', `${tasks[0]?.toFixed(0)} ms, goal ${TASK_GOAL_MS} ms`)
  for (const tab of TABS) {
    const { openMs, taskMs } = await open(browser, `/${tab}`)
    tasks.push(taskMs)
    print(`its tab ${tab}`, `heading after ${openMs.toFixed(0)} ms, longest task ${taskMs.toFixed(0)} ms`)
  }
  print('load of the machine', `${loadPerCore().toFixed(1)} a core`)
  if (openMs > OPEN_GOAL_MS || Math.max(...tasks) > TASK_GOAL_MS) process.exitCode = 1
} finally {
  await browser.close()
  await taffrail.api.close()
}

async function sail() {
  const endUs = START_US + HOURS * 3600 * SECOND_US
  await records.db
    .update(trips)
    .set({ startUs: START_US, endUs, lastMovingUs: endUs, lastRecordUs: endUs, durationS: HOURS * 3600 })
    .where(eq(trips.id, tripId))
  await insertSensors(
    records.db,
    SENSORS.slice(1).map((number) => ({ vesselId, number })),
  )
  for (let tenMinutes = 0; tenMinutes < HOURS * 6; tenMinutes++) {
    const fromUs = START_US + tenMinutes * 600 * SECOND_US
    const motion = SENSORS.map((sensor) => motionBlock(vesselNumber, sensor, fromUs, 600 * 50))
    await telemetry.append([{ ...nothing(vesselNumber), motion }, secondReadings(vesselNumber, fromUs, 600)])
    const interval = { vesselNumber, fromUs, toUs: fromUs + 600 * SECOND_US - 1 }
    await telemetry.impacts.store(
      impactBlocks(await telemetry.motion.bySensor([interval]), interval.fromUs, interval.toUs),
    )
  }
  await markTripsStale(records.db, vesselId)
  const stores = { db: records.db, telemetry, bus, clock: systemClock, partitions: new Set(ALL_PARTITIONS) }
  const vessels = await loadDirectory(records.db)
  const given = { vessels: () => vessels, refresh: async () => undefined, throttle: openThrottle() }
  const steps = [analysisStep({ ...stores, isMissing: () => false, isAwaited: () => false })]
  await new Runner({ steps, ...given, clock: systemClock, log: silentLog }).idle()
}

/** The page is open when the trip's heading shows, on the first tab also its last figures, and nothing is loading. */
async function open(from: Browser, tab: string) {
  const last = tab === '' ? 'main table' : 'main h1'
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(`
      const look = () => {
        if (document.querySelector('main h1') && document.querySelector('${last}') && !document.querySelector('main .mantine-Skeleton-root, main [aria-busy="true"]'))
          window.openedMs ??= performance.now()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)`)
    await from.startTracing(page, { categories: ['toplevel'] })
    await taffrail.open(page, 'organization-admin', `/trips/${tripId}${tab}`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    const taskMs = longestTaskMs(await from.stopTracing())
    return { openMs: await page.evaluate<number>('window.openedMs'), taskMs }
  } finally {
    await context.close()
  }
}
