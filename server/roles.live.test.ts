/** Two processes of each role that may have several, on real servers, killed one after the other. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestClickHouse, type TestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'

const nats = await startTestNats()
const postgres = nats && (await startTestPostgres())
if (!postgres) await nats?.stop()
const admin = { email: 'ada@harbour.example', password: 'a fair wind' }
const SOON = { timeout: 60_000, interval: 250 }
const MINUTE_MS = 60_000
const AT_ONCE = 5
const startMs = Math.floor(Date.now() / MINUTE_MS - 180) * MINUTE_MS

/** Minutes of a boat that sails north at 10 m/s from the tenth minute to the fiftieth, and again from the seventieth. */
function minute(atMin: number) {
  const isSailing = (atMin >= 10 && atMin < 50) || (atMin >= 70 && atMin < 110)
  const sailedMin = Math.min(Math.max(0, atMin - 10), 40) + Math.min(Math.max(0, atMin - 70), 40)
  const times = Array.from({ length: 60 }, (_, s) => startMs + atMin * MINUTE_MS + s * 1000)
  const lat = (s: number) => 64 + ((sailedMin * 60 + (isSailing ? s : 0)) * 10) / 111_195
  return {
    tables: [{ columns: ['sog'], rows: times.map((time) => [time, isSailing ? 10 : 0]) }],
    fixes: times.map((time, s) => ({ t: time, lat: lat(s), lon: -22, hdop: 1, valid: true })),
  }
}

interface Site {
  folder: string
  env: Record<string, string>
  clickHouse: TestClickHouse
  programs: Program[]
  api: Program
  device: { id: string; secret: string }
  token: string
}

