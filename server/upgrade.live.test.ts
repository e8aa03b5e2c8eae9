/** A version that replaces the one before while both work on one set of stores, on real servers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRecords, rowsOf } from '#server/stores/relational/openRecords.ts'
import { nextVersion } from '#server/testing/nextVersion.ts'
import { startTestClickHouse, type TestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, ProgramEnded, runScript, startProgram } from '#server/testing/testProgram.ts'

const nats = await startTestNats()
const postgres = nats && (await startTestPostgres())
if (!postgres) await nats?.stop()
const admin = { email: 'ada@harbour.example', password: 'a fair wind' }
const SOON = { timeout: 90_000, interval: 250 }
const MINUTE_MS = 60_000
const startMs = Math.floor(Date.now() / MINUTE_MS - 240) * MINUTE_MS
/** Minutes in which the boat sails north at 10 m/s. */
const SAILED = [
  [10, 40],
  [60, 90],
  [110, 140],
] as const

const BOAT = { length: 9, beam_overall: 3, top_speed: 20, cruising_speed: 12, safety_speed_limit: 15 }

describe.skipIf(!postgres || !nats)('an update', () => {
  let folder: string
  let clickHouse: TestClickHouse
  let env: Record<string, string>
  let next: string
  let device: { id: string; secret: string }
  let token: string
  let before: { api: Program; works: Program }
  const programs: Program[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taffrail-upgrade-'))
    next = await nextVersion(join(folder, 'program'))
    clickHouse = await startTestClickHouse()
    const DATABASE_URL = (await postgres?.createDatabase()) ?? ''
    env = { DATABASE_URL, CLICKHOUSE_URL: clickHouse.url, NATS_URL: nats?.url ?? '' }
    before = await startBoth('before')
    const { url } = before.api
    await post(url, '/api/setup', { organization: 'Harbour', name: 'Ada', ...admin })
    const { output } = await runScript('new-device', [
      '--vessel',
      'Aava',
      '--data',
      join(folder, 'before api'),
    ])
    const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(output) ?? []
    device = { id, secret }
    const signedIn = await post(url, '/identity/sign-in/email', admin)
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const answer = await fetch(`${url}/identity/token`, { headers: { cookie } })
    token = ((await answer.json()) as { token: string }).token
  }, 300_000)
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop()))
    await clickHouse.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    await nats?.stop()
    await postgres?.close()
  })

  async function start(name: string, role: string, command?: string) {
    const args = ['--no-demo', '--data', join(folder, name), '--role', role]
    const program = await startProgram(args, env, command)
    programs.push(program)
    return program
  }
  const startBoth = async (name: string, command?: string) => ({
    api: await start(`${name} api`, 'api', command),
    works: await start(`${name} works`, 'gateway,processing', command),
  })

  const post = (url: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  async function ask<Answer>({ url }: Program, path: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await (body ? post(url, path, body, headers) : fetch(`${url}${path}`, { headers }))
    expect(answer.status, await answer.clone().text()).toBe(200)
    return (await answer.json()) as Answer
  }

  async function send({ url }: Program, fromMin: number, toMin: number) {
    const times = Array.from(
      { length: (toMin - fromMin) * 60 },
      (_, s) => startMs + fromMin * MINUTE_MS + s * 1000,
    )
    const sailedS = (time: number) =>
      SAILED.reduce((sum, [from, to]) => {
        const s = (time - startMs) / 1000
        return sum + Math.min(Math.max(0, s - from * 60), (to - from) * 60)
      }, 0)
    const isSailing = (time: number) =>
      SAILED.some(([from, to]) => time >= startMs + from * MINUTE_MS && time < startMs + to * MINUTE_MS)
    const body = {
      tables: [{ columns: ['sog'], rows: times.map((time) => [time, isSailing(time) ? 10 : 0]) }],
      fixes: times.map((t) => ({ t, lat: 64 + (sailedS(t) * 10) / 111_195, lon: -22, hdop: 1, valid: true })),
    }
    const headers = { authorization: `Bearer ${device.id}.${device.secret}` }
    const answer = await post(url, '/gateway/batches', body, headers)
    expect(await answer.json()).toMatchObject({ accepted: 2 * times.length })
  }

  interface Trip {
    start_time: string
    end_time: string | null
    analysis: { complete: boolean }
  }
  const trips = async (program: Program) =>
    (await ask<{ data: Trip[] }>(program, '/api/trips?limit=50&order[start_time]=asc')).data
  const isWhole = ({ end_time, analysis }: Trip) => Boolean(end_time && analysis.complete)
  const names = async (program: Program) =>
    (await ask<{ data: { name: string }[] }>(program, '/api/vessels?limit=50')).data
      .map(({ name }) => name)
      .sort()

  test('continues beside the version before, which then ends and cannot start again', async () => {
    await send(before.works, 0, 50)
    await expect.poll(async () => (await trips(before.api)).filter(isWhole).length, SOON).toBe(1)

    const after = await startBoth('after', next)
    const records = await openRecords({
      ...env,
      dataDir: '',
      migrationsFolder: join(next, '../stores/relational/migrations'),
    })
    const added = await rowsOf<{ next_note: string }>(records.db, sql`SELECT next_note FROM vessels`)
    expect(added).toEqual([{ next_note: 'none' }])

    // Both receive readings, a trip begins at one and ends at the other, and both show it.
    await send(before.works, 50, 75)
    await send(after.works, 75, 100)
    for (const { api } of [before, after])
      await expect.poll(async () => (await trips(api)).filter(isWhole).length, SOON).toBe(2)
    expect(await trips(after.api)).toEqual(await trips(before.api))
    // A value written at either process is read at the other.
    const department = (
      await ask<{ data: { department: { id: string } }[] }>(before.api, '/api/vessels?limit=1')
    ).data[0]?.department.id
    for (const [name, { api }] of Object.entries({ Bára: before, Cala: after }))
      await ask(api, '/api/vessels', { ...BOAT, name, department_id: department })
    for (const { api } of [before, after]) expect(await names(api)).toEqual(['Aava', 'Bára', 'Cala'])

    for (const program of Object.values(before)) await program.stop()
    await send(after.works, 100, 150)
    await expect.poll(async () => (await trips(after.api)).filter(isWhole).length, SOON).toBe(3)

    const again = await start('before api', 'api').then(
      () => 'started',
      (error) => (error instanceof ProgramEnded ? error.message : error),
    )
    expect(again).toContain('brought up to date by a newer version of Taffrail')
    await records.close()
  }, 300_000)
})
