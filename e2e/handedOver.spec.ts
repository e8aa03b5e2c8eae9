import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { extractText } from 'unpdf'
import { openTestSmtp, type TestSmtp } from '#server/testing/testSmtp.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

/** The files that leave the console match the trip: a day of the logbook, and an export announced by mail. */
let taffrail: Taffrail
let smtp: TestSmtp
test.describe.configure({ timeout: 300_000 })
test.use({ actionTimeout: 30_000, timezoneId: 'UTC' })

const DAY_MS = 86_400_000
/** Nine o'clock of the day before yesterday. */
const BEGIN_MS = (Math.floor(Date.now() / DAY_MS) - 2) * DAY_MS + 9 * 3_600_000
const DAY = new Date(BEGIN_MS).toISOString().slice(0, 10)
const SECONDS = 3600
const latitudeAt = (second: number) => 64.2 + (12 * second) / 3600 / 60

/** Once a month for a year, the last time a month ago. */
const OUTINGS = Array.from({ length: 12 }, (_, i) => BEGIN_MS - (12 - i) * 29 * DAY_MS)
const OUTING_SECONDS = 300
function outing(beginMs: number): string[] {
  return Array.from({ length: OUTING_SECONDS }, (_, second) => {
    const sogKn = 12 + 2 * Math.sin(second / 20)
    return `${new Date(beginMs + second * 1000).toISOString()},${latitudeAt(second).toFixed(7)},-23.4,${sogKn.toFixed(2)}`
  })
}

test.beforeAll(async () => {
  test.setTimeout(240_000)
  smtp = await openTestSmtp()
  taffrail = await startTaffrail({ env: { SMTP_URL: smtp.url } })
  // An hour due north at 12 kn.
  const rows = Array.from(
    { length: SECONDS },
    (_, second) =>
      `${new Date(BEGIN_MS + second * 1000).toISOString()},${latitudeAt(second).toFixed(7)},-22.1`,
  )
  const log = join(taffrail.dataDir, 'voyage.csv')
  await writeFile(log, ['time,latitude,longitude', ...rows, ''].join('\n'))
  await taffrail.run('import', '--vessel', 'Hafdís', '--create', log)
})
test.afterAll(async () => {
  await taffrail?.close()
  await smtp?.close()
})
test.beforeEach(async ({ page }) => {
  // With mail set up, the page asks for a code first; these tests are about the steps after it.
  await page.request.post(`${taffrail.url}/identity/sign-in/email`, {
    ...{ headers: { origin: taffrail.url }, data: taffrail.admin },
  })
})

