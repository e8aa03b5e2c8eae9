import { expect, type Page, type Request } from '@playwright/test'

/** Time without requests that counts as idle, as in Playwright, ms. */
const QUIET_MS = 500
/** Script of a worker. When a map leaves with its page, its worker closes and the browser reports no end of this request. */
const OF_WORKER = /-worker-/

/**
 * Opens another page of the console as a link does. Loading each page again would cost half a second of a processor.
 */
export const leadTo = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

/** Opens another page and waits until it has sent no request for a while. */
export async function goOn(page: Page, path: string) {
  const open = new Set<Request>()
  let quietSinceMs = performance.now()
  const onAsked = (request: Request) => {
    if (!OF_WORKER.test(request.url())) open.add(request)
  }
  const onAnswered = (request: Request) => {
    open.delete(request)
    quietSinceMs = performance.now()
  }
  page.on('request', onAsked).on('requestfinished', onAnswered).on('requestfailed', onAnswered)
  await leadTo(page, path)
  // The address changes before the page has loaded.
  await expect
    .poll(() => page.evaluate('__TSR_ROUTER__.state.resolvedLocation?.pathname'), { message: path })
    .toBe(path.split('?')[0])
  await expect
    .poll(() => (open.size > 0 ? 0 : performance.now() - quietSinceMs), { message: path })
    .toBeGreaterThan(QUIET_MS)
  page.off('request', onAsked).off('requestfinished', onAnswered).off('requestfailed', onAnswered)
}
