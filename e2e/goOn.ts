import { expect, type Page, type Request } from '@playwright/test'

/** As long as Playwright waits for a network to be idle. */
const QUIET_MS = 500

/** Leads to another page of the console as a link does. To load each anew takes half a second more of a processor. */
export const leadTo = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

/** Leads to another page until that one has asked for nothing more for a while. */
export async function goOn(page: Page, path: string) {
  const open = new Set<Request>()
  let quietSinceMs = performance.now()
  const onAsked = (request: Request) => open.add(request)
  const onAnswered = (request: Request) => {
    open.delete(request)
    quietSinceMs = performance.now()
  }
  page.on('request', onAsked).on('requestfinished', onAnswered).on('requestfailed', onAnswered)
  await leadTo(page, path)
  // The address is there at once, and says nothing of the page.
  await expect
    .poll(() => page.evaluate('__TSR_ROUTER__.state.resolvedLocation?.pathname'), { message: path })
    .toBe(path.split('?')[0])
  await expect
    .poll(() => (open.size > 0 ? 0 : performance.now() - quietSinceMs), { message: path })
    .toBeGreaterThan(QUIET_MS)
  page.off('request', onAsked).off('requestfinished', onAnswered).off('requestfailed', onAnswered)
}
