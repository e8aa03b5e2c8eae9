import { readFile } from 'node:fs/promises'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { metricsPage } from '#server/testing/metricsPage.ts'
import { type MetricFigures, metricsRoute } from './metricsRoute.ts'

async function scrape(...figures: MetricFigures[]) {
  const app = fastify()
  let scrapes = 0
  metricsRoute(app, () => figures[Math.min(scrapes, figures.length - 1)] as MetricFigures, undefined)
  let body = ''
  for (; scrapes < figures.length; scrapes++) ({ body } = await app.inject('/metrics'))
  await app.close()
  return body
}

const FIGURES = {
  openSockets: 2,
  appendedSamples: 30,
  rejections: [{ reason: 'checksum', count: 7 }],
  isDoingJobs: true,
  outbox: [{ channel: 'email' as const, waiting: 5, failed: 2, givenUp: 1 }],
  mqttConnections: 1,
  partitions: 32,
  clock: {
    ...{ aheadMs: [{ store: 'records' as const, ms: -150_000 }], isRight: false },
    ...{ lastJump: null, jumps: 2 },
  },
  gnssAheadMs: -149_000,
  damagedParts: 2,
  steps: [{ step: 'latest', waiting: 3, lagS: 0.5, failures: 4 }],
}

const TOKEN = 'a token of the watch'

async function statusOf(
  token: string | undefined,
  remoteAddress: string,
  headers: Record<string, string> = {},
) {
  const app = fastify({ trustProxy: '127.0.0.1' })
  metricsRoute(app, () => FIGURES, token)
  const { statusCode, body } = await app.inject({ url: '/metrics', remoteAddress, headers })
  await app.close()
  expect(body.includes('taffrail_')).toBe(statusCode === 200)
  return statusCode
}

test('refuses programs on other machines, and whoever calls through a proxy on this one', async () => {
  expect(await statusOf(undefined, '192.0.2.7')).toBe(401)
  expect(await statusOf(undefined, '192.0.2.7', { authorization: 'Bearer undefined' })).toBe(401)
  expect(await statusOf(TOKEN, '192.0.2.7', { authorization: 'Bearer another token' })).toBe(401)
  expect(await statusOf(undefined, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(401)
  expect(await statusOf(undefined, '127.0.0.1', { forwarded: 'for=127.0.0.1' })).toBe(401)
  expect(await statusOf(undefined, '192.0.2.7', { 'x-forwarded-for': '127.0.0.1' })).toBe(401)
})

test('answers programs on this machine, and those with the token', async () => {
  for (const local of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(await statusOf(undefined, local)).toBe(200)
  const authorization = `Bearer ${TOKEN}`
  expect(await statusOf(TOKEN, '192.0.2.7', { authorization })).toBe(200)
  expect(await statusOf(TOKEN, '127.0.0.1', { authorization, 'x-forwarded-for': '192.0.2.7' })).toBe(200)
})

test('answers the current values of the other parts', async () => {
  const lines = (await scrape(FIGURES, { ...FIGURES, openSockets: 0, appendedSamples: 31 })).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'taffrail_open_sockets 0',
      'taffrail_mqtt_connections 1',
      'taffrail_clock_right 0',
      'taffrail_damaged_parts 2',
      'taffrail_clock_ahead_seconds{of="records"} -150',
      'taffrail_clock_ahead_seconds{of="gnss"} -149',
      'taffrail_clock_jumps 2',
      'taffrail_appended_samples_total 31',
      'taffrail_rejections_total{reason="checksum"} 7',
      'taffrail_messages_open{channel="email",state="waiting"} 5',
      'taffrail_messages_open{channel="email",state="failed"} 2',
      'taffrail_messages_given_up_total{channel="email"} 1',
      'taffrail_step_waiting{step="latest"} 3',
      'taffrail_step_lag_seconds{step="latest"} 0.5',
      'taffrail_step_failures_total{step="latest"} 4',
    ]),
  )
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true)
})

test('omits waiting work in a process that no longer publishes it', async () => {
  expect(await scrape(FIGURES, { ...FIGURES, outbox: [] })).not.toMatch(/^taffrail_messages_\w+{/m)
})

test('lists the same metrics on the page as in the answer', async () => {
  await expect(metricsPage(await scrape(FIGURES))).toMatchFileSnapshot('../../../docs/metrics.md')
})

test('queries only existing metrics on the dashboard', async () => {
  const answered = new Set((await scrape(FIGURES)).match(/^# TYPE (\S+)/gm)?.map((line) => line.slice(7)))
  const dashboard = await readFile(new URL('../../../deploy/grafana/taffrail.json', import.meta.url), 'utf8')
  const asked = dashboard.match(/\b(taffrail|process|nodejs)_[a-z0-9_]+/g) ?? []
  expect(asked.length).toBeGreaterThan(8)
  for (const name of asked) expect(answered).toContain(name.replace(/_(bucket|count|sum)$/, ''))
  const page = await readFile(new URL('../../../docs/deploy.md', import.meta.url), 'utf8')
  const watched = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name = '']) => name)
  expect(watched.length).toBeGreaterThan(8)
  for (const name of watched) expect(asked.join(' ')).toContain(name)
})
