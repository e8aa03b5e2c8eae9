import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { MINUTE_MS, MINUTE_S } from '#contract/domain/time.ts'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { healthReport, waitingAmount } from '#server/testing/healthReport.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { type Board, startBoard } from '../aboard/board/board.ts'
import { signIn } from './signIn.ts'
import { startTaffrail, type Taffrail } from './taffrail.ts'
import { test } from './warmPage.ts'

/** Start of the trip before the present, and its duration. */
const AGO_S = 25 * MINUTE_S
const SAILED_S = 12 * MINUTE_S
/** Soundings a second; a second has one of class `later`. */
const DEPTHS_HZ = 5

let taffrail: Taffrail
let folder: string
let board: Board | null = null

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-on-board-'))
  taffrail = await startTaffrail()
  await taffrail.run('new-device', '--vessel', 'Súlan')
})
test.afterAll(async () => {
  await board?.close()
  await taffrail?.close()
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The program on board with a limited link: detail stays on its disk until a person asks for it. */
const start = () =>
  startBoard({
    ...{ server: taffrail.url, state: join(folder, 'boat'), software: 'taffrail-aboard 1.0.0' },
    ...{ bytesPerHour: 100e6, everyS: 1 },
  })

/** Twelve minutes northward at 10 m/s, with soundings, read by the program while it had no network. */
function sail(take: ReturnType<Board['addSource']>) {
  for (let second = 0; second < SAILED_S; second++) {
    const agoMs = (AGO_S - second) * 1000
    const [, year = '', month, day, time] =
      /^\d\d(\d\d)-(\d\d)-(\d\d)T(.*)\.\d+Z$/.exec(new Date(Date.now() - agoMs).toISOString()) ?? []
    const north = (9 + (second * 10) / 1852).toFixed(4).padStart(7, '0')
    const rmc = `GPRMC,${time?.replaceAll(':', '')},A,64${north},N,02157.00,W,19.4,0.0,${day}${month}${year},,,A`
    const send = (body: string, ms: number) =>
      take({
        ...{ format: 'nmea0183', bytes: Buffer.from(sentenceLine('$', body)) },
        arrivedMs: performance.now() - agoMs + ms,
      })
    send(rmc, 0)
    for (let i = 0; i < DEPTHS_HZ; i++)
      send(`SDDPT,${(20 + second / 100 + i / 10).toFixed(1)},0.0`, (i * 1000) / DEPTHS_HZ)
  }
}

/** Calls of a person or, with other headers, of a boat. */
async function caller(given?: Record<string, string>) {
  const headers = given ?? (await signInOver(taffrail.url, taffrail.admin)).headers
  return async <Answer>(path: string, body?: object) => {
    const answer = await fetch(taffrail.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${path} ${answer.status}`).toBe(true)
    return (await answer.json()) as Answer
  }
}

test('a person fetches the detail of a trip from the disk of the boat', async ({ page }) => {
  const ask = await caller()
  const { data: vessels } = await ask<{ data: { id: string }[] }>('/api/vessels')
  board = start()
  sail(board.addSource())
  await expect.poll(() => board?.link().pairingCode).toMatch(/^\w{8}$/)
  await expect.poll(() => board?.health().waiting.on_demand.records).toBe(SAILED_S * (DEPTHS_HZ - 1))
  const pairing_code = board.link().pairingCode
  await ask(`/api/vessels/${vessels[0]?.id}/pair-device`, { pairing_code, replace_device: true })

  const trips = async () => (await ask<{ data: { id: string }[] }>('/api/trips')).data
  await expect.poll(async () => (await trips()).length, { timeout: 30_000 }).toBe(1)
  const trip_id = (await trips())[0]?.id ?? ''
  const soundings = async () => {
    const { data } = await ask<{ data: { series: { value: number | null }[] }[] }>('/fetcher/time-series', {
      filters: { trip_id },
      fields: [{ field: 'depth_below_transducer', aggregation: 'last' }],
      resolution: { value: 1000 / DEPTHS_HZ, type: 'milliseconds' },
    })
    return data[0]?.series.filter(({ value }) => value !== null).length
  }
  await signIn(page, taffrail)
  await page.goto(`${taffrail.url}/trips/${trip_id}`)
  const status = page.getByRole('status')
  await expect(status.getByText(/^Detail of this trip is still on board: \d+ kB/)).toBeVisible()
  expect(await soundings()).toBeLessThan(SAILED_S * 1.1)

  await status.getByRole('button', { name: 'Fetch detail' }).click()
  await expect(status.getByText('The detail is requested.')).toBeVisible()
  // The computer on board restarts, and its first report gets the request.
  await board.close()
  board = start()
  await expect(status.getByText('The requested detail has arrived.')).toBeVisible({ timeout: 30_000 })
  await expect(status.getByRole('button', { name: 'Fetch detail' })).toBeHidden()
  expect(await soundings()).toBeGreaterThan(SAILED_S * (DEPTHS_HZ - 1))
  expect(board.health().waiting.on_demand.records).toBe(0)
})

test('an alert of a silent boat says whether data wait on board, and goes when they arrive', async ({
  page,
}) => {
  const printed = await taffrail.run('new-device', '--vessel', 'Grótta')
  const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(printed) ?? []
  const boat = await caller({ authorization: `Bearer ${id}.${secret}` })
  const ask = await caller()
  const nowMs = Date.now()
  const fromMs = nowMs - 180 * MINUTE_MS
  const send = (times: readonly number[]) =>
    boat('/gateway/batches', { tables: [{ columns: ['sog'], rows: times.map((t) => [t, 0]) }] })
  await send([fromMs])
  const { data } = await ask<{ data: { id: string; name: string; department_id: string }[] }>('/api/vessels')
  const vessel = data.find(({ name }) => name === 'Grótta')
  await ask('/api/rules', {
    ...{ type: 'threshold', severity: 'warning', department_id: vessel?.department_id },
    vessels: { apply_to_all: false, ids: [vessel?.id] },
    definition: {
      geofences: { enabled: false, ids: [], area_operation: 'inside' },
      logic: {
        and: [
          {
            variable: { type: 'instant', source: 'vessel-status', field: 'age' },
            ...{ operation: 'more_than', value: 7200 },
          },
        ],
      },
    },
  })
  const waits = { from: fromMs, to: nowMs, bytes: 5000 }
  const { waiting } = healthReport()
  await boat('/gateway/health', healthReport({ waiting: { ...waiting, later: waitingAmount(waits) } }))
  await signIn(page, taffrail)
  await page.goto(`${taffrail.url}/alerts`)
  const alert = page.getByText(/^No data for 2 h/)
  await expect(alert).toContainText('(data wait on board)', { timeout: 60_000 })
  await boat('/gateway/health', healthReport())
  await expect(alert).toContainText('(the computer on board reports, but receives none)', { timeout: 60_000 })
  await send(Array.from({ length: 180 }, (_, minute) => fromMs + (minute + 1) * MINUTE_MS))
  await expect(alert).toBeHidden({ timeout: 60_000 })
})
