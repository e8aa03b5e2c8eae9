import { type Browser, type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test'
import { WHOLE_BROWSER } from './chromium.ts'

/**
 * Test with a context and a page of its own. All journeys share the fixtures of a worker, even those that use none of
 * them: for other fixtures Playwright starts another worker, which takes five seconds of a processor.
 */
export const ownPageTest = base.extend<object, { browsing: Browsing; wholeBrowser: Browser }>({
  browsing: [
    async ({ browser }, use) => {
      const context = await browser.newContext()
      await use(new Browsing(context, await context.newPage()))
    },
    { scope: 'worker' },
  ],
  wholeBrowser: [
    async ({ playwright }, use) => {
      const browser = await playwright.chromium.launch(WHOLE_BROWSER)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
})

/** Test of notifications or of a screen that stays on, which only the browser with windows has. */
export const wholeBrowserTest = ownPageTest.extend({
  context: async ({ wholeBrowser }, use) => {
    const context = await wholeBrowser.newContext()
    await use(context)
    await context.close()
  },
})

/**
 * Test whose page opens in the process of earlier pages: a new process reads and compiles the whole console again,
 * which is half of the cost of a first page. Sessions, storage and permissions of earlier tests are cleared.
 */
export const test = ownPageTest.extend({
  context: async ({ browsing }, use) => {
    await use(browsing.context)
    await browsing.wipe()
  },
  page: async ({ browsing, context: _ }, use, info) => {
    const page = await browsing.openPage()
    await use(page)
    // Playwright describes only the page that keeps the process.
    if (info.status !== info.expectedStatus)
      await info.attach('page', { body: await page.locator('body').ariaSnapshot() })
  },
})

class Browsing {
  readonly context: BrowserContext
  /** Keeps the process alive. It runs no script, so it receives no messages between pages. */
  readonly #keeper: Page
  readonly #session: Promise<CDPSession>
  /** Origins that the pages of a test have visited, in the order of the first visit. */
  readonly #origins = new Set<string>()
  #origin = ''

  constructor(context: BrowserContext, keeper: Page) {
    this.context = context
    this.#keeper = keeper
    this.#session = context.newCDPSession(keeper)
    context.on('page', (page) => page.on('framenavigated', (frame) => this.#noteVisit(frame.url())))
    context.clock.install = context.addInitScript = () => {
      throw new Error('It cannot be taken back: it wants the test of Playwright, whose browsing is its own.')
    }
  }

  async openPage(): Promise<Page> {
    const [page] = await Promise.all([
      this.context.waitForEvent('page'),
      this.#keeper.evaluate(`open('about:blank').opener = null`),
    ])
    return page
  }

  #noteVisit(url: string) {
    const { protocol, origin } = new URL(url)
    if (protocol.startsWith('http')) this.#origins.add(origin)
  }

  async wipe() {
    const pages = this.context.pages().filter((page) => page !== this.#keeper)
    await Promise.all(pages.map((page) => page.close()))
    await this.context.unrouteAll()
    await this.context.setOffline(false)
    await this.context.clearPermissions()
    await this.context.clearCookies()
    const [first = this.#origin] = this.#origins
    const session = await this.#session
    for (const origin of this.#origins)
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    this.#origins.clear()
    await this.#moveTo(first)
  }

  /**
   * Pages share a process only with pages of their own origin. If the server of that origin is away, the next page
   * begins a new process.
   */
  async #moveTo(origin: string) {
    if (origin === this.#origin) return
    this.#origin = origin
    await this.#keeper.goto(`${origin}/mark.svg`).catch(() => {
      this.#origin = ''
    })
  }
}
