/**
 * Tests the answers to users and devices while a proxy reports ClickHouse as away, and that all works again afterwards.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { AWAY, faultyProxy } from '#server/testing/faultyProxy.ts'
import { prepareRecords } from '#server/testing/prepareRecords.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { startTestClickHouse, type TestClickHouse } from '#server/testing/testClickHouse.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'

const admin = { email: 'ada@harbour.example', password: 'a fair wind' }
const UNAVAILABLE = { code: 'unavailable', message: 'The service is busy. Please try again.' }
let folder = ''
let server: TestClickHouse
let way: Awaited<ReturnType<typeof faultyProxy>>
let program: Program
let device = ''
let authorization = ''
let vesselId = ''

const ask = (path: string, headers: Record<string, string> = { authorization }) =>
  fetch(`${program.url}${path}`, { headers })
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${program.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const send = (atMs: number) =>
  post(
    '/gateway/batches',
    { tables: [{ columns: ['sog'], rows: [[atMs, 3]] }] },
    { authorization: `Bearer ${device}` },
  )
const answered = async (answer: Response): Promise<[status: number, readTrack: unknown]> => [
  answer.status,
  await answer.json(),
]

const beganMs = Math.floor(Date.now() / 1000) * 1000 - 60_000
/** One sample a test, each in a second of its own. */
const measuredMs = (i: number) => beganMs + i * 1000

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-away-'))
  const data = join(folder, 'data')
  await prepareRecords(data)
  server = await startTestClickHouse()
  // The engine here has no Keeper, so the tables are made as one server has them.
  await (await openColumns({ CLICKHOUSE_URL: server.url, dataDir: '' })).close()
  way = await faultyProxy(server.url)
  program = await startProgram(['--no-demo', '--data', data], {
    ...{ CLICKHOUSE_URL: way.url, CLICKHOUSE_CLUSTER: 'fleet' },
  })
  await post('/api/setup', { organization: 'Harbour', name: 'Ada', ...admin })
  const { output } = await runScript('new-device', ['--vessel', 'Aava', '--data', data])
  const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(output) ?? []
  device = `${id}.${secret}`
  authorization = (await signInOver(program.url, admin)).headers.authorization
  const vessels = (await (await ask('/api/vessels')).json()) as { data: { id: string }[] }
  vesselId = vessels.data[0]?.id ?? ''
  // The server reads the known sources of a vessel once, so a first batch is sent while ClickHouse answers.
  expect((await send(measuredMs(0))).status).toBe(200)
}, 120_000)
afterAll(async () => {
  await program?.stop()
  await way?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function readTrack() {
  const filters = { vessel_id: vesselId, start_time: beganMs / 1000, end_time: beganMs / 1000 + 59 }
  const resolution = { value: 1, type: 'seconds' }
  return answered(
    await post(
      '/fetcher/time-series',
      { filters, fields: [{ field: 'sog' }], resolution },
      { authorization },
    ),
  )
}

/** Deduplication tokens of the inserts that passed the proxy. */
const tokens = () => way.seen.flatMap((sql) => /insert_deduplication_token = '([\w-]+)'/.exec(sql)?.[1] ?? [])

test.each(AWAY.map((how, i) => [how, i + 1] as const))(
  'answers unavailable and acknowledges nothing when a proxy sends %s',
  async (how, i) => {
    way.seen.splice(0)
    way.hold(how)
    const [sent, asked] = await Promise.all([send(measuredMs(i)).then(answered), readTrack()])
    const held = tokens()
    way.hold(null)
    expect([how, sent, asked]).toEqual([how, [503, UNAVAILABLE], [503, UNAVAILABLE]])
    expect(held.length).toBeGreaterThan(0)
    await expect
      .poll(() => held.map((token) => tokens().filter((one) => one === token).length))
      .toEqual(held.map(() => 2))

    expect(await answered(await send(measuredMs(i)))).toEqual([200, { accepted: 1, rejected: [] }])
    const [status, { data }] = (await readTrack()) as [number, { data: { series: { time: number }[] }[] }]
    const seconds = Array.from({ length: i + 1 }, (_, n) => measuredMs(n))
    expect([status, data[0]?.series.map(({ time }) => time)]).toEqual([200, seconds])
    expect(program.printed().log).not.toContain('request failed')
  },
)
