/**
 * `npm run tool help-pictures` takes the pictures of the help again. It starts a demo as a user would, and
 * waits for the month of the demo. `npm run tool help-pictures -- URL [NAME…]` takes them, or only the named ones, from a
 * running demo. Each is taken in light and in dark colours.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type Program, startProgram } from '#server/testing/testProgram.ts'
import { PICTURE_SIZE, type PictureName } from '#web/resources/pictures.ts'
import { CHROMIUM, CHROMIUM_ARGS } from './chromium.ts'

const FOLDER = join(import.meta.dirname, '../web/resources/pictures')
const ACCOUNT = { email: 'organization-admin@demo.example', password: 'ahoy-demo' }
/** Size of the page in px; the picture has more pixels, for high-resolution screens. */
const VIEWPORT = { width: 1200, height: 750 }
/** Most bytes of a picture; the sharpest one that fits is used. */
const MOST_BYTES = 60_000
const QUALITIES = [62, 54, 46, 38, 30]
/** Importing and computing a demo month takes minutes; on a busy machine it takes longer. */
const HISTORY_MS = 60 * 60_000

/** Steps to the page of each picture, up to the element that must be there. */
const PICTURES: Record<PictureName, (page: Page, open: (path: string) => Promise<void>) => Promise<void>> = {
  async map(page, open) {
    await open('/map?lat=64.22&lng=-22.25&zoom=9')
    await page.locator('canvas.maplibregl-canvas').waitFor()
  },
  async vessel(page, open) {
    await open(`/vessels/${await idOf(page, 'Skuggi')}`)
    await page.getByRole('heading', { name: 'Engines' }).waitFor()
  },
  async connect(page, open) {
    await open(`/vessels/${await idOf(page, 'Skuggi')}/connect`)
    await page.getByRole('dialog').waitFor()
  },
  async helm(page, open) {
    await open(`/vessels/${await idOf(page, 'Skuggi')}/helm`)
    await page.getByText('Live', { exact: true }).waitFor()
    if (await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`))
      await page.getByRole('button', { name: 'Night colours' }).click()
  },
  async trip(page, open) {
    await open(`/trips/${await longTripOf(page, 'Skuggi')}/safety`)
    await page.locator('main canvas').first().waitFor()
  },
  async rule(page, open) {
    const { data } = await call<{ data: { id: string; type: string }[] }>(page, '/api/rules')
    await open(`/rules/${data.find(({ type }) => type === 'threshold')?.id}`)
    await page.getByText(/^Would (not )?have fired/).waitFor({ timeout: 120_000 })
  },
  async alert(page, open) {
    await open('/alerts')
    await page.getByRole('table').waitFor()
  },
  async user(page, open) {
    await open('/users/new')
    await page.getByRole('dialog').waitFor()
  },
  async departments(page, open) {
    await open('/departments')
    await page.getByRole('table').waitFor()
  },
  async keys(page, open) {
    await open('/api-keys')
    await page.getByRole('progressbar', { name: 'Credits left today' }).waitFor()
  },
  async report(page, open) {
    await open('/reports')
    await page.getByRole('heading', { name: 'Top Vessels' }).waitFor()
  },
  async logbook(page, open) {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await open(`/vessels/${await idOf(page, 'Skuggi')}/logbook?date=${yesterday}`)
    await page.getByRole('row').nth(8).waitFor()
  },
}

const [given, ...only] = process.argv.slice(2)
const dataDir = given ? null : await mkdtemp(join(tmpdir(), 'taffrail-pictures-'))
const program = dataDir === null ? null : await startProgram(['--data', dataDir])
const url = given ?? program?.url ?? ''
if (program) await untilComplete(program)
const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS })
try {
  if (only.length === 0) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) await takeAll(colorScheme)
  const files = await readdir(FOLDER)
  process.stdout.write(`${files.length} pictures\n`)
} finally {
  await browser.close()
  await program?.stop()
  if (dataDir !== null) await rm(dataDir, { recursive: true, force: true })
}

/** Waits for the demo: figures still being computed would show in every picture. */
async function untilComplete({ printed }: Program) {
  const untilMs = Date.now() + HISTORY_MS
  while (!printed().log.includes('demo figures complete')) {
    if (Date.now() > untilMs) throw new Error('the demo is not complete')
    await new Promise((resolve) => setTimeout(resolve, 5000))
  }
}

async function takeAll(colorScheme: 'dark' | 'light') {
  const context = await browser.newContext({
    ...{ viewport: VIEWPORT, colorScheme, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
    deviceScaleFactor: PICTURE_SIZE.width / VIEWPORT.width,
  })
  // The picture of the helm turns the night on, for itself alone.
  await context.addInitScript(
    `localStorage.setItem('theme', '${colorScheme}'); localStorage.removeItem('night')`,
  )
  const page = await context.newPage()
  const headers = { origin: url }
  const answer = await page.request.post(`${url}/identity/sign-in/email`, { headers, data: ACCOUNT })
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: is this a demo?`)
  for (const [name, take] of Object.entries(PICTURES)) {
    if (only.length > 0 && !only.includes(name)) continue
    await take(page, async (path) => {
      // Otherwise a message about new alerts would cover the picture.
      await call(page, '/api/users/read_unread_alerts', 'PUT')
      await page.goto(url + path)
    })
    await page.waitForLoadState('networkidle').catch(() => undefined)
    const bytes = await smallEnough(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    await writeFile(join(FOLDER, `${name}-${colorScheme}.avif`), bytes)
    process.stdout.write(`${name} ${colorScheme}: ${(bytes.length / 1024).toFixed(0)} KiB\n`)
  }
  await context.close()
}

async function smallEnough(png: Buffer): Promise<Buffer> {
  const { width, height } = PICTURE_SIZE
  for (const quality of QUALITIES) {
    const bytes = await sharp(png).resize(width, height).avif({ quality, effort: 6 }).toBuffer()
    if (bytes.length <= MOST_BYTES) return bytes
  }
  throw new Error('a picture is too large however it is compressed')
}

async function call<Answer>(page: Page, path: string, method = 'GET'): Promise<Answer> {
  const { token } = await (await page.request.get(`${url}/identity/token`)).json()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`${url}${path}`, { method, headers })
  return answer.json()
}

async function idOf(page: Page, vessel: string): Promise<string> {
  const { data } = await call<{ data: { id: string; name: string }[] }>(page, '/api/vessels?limit=100')
  const found = data.find(({ name }) => name === vessel)
  if (!found) throw new Error(`${vessel} is not in the demo`)
  return found.id
}

/** Id of the longest trip with complete figures. */
async function longTripOf(page: Page, vessel: string): Promise<string> {
  const filter = `filter[vessel_id][eq]=${await idOf(page, vessel)}`
  const { data } = await call<{ data: { id: string; analysis: { complete: boolean } }[] }>(
    page,
    `/api/trips?limit=50&order[distance]=desc&${filter}`,
  )
  return data.find(({ analysis }) => analysis.complete)?.id ?? ''
}
