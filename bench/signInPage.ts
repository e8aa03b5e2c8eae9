/**
 * `node bench/signInPage.ts`, after a build: waiting time of a user who opens the console for the first time. The built
 * console comes from the real server, loaded several times over each network with nothing cached. Printed are medians
 * of the first and the largest paint, also as a multiple of those of a bare page in the same run. Printed are also the
 * bytes over the wire with headers, and the number of requests. The server is a demo, whose hint at its accounts comes
 * last. Needs Chromium.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import { BUDGETS } from '../e2e/budgets.ts'
import { CHROMIUM, CHROMIUM_ARGS } from '../e2e/chromium.ts'
import { startConsole } from '../e2e/testConsole.ts'
import { bytesOf, countTransfers } from '../e2e/transfers.ts'
import { loadPerCore, print, quantile } from './figures.ts'

const RUNS = 7
const { maxBytes, maxRequests } = BUDGETS.signIn
/** Contains in one file the content that the other has in several. */
const BARE_PAGE = '<!doctype html><title>Bare</title><h1>Sign in</h1><button>Continue</button>'
/** Slow 4G as in Chromium's own tools. traccar-web 6.14.5 takes 2.35 s and 5.2 s. */
const NETWORKS = [
  { name: 'this machine', goalMs: 940, conditions: null },
  {
    name: 'slow 4G',
    goalMs: 1200,
    conditions: { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 },
  },
]

const taffrail = await startConsole()
const bare = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end(BARE_PAGE)
})
await new Promise<void>((resolve) => bare.listen(0, 'localhost', resolve))
const bareUrl = `http://localhost:${(bare.address() as AddressInfo).port}/`
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
try {
  for (const { name, goalMs, conditions } of NETWORKS) {
    const loads: Load[] = []
    const bares: Load[] = []
    for (let run = 0; run < RUNS; run++) {
      loads.push(await load(browser, `${taffrail.url}/signin`, conditions))
      bares.push(await load(browser, bareUrl, conditions))
    }
    const median = (key: keyof Load, of = loads) =>
      quantile(
        of.map((each) => each[key]),
        0.5,
      )
    const time = (key: 'firstMs' | 'largestMs') =>
      `${median(key).toFixed(0)} ms, ${(median(key) / median(key, bares)).toFixed(1)} × a bare page`
    print(`${name}: first paint`, time('firstMs'))
    print(`${name}: largest paint`, `${time('largestMs')}, goal ${goalMs} ms`)
    print(
      `${name}: transferred`,
      `${(median('bytes') / 1024).toFixed(1)} KiB in ${median('requests')} requests, at most ${maxBytes / 1024} KiB in ${maxRequests}`,
    )
    const isOver = median('bytes') > maxBytes || median('requests') > maxRequests
    if (isOver || median('largestMs') > goalMs) process.exitCode = 1
  }
  print('load of the machine', `${loadPerCore().toFixed(1)} a core`)
} finally {
  await browser.close()
  bare.close()
  await taffrail.api.close()
}

interface Load {
  firstMs: number
  largestMs: number
  bytes: number
  requests: number
}

interface Conditions {
  latency: number
  downloadThroughput: number
  uploadThroughput: number
}

/** A new context has no cache. The page counts as loaded when the form is visible and no request is open. */
async function load(from: Browser, url: string, conditions: Conditions | null): Promise<Load> {
  const context = await from.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    if (conditions) await session.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
    const transfers = await countTransfers(page)
    await page.goto(url)
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await page.waitForLoadState('networkidle')
    const firstMs = Math.min(...(await paintsOf(page, 'paint')))
    const largestMs = Math.max(...(await paintsOf(page, 'largest-contentful-paint')))
    const counted = transfers.filter(({ isAhead }) => !isAhead)
    return { firstMs, largestMs, bytes: bytesOf(counted), requests: counted.length }
  } finally {
    await context.close()
  }
}

/** Times of the paints of a kind, ms since the request for the page. Chromium reports these some time after. */
function paintsOf(page: Page, type: string): Promise<number[]> {
  return page.evaluate(`new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      resolve(list.getEntries().filter(({ name }) => name !== 'first-paint').map(({ startTime }) => startTime))
    })
    observer.observe({ type: '${type}', buffered: true })
  })`)
}
