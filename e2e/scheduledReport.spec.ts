import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { lastPeriod } from '#server/downloads/reports/lastPeriod.ts'
import { openTestSmtp, type TestSmtp } from '#server/testing/testSmtp.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

/** A user schedules a weekly report and gets the console's figures by mail. */
let taffrail: Taffrail
let smtp: TestSmtp
test.describe.configure({ timeout: 300_000 })
test.use({ actionTimeout: 30_000 })

const week = lastPeriod(openCalendar('UTC'), 'week', Date.now())

test.beforeAll(async () => {
  test.setTimeout(240_000)
  smtp = await openTestSmtp()
  taffrail = await startTaffrail({ env: { SMTP_URL: smtp.url } })
  const log = join(taffrail.dataDir, 'wednesday.csv')
  await writeFile(log, voyage(week.fromMs + 2.4 * 86_400_000))
  await taffrail.run('import', '--vessel', 'Hafdís', '--create', log)
})
test.afterAll(async () => {
  await taffrail?.close()
  await smtp?.close()
})

/** An hour due north at 12 kn. */
function voyage(fromMs: number): string {
  const rows = Array.from({ length: 3600 }, (_, second) => {
    const time = new Date(fromMs + second * 1000).toISOString()
    return `${time},${(64.2 + (12 * second) / 3600 / 60).toFixed(7)},-22.1`
  })
  return ['time,latitude,longitude', ...rows, ''].join('\n')
}

async function call<Answer>(page: Page, method: string, path: string, data?: object): Promise<Answer> {
  const { token } = await (await page.request.get(`${taffrail.url}/identity/token`)).json()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`${taffrail.url}${path}`, {
    method,
    headers,
    data: data ?? undefined,
  })
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}
interface Figures {
  nr_trips: number
  total_distance: number
  total_duration: number
  peak_sog: number
}
async function figuresOf(page: Page): Promise<Figures> {
  const { data } = await call<{ data: { id: string }[] }>(page, 'GET', '/api/vessels')
  const { stats } = await call<{ stats: { summary: Figures } }>(
    page,
    'POST',
    '/statistics/dashboard-statistics',
    {
      ...{ start_time: new Date(week.fromMs), end_time: new Date(week.toMs) },
      vessel_id: data.map(({ id }) => id),
    },
  )
  return stats.summary
}
const textOf = async (bytes: Uint8Array) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

test('a scheduled report arrives with the figures of the console, equal to its preview', async ({ page }) => {
  // With mail set up, the page asks for a code first; this test is about the steps after it.
  await page.request.post(`${taffrail.url}/identity/sign-in/email`, {
    ...{ headers: { origin: taffrail.url }, data: taffrail.admin },
  })
  await expect.poll(async () => (await figuresOf(page)).nr_trips, { timeout: 120_000 }).toBe(1)
  await page.goto(`${taffrail.url}/reports`)
  await page.getByRole('link', { name: 'Scheduled reports' }).click()
  await page.getByRole('link', { name: 'New scheduled report' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New scheduled report' })
  await dialog.getByLabel('Name').fill('Every Monday')
  const preview = await dialog.getByRole('link', { name: 'Preview PDF' }).getAttribute('href')
  const shown = await (await page.request.get(`${taffrail.url}${preview}`)).body()
  await dialog.getByRole('switch', { name: 'Send one at once' }).check()
  await dialog.getByRole('button', { name: 'New scheduled report' }).click()
  await expect(page.getByText('Scheduled report created')).toBeVisible()

  await expect
    .poll(() => smtp.received.map(({ to }) => to), { timeout: 60_000 })
    .toEqual([taffrail.admin.email])
  const [mail] = smtp.received
  expect(mail?.subject).toMatch(/^Weekly report: Faxaflói Tours, /)
  expect(mail?.files.map(({ name }) => name.split('_').at(-1))).toEqual([
    `${new Date(week.toMs - 1).toISOString().slice(0, 10)}.pdf`,
    'vessels.csv',
    'captains.csv',
  ])
  const { total_distance, total_duration, peak_sog } = await figuresOf(page)
  expect(total_distance).toBeGreaterThan(11.5)
  const text = await textOf(mail?.files[0]?.bytes ?? new Uint8Array())
  const minutes = Math.round(total_duration)
  const duration =
    minutes < 60
      ? `${minutes} min`
      : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
  for (const figure of [`${total_distance.toFixed(1)} nmi`, duration, `${peak_sog.toFixed(1)} kn`, 'Hafdís'])
    expect(text).toContain(figure)
  expect(await textOf(shown)).toBe(text)
  expect(mail?.files[1]?.bytes.toString()).toContain(`"Hafdís",1,${Number(total_distance.toFixed(4))}`)

  await page.getByRole('link', { name: 'Sent reports' }).click()
  const line = page.getByRole('row', { name: /Every Monday/ })
  await expect(line).toContainText(taffrail.admin.email)
  await expect(line).toContainText('Sent')
  expect(smtp.received).toHaveLength(1)
})
