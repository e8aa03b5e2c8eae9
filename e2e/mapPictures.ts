/**
 * `npm run tool map-pictures -- URL FOLDER [PLACE…]` takes pictures of the map of a running demo at ten places, or at
 * these only. For each place and style it writes one sheet into FOLDER with every zoom from 3 to 14. Compare them
 * before and after changes to the map. STYLES and ZOOMS in the environment, with commas, take fewer.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Locator, type Page, type Request } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM, CHROMIUM_ARGS } from './chromium.ts'

const ACCOUNT = { email: 'organization-admin@demo.example', password: 'ahoy-demo' }
const STYLES = ['light', 'dark', 'satellite']
const PLACES: Record<string, { lat: number; lng: number }> = {
  reykjavik: { lat: 64.155, lng: -21.93 },
  olbia: { lat: 41.0, lng: 9.6 },
  mediterranean: { lat: 38.2, lng: 15.63 },
  fiji: { lat: -16.8, lng: 179.99 },
  svalbard: { lat: 78.24, lng: 15.6 },
  geneva: { lat: 46.4, lng: 6.5 },
  venice: { lat: 45.42, lng: 12.35 },
  zanzibar: { lat: -6.16, lng: 39.19 },
  horn: { lat: -55.95, lng: -67.28 },
  sea: { lat: 35, lng: -40 },
}
/** Panel and bar leave a map of four to three. */
const VIEWPORT = { width: 1000, height: 528 }
const TILE = { width: 480, height: 360 }
const COLUMNS = 4
/** Time without requests after which the map is fully drawn. */
const QUIET_MS = 2000

const [url = '', folder = '', ...only] = process.argv.slice(2)
if (!folder) throw new Error('node e2e/mapPictures.ts URL FOLDER [PLACE…]')
const chosen = (name: string) => process.env[name]?.split(',')
const zooms = chosen('ZOOMS')?.map(Number) ?? Array.from({ length: 12 }, (_, i) => i + 3)
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
try {
  for (const style of STYLES) if (chosen('STYLES')?.includes(style) ?? true) await takeAll(style)
} finally {
  await browser.close()
}

async function takeAll(style: string) {
  const theme = style === 'light' ? 'light' : 'dark'
  const context = await browser.newContext({
    ...{
      viewport: VIEWPORT,
      colorScheme: theme,
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    },
  })
  await context.addInitScript(
    `localStorage.setItem('theme', '${theme}'); localStorage.setItem('map-layer', '${style}')`,
  )
  const page = await context.newPage()
  const answer = await page.request.post(`${url}/identity/sign-in/email`, {
    headers: { origin: url },
    data: ACCOUNT,
  })
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: is this a demo?`)
  for (const place of only.length > 0 ? only : Object.keys(PLACES)) {
    await writeSheet(join(folder, `${place}-${style}.png`), await take(page, place))
    process.stdout.write(`${place} ${style}\n`)
  }
  await context.close()
}

/** Zooms out from the deepest zoom by keyboard, which is faster than opening the console for each zoom. */
async function take(page: Page, place: string): Promise<Buffer[]> {
  const at = PLACES[place]
  if (!at) throw new Error(`no place is called ${place}: ${Object.keys(PLACES).join(', ')}`)
  const pictures: Buffer[] = []
  const map = page.locator('canvas.maplibregl-canvas')
  const [least, most] = [Math.min(...zooms), Math.max(...zooms)]
  await page.goto(`${url}/map?lat=${at.lat}&lng=${at.lng}&zoom=${most}`)
  await map.waitFor()
  await map.focus()
  for (let zoom = most; zoom >= least; zoom--) {
    if (zoom < most) await page.keyboard.press('-')
    if (!zooms.includes(zoom)) continue
    await quiet(page)
    pictures.unshift(await pictureOf(page, await map.boundingBox()))
  }
  return pictures
}

/** Resolves when the map has sent and received nothing for a while. */
async function quiet(page: Page) {
  let lastRequestMs = Date.now()
  const open = new Set<Request>()
  const asked = (request: Request) => {
    if (request.url().includes('/basemap/')) open.add(request)
    lastRequestMs = Date.now()
  }
  const answered = (request: Request) => {
    open.delete(request)
    lastRequestMs = Date.now()
  }
  page.on('request', asked).on('requestfinished', answered).on('requestfailed', answered)
  while (open.size > 0 || Date.now() - lastRequestMs < QUIET_MS) await page.waitForTimeout(100)
  page.off('request', asked).off('requestfinished', answered).off('requestfailed', answered)
}

async function pictureOf(page: Page, box: Awaited<ReturnType<Locator['boundingBox']>>): Promise<Buffer> {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const { x, y, width, height } = box ?? { x: 0, y: 0, ...VIEWPORT }
  const area = { left: x, top: y, width, height }
  return sharp(picture)
    .extract(area)
    .resize({ ...TILE, fit: 'cover', position: 'right' })
    .toBuffer()
}

async function writeSheet(file: string, pictures: Buffer[]) {
  const rows = Math.ceil(pictures.length / COLUMNS)
  await sharp({
    create: { width: COLUMNS * TILE.width, height: rows * TILE.height, channels: 3, background: '#888' },
  })
    .composite(
      pictures.map((input, i) => ({
        input,
        left: (i % COLUMNS) * TILE.width,
        top: Math.floor(i / COLUMNS) * TILE.height,
      })),
    )
    .png()
    .toFile(file)
}
