/**
 * `node bench/boardWeek.ts [--days 7] [--boats 60]`: memory of a wall screen that shows the watch board for a week. The
 * built console runs in Chromium with a clock of its own, so a week takes about an hour. Boats move with each reading,
 * an alert takes the screen every hour and is acknowledged elsewhere, and the line is lost for ten minutes a day. Printed
 * are heap, DOM nodes and listeners after a collection, at the first hour and at the end.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../e2e/chromium.ts'
import { startConsole } from '../e2e/testConsole.ts'
import { print } from './figures.ts'

const { values } = parseArgs({
  options: { days: { type: 'string', default: '7' }, boats: { type: 'string', default: '60' } },
})
const minutes = Math.round(Number(values.days) * 24 * 60)
/** Growth of the heap over the week that is not noise of the engine. */
const GOAL_MIB = 10
/** Time between two collections, simulated. */
const MEASURE_EVERY_MIN = 60

const taffrail = await startConsole()
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: [...CHROMIUM_ARGS, '--autoplay-policy=no-user-gesture-required'],
})
try {
  const context = await browser.newContext({
    viewport: { width: 960, height: 540 },
    // Boats that glide would be drawn sixty times for each simulated second.
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript((boats) => {
    localStorage.setItem('board-sound', 'true')
    const real = fetch
    const id = (kind: number, i: number) => `${kind}${String(i).padStart(7, '0')}-0000-4000-8000-000000000000`
    const iso = (ms: number) => new Date(ms).toISOString()
    const at = (...place: number[]) => Object.fromEntries(['lat', 'lon'].map((name, i) => [name, place[i]]))
    const boardAt = (nowMs: number) => {
      const all = Array.from({ length: boats }, (_, i) => i)
      const hour = Math.floor(nowMs / 3_600_000)
      const isRaised = nowMs % 3_600_000 < 120_000
      const fire = {
        ...{ id: id(7, hour % 1e6), severity: 'critical', type: 'external', text: `Fire ${hour}` },
        ...{ trigger_time: iso(hour * 3_600_000), received_at: iso(hour * 3_600_000), assigned: null },
      }
      const from = { vessel_id: id(4, hour % boats), name: `Boat ${hour % boats}` }
      return {
        ...{ server_time: nowMs, organization: 'Harbour', department: { id: id(2, 0), name: 'Harbour' } },
        boats: all.map((i) => ({
          ...{ vessel_id: id(4, i), name: `Boat ${i}`, trip_id: null, since: iso(nowMs - 3_600_000) },
          ...{
            captain: 'Anna',
            last_word: iso(nowMs - i * 1000),
            sog: 12,
            expected_back: null,
            overdue: null,
          },
        })),
        episodes: isRaised ? [{ ...from, severity: 'critical', count: 1, alerts: [fire] }] : [],
        waiting: isRaised ? 1 : 0,
        critical: isRaised ? [{ ...fire, ...from, ...at(64.1, -22), notified: [], notified_total: 0 }] : [],
        notes: [{ id: id(5, 0), text: `Watch ${Math.floor(hour / 6)}`, at: iso(nowMs), user: null }],
        vessels: all.map((i) => ({
          ...{ id: id(4, i), name: `Boat ${i}`, kind: 'rib', picture_url: null, department_id: id(2, 0) },
          ...{ status: 'sailing', trip_id: null, impact_limit: 3, cog: (nowMs / 5000 + i) % 360, sog: 12 },
          ...at(64.1 + (i % 10) * 0.02, -22 + ((nowMs / 1e6 + i) % 20) * 0.01),
          impact: null,
          ...{ impact_time: null, sog_derived: false, last_updated: nowMs, temperature: null },
          ...{ wind_speed: null, wind_direction: null, wave_height: null },
        })),
      }
    }
    globalThis.fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const address = String(input instanceof Request ? input.url : input)
      if (!address.includes('/api/wall/board')) return real(input, init)
      const nowMs = Date.now()
      if (nowMs % 86_400_000 < 600_000) throw new TypeError('Failed to fetch')
      return Response.json(boardAt(nowMs))
    }
  }, Number(values.boats))
  await page.clock.install({ time: Date.UTC(2026, 5, 18, 6, 30) })
  await page.goto(`${taffrail.url}/wall/${'A'.repeat(43)}`)
  await page.clock.runFor(5000)
  await page.getByText('Boat 1', { exact: true }).waitFor()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const measure = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
    return { heapMiB: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') }
  }
  let first: Awaited<ReturnType<typeof measure>> | undefined
  let last: Awaited<ReturnType<typeof measure>> | undefined
  for (let minute = 1; minute <= minutes; minute++) {
    await page.clock.runFor(MINUTE_MS)
    if (minute % MEASURE_EVERY_MIN !== 0 && minute !== minutes) continue
    last = await measure()
    first ??= last
    const { heapMiB, nodes, listeners } = last
    process.stdout.write(
      `${(minute * MINUTE_MS) / HOUR_MS} h: ${heapMiB.toFixed(1)} MiB, ${nodes} nodes, ${listeners} listeners\n`,
    )
  }
  await page.getByText('Boat 1', { exact: true }).waitFor()
  const grownMiB = (last?.heapMiB ?? 0) - (first?.heapMiB ?? 0)
  print(`heap grown over ${values.days} days, goal at most ${GOAL_MIB} MiB`, `${grownMiB.toFixed(1)} MiB`)
} finally {
  await browser.close()
  await taffrail.api.close()
}
