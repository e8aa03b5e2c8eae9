/**
 * `node bench/firstMap.ts URL`: time until the map of the running demo at URL shows land when the console is opened
 * again, with its files in the browser's cache. It counts from the start of the navigation to the frame that draws
 * the first tile with land or a coast. Intermediate times are the picture of the last view, the last requested
 * script, the index of the map and the first tile. WITHOUT_MEMORY=1 in the environment removes the stored view.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM, CHROMIUM_ARGS } from '../e2e/chromium.ts'

const ACCOUNT = { email: 'organization-admin@demo.example', password: 'ahoy-demo' }
const TIMES = 5
const GOAL_MS = 1000
const LONGEST_MS = 60_000
/** Number of indices above which a tile contains a shore: an area that covers a whole tile has only two triangles. */
const WHOLE_TILE_INDICES = 100

type Times = Record<'pageMs' | 'scriptMs' | 'pictureMs' | 'indexMs' | 'tileMs' | 'landMs', number>

const url = process.argv[2]
if (!url) throw new Error('node bench/firstMap.ts URL')

const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const answer = await context.request.post(`${url}/identity/sign-in/email`, {
    headers: { origin: url },
    data: ACCOUNT,
  })
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: is this a demo?`)
  await context.addInitScript(`{
    const draw = WebGL2RenderingContext.prototype.drawElements
    WebGL2RenderingContext.prototype.drawElements = function (mode, count, ...more) {
      if (count > ${WHOLE_TILE_INDICES}) globalThis.landMs ??= performance.now()
      return draw.call(this, mode, count, ...more)
    }
    new PerformanceObserver((list) => {
      const seen = list.getEntries().find(({ url }) => url.startsWith('data:image/webp'))
      if (seen) globalThis.pictureMs ??= seen.renderTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    ${process.env.WITHOUT_MEMORY ? 'localStorage.clear()' : ''}
  }`)
  await open(context, 'localStorage.getItem("map-as-begun")')
  const times: Times[] = []
  for (let i = 0; i < TIMES; i++) times.push(await open(context))
  const median = (of: (time: Times) => number) =>
    times.map(of).toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0
  const print = (what: string, ms: number) => console.log(`${what.padEnd(24)}${ms.toFixed(0)} ms`)
  print(
    'page answered',
    median(({ pageMs }) => pageMs),
  )
  print(
    'last script asked for',
    median(({ scriptMs }) => scriptMs),
  )
  const picture = median(({ pictureMs }) => pictureMs)
  print('as it was seen', picture)
  print(
    'index of the map',
    median(({ indexMs }) => indexMs),
  )
  print(
    'first tile',
    median(({ tileMs }) => tileMs),
  )
  const land = median(({ landMs }) => landMs)
  print('land drawn', land)
  if ((picture || land) > GOAL_MS) process.exitCode = 1
} finally {
  await browser.close()
}

async function open(context: BrowserContext, until = 'globalThis.landMs'): Promise<Times> {
  const page = await context.newPage()
  await page.goto(`${url}/map`, { waitUntil: 'commit' })
  const untilMs = Date.now() + LONGEST_MS
  while (!(await page.evaluate(until))) {
    if (Date.now() > untilMs) throw new Error('no land was drawn')
    await sleep(100)
  }
  const times = await page.evaluate<Times>(`{
    const entries = performance.getEntriesByType('resource')
    const first = (isSuch) => entries.find(({ name }) => isSuch.test(name))?.responseEnd ?? 0
    const scripts = entries.filter(({ name, startTime }) => /assets.*js$/.test(name) && startTime < landMs)
    ;({
      pageMs: performance.getEntriesByType('navigation')[0].responseEnd,
      scriptMs: Math.max(0, ...scripts.map(({ startTime }) => startTime)),
      pictureMs: globalThis.pictureMs ?? 0,
      indexMs: first(/basemap.index/),
      tileMs: first(/pmtiles/),
      landMs,
    })
  }`)
  await page.close()
  return times
}
