import type { Page, Request } from '@playwright/test'

/** Longest time that a page may take to open, ms. */
const OPENS_WITHIN_MS = 15_000
/** Script of a worker. When a map leaves with its page, its worker closes and the browser reports no end of this request. */
const OF_WORKER = /-worker-/

/**
 * Opens another page of the console as a link does. Loading each page again would cost half a second of a processor.
 */
export const leadTo = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)

/** Opens another page and waits until it has loaded, awaits no answer and has nothing left to do. */
export async function goOn(page: Page, path: string) {
  const open = new Set<Request>()
  let sent = 0
  let onFinish = () => {}
  const onAsked = (request: Request) => {
    sent += 1
    if (!OF_WORKER.test(request.url())) open.add(request)
  }
  const onAnswered = (request: Request) => {
    open.delete(request)
    onFinish()
  }
  page.on('request', onAsked).on('requestfinished', onAnswered).on('requestfailed', onAnswered)
  await leadTo(page, path)
  // The address changes before the page has loaded.
  await page.evaluate(isOpen(path))
  for (let before = -1; open.size > 0 || before !== sent; ) {
    if (open.size > 0) await new Promise<void>((resolve) => (onFinish = resolve))
    else {
      before = sent
      await page.evaluate(IS_IDLE)
    }
  }
  page.off('request', onAsked).off('requestfinished', onAnswered).off('requestfailed', onAnswered)
}

/** Resolves inside the page when the router shows the page of this path. */
export const isOpen = (path: string) => `new Promise((resolve, reject) => {
  const endMs = performance.now() + ${OPENS_WITHIN_MS}
  const look = () => {
    if (__TSR_ROUTER__.state.resolvedLocation?.pathname === ${JSON.stringify(path.split('?')[0])}) resolve()
    else if (performance.now() > endMs) reject(new Error(${JSON.stringify(`${path} does not open`)}))
    else setTimeout(look, 10)
  }
  look()
})`

/**
 * Resolves inside the page when it was idle twice, so that React has shown an answer and sent what follows from it. A
 * page that draws without a pause counts as idle after half a second.
 */
const IS_IDLE = `new Promise((resolve) => {
  const whenIdle = (next) => requestIdleCallback(next, { timeout: 250 })
  whenIdle(() => setTimeout(() => whenIdle(resolve), 50))
})`
