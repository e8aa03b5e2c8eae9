import { type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test'

/**
 * A test whose page opens in the process of those before it: a new one reads and compiles the whole console again, which is half
 * of what showing a first page costs. Nothing else is left of them, neither who was signed in nor what was stored or allowed.
 */
export const test = base.extend<object, { browsing: Browsing }>({
  browsing: [
    async ({ browser }, use) => {
      const context = await browser.newContext()
      await use(new Browsing(context, await context.newPage()))
    },
    { scope: 'worker' },
  ],
  context: async ({ browsing }, use) => {
    await use(browsing.context)
    await browsing.wipe()
  },
  page: async ({ browsing, context: _ }, use) => use(await browsing.openPage()),
})

class Browsing {
  readonly context: BrowserContext
  /** It keeps the process. As no script runs in it, it shares none of what pages tell each other. */
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

  /** Pages share a process with those of their own origin alone. Where its server is away, the next one has to begin anew. */
  async #moveTo(origin: string) {
    if (origin === this.#origin) return
    this.#origin = origin
    await this.#keeper.goto(`${origin}/mark.svg`).catch(() => {
      this.#origin = ''
    })
  }
}
