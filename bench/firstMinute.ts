/**
 * `node bench/firstMinute.ts [--seconds 200] [--folder FOLDER]`: the first minutes of a newcomer. It starts the demo on
 * an empty directory, as `npm start` does. A browser signs in at once, and takes pictures of the map 3, 10, 40 and 180 s
 * later. The strip of the pictures is written to the folder. Printed are the times until coast, tracks, trips, three whole
 * days and the whole month, the calls of the browser, memory and processor time. `--seconds` is the time after sign-in at which it
 * stops, unless the month is whole before.
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/demoAccounts.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../e2e/chromium.ts'
import { startDemoProcess } from './demoProcess.ts'
import { loadPerCore, print, quantile } from './figures.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '200' }, folder: { type: 'string' } },
})
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'taffrail-first-minute-'))
mkdirSync(folder, { recursive: true })
const PICTURES_AT_S = [3, 10, 40, 180]
const VIEW = { width: 1440, height: 900 }
/** Height of the pictures in the strip, in pixels. */
const STRIP_HEIGHT = 450
/** Number of indices above which a tile contains a shore: an area that covers a whole tile has only two triangles. */
const WHOLE_TILE_INDICES = 100
/** Pause between two looks at the trips, ms. */
const LOOK_EVERY_MS = 2000
/** The newest trips, more than those of three days. */
const MOST_TRIPS = 100

const email = DEMO_ACCOUNTS.find(({ roleId }) => roleId === 'organization-admin')?.email ?? ''
const account = { email, password: DEMO_PASSWORD }
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
const context = await browser.newContext({ viewport: VIEW })
await context.addInitScript(`{
  const draw = WebGL2RenderingContext.prototype.drawElements
  WebGL2RenderingContext.prototype.drawElements = function (mode, count, ...more) {
    if (count > ${WHOLE_TILE_INDICES}) globalThis.landMs ??= performance.timeOrigin + performance.now()
    return draw.call(this, mode, count, ...more)
  }
}`)
const page = await context.newPage()
const callsMs: number[] = []
page.on('requestfinished', (request) => {
  const { responseEnd } = request.timing()
  if (/^\/(api|fetcher|statistics|functions)\//.test(new URL(request.url()).pathname))
    callsMs.push(responseEnd)
})

/** Times of the first answers with tracks and with trips, ms since 1970. */
let tracksAt = 0
let tripsAt = 0
page.on('response', async (response) => {
  const { pathname } = new URL(response.url())
  const isTracks = pathname === '/fetcher/fleet-tracks'
  if (!response.ok() || (!isTracks && pathname !== '/api/trips')) return
  const { data } = (await response.json()) as { data: unknown[] }
  if (data.length === 0) return
  if (isTracks) tracksAt ||= Date.now()
  else tripsAt ||= Date.now()
})

const startedMs = performance.now()
const sinceStart = () => (performance.now() - startedMs) / 1000
const demo = startDemoProcess()
let wholeS: number | null = null
demo.onMessage((what) => {
  if (what === 'demo figures complete') wholeS ??= sinceStart()
})
try {
  const url = await demo.url
  print('npm start to the address', `${sinceStart().toFixed(1)} s`)
  const signedIn = await context.request.post(`${url}/identity/sign-in/email`, {
    headers: { origin: url },
    data: account,
  })
  if (!signedIn.ok()) throw new Error(`sign-in answered ${signedIn.status()}`)
  const signedInMs = performance.now()
  const signedInAt = Date.now()
  const sinceSignIn = () => (performance.now() - signedInMs) / 1000
  await page.goto(`${url}/map`, { waitUntil: 'commit' })
  const watching = watchTrips(url)
  const pictures: Buffer[] = []
  for (const atS of PICTURES_AT_S.filter((one) => one <= Number(values.seconds))) {
    await sleep(Math.max(0, (atS - sinceSignIn()) * 1000))
    pictures.push(await page.screenshot())
  }
  while (wholeS === null && sinceSignIn() < Number(values.seconds)) await sleep(500)
  const landAt = await page.evaluate<number | undefined>('globalThis.landMs')
  const since = (at: number | undefined) => (at ? `${((at - signedInAt) / 1000).toFixed(1)} s` : 'never')
  print('sign-in to coast', since(landAt))
  print('sign-in to tracks', since(tracksAt))
  print('sign-in to trips', since(tripsAt))
  const threeDaysS = await watching.threeDays()
  print('npm start to three whole days', seconds(threeDaysS))
  print('npm start to the whole month', seconds(wholeS))
  const ms = (share: number) => `${quantile(callsMs, share).toFixed(0)} ms`
  print('calls of the browser', `${callsMs.length}, median ${ms(0.5)}, p95 ${ms(0.95)}`)
  print('memory and processor', demo.held())
  print('load of the machine', `${loadPerCore().toFixed(1)} a core`)
  print('pictures', await strip(pictures))
} finally {
  await browser.close()
  await demo.stop()
}

function seconds(s: number | null): string {
  return s === null ? 'not within this time' : `${s.toFixed(0)} s`
}

/** Notes when each trip of the last three days has all its figures. */
function watchTrips(url: string) {
  const wholeAtS = new Map<string, number>()
  let recent: Trip[] = []
  let isWatching = true
  const since = Date.now() - 3 * DAY_MS
  const look = async () => {
    const { headers } = await signInOver(url, account)
    while (isWatching) {
      const answer = await fetch(`${url}/api/trips?limit=${MOST_TRIPS}`, { headers }).catch(() => null)
      // The server has stopped, as after an error elsewhere.
      if (!answer?.ok) return
      const { data } = (await answer.json()) as { data: Trip[] }
      recent = data.filter(({ end_time, start_time }) => end_time !== null && Date.parse(start_time) >= since)
      for (const { id, analysis } of recent)
        if (analysis.complete && !wholeAtS.has(id)) wholeAtS.set(id, sinceStart())
      await sleep(LOOK_EVERY_MS)
    }
  }
  const looking = look()
  return {
    /** Seconds since the start at which the last of them was complete; null while one is not, or where there are none. */
    async threeDays(): Promise<number | null> {
      isWatching = false
      await looking
      const times = recent.map(({ id }) => wholeAtS.get(id) ?? Number.POSITIVE_INFINITY)
      const last = Math.max(...times)
      return Number.isFinite(last) ? last : null
    },
  }
}

/** Lays the pictures side by side and returns the path of the file. */
async function strip(pictures: readonly Buffer[]): Promise<string> {
  const width = Math.round((STRIP_HEIGHT * VIEW.width) / VIEW.height)
  const small = await Promise.all(
    pictures.map((each) => sharp(each).resize({ height: STRIP_HEIGHT }).toBuffer()),
  )
  const file = join(folder, 'firstMinute.png')
  const size = { width: width * small.length, height: STRIP_HEIGHT }
  await sharp({ create: { ...size, channels: 3, background: 'black' } })
    .composite(small.map((input, i) => ({ input, left: i * width, top: 0 })))
    .toFile(file)
  return file
}
