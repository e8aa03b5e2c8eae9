import { chromium } from '@playwright/test'
import { createServer } from 'vite'
import { CHROMIUM, CHROMIUM_ARGS } from '../e2e/chromium.ts'

/**
 * A page beside the console's own sources, in Chromium. Its script sets `window.ready = true` when the measurement
 * may start. `await window.mark()` returns the work of the main thread since the previous mark, ms.
 */
export async function openBenchPage(html: string) {
  const server = await createServer({
    configFile: 'vite.config.ts',
    logLevel: 'error',
    server: { port: 0, proxy: {} },
  })
  await server.listen()
  const address = server.resolvedUrls?.local[0] ?? ''
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
  const close = async () => {
    await browser.close()
    await server.close()
  }
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error.message))
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    let markedMs = 0
    await page.exposeFunction('mark', async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      const busyMs = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
      const since = busyMs - markedMs
      markedMs = busyMs
      return since
    })
    const body = await server.transformIndexHtml('/bench.html', html)
    await page.route('**/bench.html', (route) => route.fulfill({ contentType: 'text/html', body }))
    // The load event would wait for a page that prepares itself for long.
    await page.goto(`${address}bench.html`, { waitUntil: 'commit' })
    await page.waitForFunction('window.ready', undefined, { timeout: 120_000 })
    return { page, close }
  } catch (error) {
    await close()
    throw error
  }
}