async function ask<Answer>(page: Page, path: string): Promise<Answer> {
  const { token } = await (await page.request.get(`${taffrail.url}/identity/token`)).json()
  const answer = await page.request.get(`${taffrail.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.json()
}
/** Length of the only trip, nmi; 0 until the server has found and measured the trip. */
async function sailed(page: Page): Promise<number> {
  const { data } = await ask<{ data: { stats: { distance: number } }[] }>(page, '/api/trips')
  return data[0]?.stats.distance ?? 0
}
async function download(page: Page, name: string | RegExp) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name }).first().click()
  const file = await downloading
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Texts in an archive by their paths. */
async function unpacked(bytes: Buffer): Promise<Map<string, string>> {
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(bytes)))
  const files = new Map<string, string>()
  for (const entry of await zip.getEntries())
    if (!entry.directory) {
      const text = Buffer.from(await entry.getData(new Uint8ArrayWriter())).toString()
      files.set(entry.filename, text.replace('\uFEFF', ''))
    }
  return files
}

test('the logbook shows the same figures of a day on the page, in the PDF and in the table', async ({
  page,
}) => {
  await expect.poll(() => sailed(page), { timeout: 120_000 }).toBeGreaterThan(11.5)
  const distance = await sailed(page)
  const [vessel] = (await ask<{ data: { id: string }[] }>(page, '/api/vessels')).data
  await page.goto(`${taffrail.url}/vessels/${vessel?.id}`)
  await page.getByRole('button', { name: 'Actions for Hafdís' }).click()
  await page.getByRole('menuitem', { name: 'Logbook' }).click()
  await expect(page.getByText('Nothing was recorded on this day')).toBeVisible()
  for (let day = 0; day < 2; day++) await page.getByRole('button', { name: 'Day before' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${DAY}`))
  const hour = page.getByRole('row', { name: /09:00/ })
  await expect(hour).toContainText('12.0 kn')
  await expect(hour).toContainText(`${distance.toFixed(1)} nmi`)
  await expect(page.getByText(`${distance.toFixed(1)} nmi sailed, recorded in 1 of 24 hours`)).toBeVisible()

  const csv = await download(page, 'CSV')
  expect(csv.name).toBe(`Hafdís_${DAY}_logbook.csv`)
  const [head = '', ...lines] = csv.bytes.toString().replace('\uFEFF', '').trimEnd().split('\r\n')
  const cell = (line: string, column: string) => line.split(',')[head.split(',').indexOf(column)]
  expect(lines).toHaveLength(24)
  const nine = lines[9] ?? ''
  expect(Number(cell(nine, 'distance [nmi]'))).toBeCloseTo(distance, 1)
  expect(Number(cell(nine, 'latitude [deg]'))).toBeCloseTo(latitudeAt(SECONDS - 1), 3)
  expect(lines.map((line) => cell(line, 'gap') ?? '').filter((gap) => gap === 'yes')).toHaveLength(23)

  const pdf = await download(page, 'PDF')
  const { text } = await extractText(new Uint8Array(pdf.bytes), { mergePages: true })
  for (const figure of ['Hafdís', '12.0', `${distance.toFixed(1)} nmi`])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(figure)
})

test('an export is announced by mail and contains the sailed data', async ({ page }) => {
  await page.goto(`${taffrail.url}/exports/new`)
  const dialog = page.getByRole('dialog', { name: 'New export' })
  await dialog.getByRole('radio', { name: 'Seconds' }).check()
  await dialog.getByRole('checkbox', { name: 'Mail me when it is ready' }).check()
  await dialog.getByRole('button', { name: 'Begin export' }).click()
  await expect
    .poll(() => smtp.received.map(({ subject }) => subject), { timeout: 60_000 })
    .toContain('Your export is ready')
  const mail = smtp.received.find(({ subject }) => subject === 'Your export is ready')
  expect(mail?.to).toBe(taffrail.admin.email)
  const address = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(`${taffrail.url}${new URL(address).pathname}`)
  const file = await download(page, /^Download /)
  expect(mail?.text).toContain(file.name)

  const files = await unpacked(file.bytes)
  const about = JSON.parse(files.get('datapackage.json') ?? '{}')
  const [part] = about.resources
  expect([about.resources.length, part.rows]).toEqual([1, SECONDS])
  const { fields } = JSON.parse(files.get(part.schema) ?? '{}')
  const [header = '', ...rows] = (files.get(part.path) ?? '').trimEnd().split('\r\n')
  // The description names the columns as the table does, in its order.
  expect(header.split(',')).toHaveLength(fields.length)
  const columnOf = (name: string) => header.split(',').findIndex((title) => title.startsWith(name))
  expect(rows).toHaveLength(SECONDS)
  const [time, latitude, longitude] = ['time', 'latitude', 'longitude'].map(columnOf)
  const wrong = rows.filter((row, second) => {
    const cells = row.split(',')
    return (
      Date.parse(cells[time ?? -1] ?? '') !== BEGIN_MS + second * 1000 ||
      Math.abs(Number(cells[latitude ?? -1]) - latitudeAt(second)) > 1e-6 ||
      Math.abs(Number(cells[longitude ?? -1]) + 22.1) > 1e-6
    )
  })
  expect(wrong).toEqual([])
})

