/**
 * `npm run tool weigh`, after a build: what a browser without cached files transfers before its first view, from the
 * real server. Prints weights and numbers of requests, and fails when one is over its budget; `--files` lists them
 * all.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { BUDGETS } from './budgets.ts'
import { CHROMIUM, CHROMIUM_ARGS } from './chromium.ts'
import { startConsole } from './testConsole.ts'
import { bytesOf, countTransfers, type Transfer } from './transfers.ts'

const taffrail = await startConsole()
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
try {
  await weigh(browser, 'sign-in', BUDGETS.signIn, async (page) => {
    await page.goto(`${taffrail.url}/signin`)
    await page.getByRole('button', { name: 'Continue' }).waitFor()
  })
  await weigh(browser, 'a list in the shell', BUDGETS.list, async (page) => {
    await taffrail.open(page, 'organization-viewer', '/captains')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })
  await weigh(browser, 'the map after sign-in', BUDGETS.map, async (page, transfers) => {
    // The page before sign-in has been read, but nothing for later, as on a metered link.
    await page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    await page.goto(`${taffrail.url}/signin`)
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await page.waitForLoadState('networkidle')
    transfers.length = 0
    await taffrail.open(page, 'organization-viewer', '/map')
    await page.getByRole('tab', { name: 'Vessels' }).waitFor()
  })
} finally {
  await browser.close()
  await taffrail.api.close()
}

async function weigh(
  from: Browser,
  what: string,
  { maxBytes, maxRequests }: { maxBytes: number; maxRequests: number },
  open: (page: Page, transfers: Transfer[]) => Promise<void>,
) {
  const page = await from.newPage()
  const transfers = await countTransfers(page)
  await open(page, transfers)
  await page.waitForLoadState('networkidle')
  const counted = transfers.filter(({ isAhead, bytes }) => !isAhead && bytes > 0)
  const ahead = transfers.filter(({ isAhead }) => isAhead)
  const isOver = bytesOf(counted) > maxBytes || counted.length > maxRequests
  const inAll = `${kib(bytesOf(counted))} of ${kib(maxBytes)} in ${counted.length} of ${maxRequests} requests`
  const later = ahead.length > 0 ? `, then ${kib(bytesOf(ahead))} in ${ahead.length} for later` : ''
  process.stdout.write(`${what}: ${inAll}${later}, ${isOver ? 'OVER' : 'ok'}\n`)
  if (isOver || process.argv.includes('--files')) {
    for (const { url, bytes } of counted.sort((a, b) => b.bytes - a.bytes)) {
      process.stdout.write(`  ${(bytes / 1024).toFixed(1).padStart(7)} ${new URL(url).pathname}\n`)
    }
  }
  if (isOver) process.exitCode = 1
  await page.context().close()
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}