describe.skipIf(!postgres || !nats)('roles', () => {
  const sites: Site[] = []
  afterAll(async () => {
    for (const { programs, clickHouse, folder } of sites) {
      await Promise.all(programs.map((program) => program.stop()))
      await clickHouse.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
    await nats?.stop()
    await postgres?.close()
  })

  async function openSite(name: string): Promise<Site> {
    const folder = await mkdtemp(join(tmpdir(), `binnacle-roles-${name}-`))
    const clickHouse = await startTestClickHouse()
    const env = {
      ...{ DATABASE_URL: (await postgres?.createDatabase()) ?? '', CLICKHOUSE_URL: clickHouse.url },
      NATS_URL: `${nats?.url}/${name}`,
    }
    const site = {
      folder,
      env,
      clickHouse,
      programs: [] as Program[],
      device: { id: '', secret: '' },
      token: '',
    }
    const opened = Object.assign(site, {
      api: await start(site, 'api', name === 'whole' ? undefined : 'api'),
    })
    sites.push(opened)
    await post(opened.api.url, '/api/setup', { organization: 'Harbour', name: 'Ada', ...admin })
    const { output } = await runScript('new-device', ['--vessel', 'Aava', '--data', join(folder, 'api')])
    const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(output) ?? []
    opened.device = { id, secret }
    const signedIn = await post(opened.api.url, '/identity/sign-in/email', admin)
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const answer = await fetch(`${opened.api.url}/identity/token`, { headers: { cookie } })
    opened.token = ((await answer.json()) as { token: string }).token
    return opened
  }

  async function start(site: Pick<Site, 'folder' | 'env' | 'programs'>, data: string, role?: string) {
    const args = ['--no-demo', '--data', join(site.folder, data), ...(role ? ['--role', role] : [])]
    const program = await startProgram(args, site.env)
    site.programs.push(program)
    return program
  }

  const post = (url: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  /** A batch is answered once it is stored, for which it waits for others; so a few minutes are on their way at once. */
  async function send({ device }: Site, gateway: Program, fromMin: number, toMin: number) {
    for (let atMin = fromMin; atMin < toMin; atMin += AT_ONCE) {
      const minutes = Array.from({ length: Math.min(AT_ONCE, toMin - atMin) }, (_, n) => minute(atMin + n))
      const answers = await Promise.all(
        minutes.map(async (body) => {
          const authorization = `Bearer ${device.id}.${device.secret}`
          return (await post(gateway.url, '/gateway/batches', body, { authorization })).json()
        }),
      )
      expect(answers).toMatchObject(minutes.map(() => ({ accepted: 120 })))
    }
  }

  interface Trip {
    start_time: string
    end_time: string | null
    analysis: { complete: boolean }
    stats: unknown
  }
  async function trips({ api, token }: Site) {
    const answer = await fetch(`${api.url}/api/trips?limit=20&order[start_time]=asc`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data: Trip[] }
    return data
  }
  const figuresOf = (all: readonly Trip[]) =>
    all.map(({ start_time, end_time, analysis, stats }) => ({ start_time, end_time, analysis, stats }))
  const holder = (all: readonly Program[]) =>
    all.findLastIndex((program) => program.said().log.includes('this process takes over'))

  let split: Site
  let gateways: Program[]
  let processors: Program[]
  beforeAll(async () => {
    split = await openSite('split')
    gateways = [await start(split, 'gateway-1', 'gateway'), await start(split, 'gateway-2', 'gateway')]
    processors = [
      await start(split, 'processing-1', 'processing'),
      await start(split, 'processing-2', 'processing'),
    ]
  }, 300_000)

  test('each answers what is its own, and is ready', async () => {
    const [gateway, processing] = [gateways[0] as Program, processors[0] as Program]
    for (const { url } of [split.api, gateway, processing]) {
      expect((await fetch(`${url}/ready`)).status).toBe(200)
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('binnacle_bus_connected 1')
    }
    for (const { url } of [split.api, processing])
      expect((await post(url, '/gateway/batches', minute(0))).status).toBe(404)
    for (const { url } of [gateway, processing]) {
      expect((await fetch(`${url}/api/users/me`)).status).toBe(404)
      expect((await post(url, '/identity/sign-in/email', admin)).status).toBe(404)
    }
  })

  test('a second one with a role that only one may have is refused with a sentence', async () => {
    await expect(start(split, 'api-2', 'api')).rejects.toThrow(/Another process has the role api/)
  })

  test('what comes through either gateway becomes trips, whoever dies', { timeout: 600_000 }, async () => {
    const [one, two] = gateways as [Program, Program]
    await expect.poll(() => holder(processors), SOON).toBeGreaterThanOrEqual(0)
    const first = holder(processors)
    await send(split, one, 0, 15)
    await send(split, two, 15, 25)
    await expect.poll(async () => (await trips(split)).length, SOON).toBe(1)
    const diedMs = Date.now()
    await processors[first]?.kill()
    await one.kill()
    await send(split, two, 25, 80)
    await expect.poll(() => holder(processors), { ...SOON, interval: 50 }).toBe(1 - first)
    const tookOver = processors[1 - first]
      ?.said()
      .log.split('\n')
      .find((line) => line.includes('takes over'))
    const { time } = JSON.parse(tookOver ?? '{}') as { time: string }
    process.stderr.write(`taken over after ${(Date.parse(time) - diedMs) / 1000} s\n`)
    await send(split, two, 80, 120)

    const whole = await openSite('whole')
    await send(whole, whole.api, 0, 120)
    // A boat that was silent for long has arrived until more of her is found.
    const arrivedMs = startMs + 110 * MINUTE_MS - 2000
    const arrivals = async (site: Site) =>
      (await trips(site)).map(
        ({ end_time, analysis }) => analysis.complete && Date.parse(end_time ?? '') >= arrivedMs,
      )
    await expect.poll(() => arrivals(whole), { timeout: 120_000, interval: 500 }).toEqual([false, true])
    const expected = figuresOf(await trips(whole))
    await expect
      .poll(async () => figuresOf(await trips(split)), { timeout: 120_000, interval: 500 })
      .toEqual(expected)
  })
})