test('an export in two files has the same seconds as the API', async ({ page }) => {
  const year = join(taffrail.dataDir, 'year.csv')
  await writeFile(year, ['time,latitude,longitude,sog', ...OUTINGS.flatMap(outing), ''].join('\n'))
  await taffrail.run('import', '--vessel', 'Árný', '--create', year)
  await page.goto(`${taffrail.url}/exports/new`)
  const dialog = page.getByRole('dialog', { name: 'New export' })
  await dialog.getByRole('radio', { name: 'Seconds' }).check()
  await dialog.getByRole('combobox', { name: 'Of', exact: true }).click()
  await page.getByRole('option', { name: 'Árný' }).click()
  await dialog.getByRole('button', { name: 'Date' }).click()
  await page.getByText('Last 365 days', { exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByRole('button', { name: 'Begin export' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /Árný/ })
  const address = await row
    .getByRole('link', { name: /^Download / })
    .getAttribute('href', { timeout: 60_000 })

  const url = `${taffrail.url}${address}`
  const begun = await page.request.get(url, { headers: { range: 'bytes=0-9999' } })
  const size = Number(begun.headers()['content-range']?.split('/')[1])
  expect([begun.status(), (await begun.body()).length, size > 10_000]).toEqual([206, 10_000, true])
  const rest = await page.request.get(url, {
    headers: { range: 'bytes=10000-', 'if-range': begun.headers().etag ?? '' },
  })
  expect([rest.status(), rest.headers()['content-range']]).toEqual([206, `bytes 10000-${size - 1}/${size}`])
  const files = await unpacked(Buffer.concat([await begun.body(), await rest.body()]))

  const about = JSON.parse(files.get('datapackage.json') ?? '{}')
  const seconds = new Map<number, Record<string, number>>()
  for (const { path, rows, schema } of about.resources) {
    const [header = '', ...lines] = (files.get(path) ?? '').trimEnd().split('\r\n')
    const { fields } = JSON.parse(files.get(schema) ?? '{}')
    const names: string[] = fields.map(({ name }: { name: string }) => name)
    expect([header, lines.length]).toEqual([names.join(), rows])
    for (const line of lines) {
      const [time = '', ...cells] = line.split(',')
      // Name without its unit, as in the API.
      const of = cells.map((cell, i) => [names[i + 1]?.split(' ')[0] ?? '', Number(cell)])
      seconds.set(Date.parse(time), Object.fromEntries(of))
    }
  }
  expect([about.resources.length >= 11, seconds.size]).toEqual([true, OUTINGS.length * OUTING_SECONDS])
  const first = about.resources[0].vessel.id
  for (const beginMs of OUTINGS) {
    const received = await series(page, first, beginMs)
    for (const { field, values } of received) {
      const read = values.map(({ time }) => [time, seconds.get(time)?.[field]])
      expect([field, values.length, read]).toEqual([
        field,
        OUTING_SECONDS,
        values.map(({ time, value }) => [time, value === null ? null : expect.closeTo(value, 4)]),
      ])
    }
    expect(received.map(({ field }) => field).sort()).toEqual(['latitude', 'longitude', 'sog'])
  }
})

/** Series of one outing from the API, a point a second. */
async function series(page: Page, vessel: string, beginMs: number) {
  const { token } = await (await page.request.get(`${taffrail.url}/identity/token`)).json()
  const answer = await page.request.post(`${taffrail.url}/fetcher/time-series`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      filters: {
        ...{ vessel_id: vessel, start_time: new Date(beginMs).toISOString() },
        end_time: new Date(beginMs + OUTING_SECONDS * 1000).toISOString(),
      },
      fields: ['sog', 'latitude', 'longitude'].map((field) => ({ field, aggregation: 'last' })),
      resolution: { value: 1, type: 'seconds' },
    },
  })
  const { data } = (await answer.json()) as {
    data: { field: string; series: { time: number; value: number | null }[] }[]
  }
  return data.map(({ field, series: values }) => ({ field, values }))
}
