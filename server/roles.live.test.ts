/** Two processes of each role that may have several, on real servers, killed one after the other. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { slam } from '#server/testing/playMotion.ts'
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
const startMs = Math.floor(Date.now() / MINUTE_MS - 180) * MINUTE_MS

const VESSELS = ['Aava', 'Bára', 'Cala', 'Drífa']
/** Minutes of boats under way in which a motion sensor is heard, and feels two hits. */
const FELT = [30, 75]

const AT_ONCE_MIN = 5

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

/** A minute of a sensor at 50 Hz, hit after ten seconds and harder after forty. */
function feltMinute(atMin: number): Uint8Array {
  const column = (value: (t: number) => number) =>
    Int16Array.from({ length: 60 * 50 }, (_, i) => Math.round(value(i / 50)))
  const hit = (t: number) => 1000 * (slam(t, 10) + (t > 39 && t < 41 ? slam(t, 40) * 1.5 - 1.5 : 0))
  const level = column(() => 0)
  const startUs = (startMs + atMin * MINUTE_MS) * 1000
  return encodeImuFrame([
    {
      ...{ sensor: 1, startUs, intervalUs: 20_000, roll: level, pitch: level, yaw: level },
      ...{ forceX: level, forceY: level, forceZ: column(hit) },
    },
  ])
}

interface Device {
  id: string
  secret: string
}

interface Site {
  folder: string
  env: Record<string, string>
  clickHouse: TestClickHouse
  programs: Program[]
  api: Program
  devices: Device[]
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
      devices: [] as Device[],
      token: '',
    }
    const opened = Object.assign(site, {
      api: await start(site, 'api', name === 'whole' ? undefined : 'api'),
    })
    sites.push(opened)
    await post(opened.api.url, '/api/setup', { organization: 'Harbour', name: 'Ada', ...admin })
    for (const vessel of VESSELS) {
      const { output } = await runScript('new-device', ['--vessel', vessel, '--data', join(folder, 'api')])
      const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(output) ?? []
      opened.devices.push({ id, secret })
    }
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

  const authorization = ({ id, secret }: Device) => `Bearer ${id}.${secret}`

  /** Some minutes at a time, of all boats together. */
  async function send({ devices }: Site, gateway: Program, fromMin: number, toMin: number) {
    for (let atMin = fromMin; atMin < toMin; atMin += AT_ONCE_MIN) {
      const minutes = Array.from({ length: Math.min(AT_ONCE_MIN, toMin - atMin) }, (_, i) => atMin + i)
      const all = minutes.map(minute)
      const body = { tables: all.flatMap(({ tables }) => tables), fixes: all.flatMap(({ fixes }) => fixes) }
      const motion = minutes.filter((one) => FELT.includes(one)).map(feltMinute)
      await Promise.all(
        devices.map(async (device) => {
          const headers = { authorization: authorization(device) }
          const answer = await post(gateway.url, '/gateway/batches', body, headers)
          expect(await answer.json()).toMatchObject({ accepted: 120 * minutes.length })
          for (const bytes of motion) {
            const url = `${gateway.url}/gateway/batches?format=imu`
            expect((await fetch(url, { method: 'POST', headers, body: bytes })).status).toBe(200)
          }
        }),
      )
    }
  }

  /** What is said now, which a rule looks at that was made just before. */
  async function sayDepth({ devices }: Site, gateway: Program, atMs: number, depthM: number) {
    const samples = Array.from({ length: 5 }, (_, s) => ({
      ...{ key: 'depth_below_surface', t: atMs + s * 1000, value: depthM },
    }))
    for (const device of devices) {
      const headers = { authorization: authorization(device) }
      const answer = await post(gateway.url, '/gateway/batches', { samples }, headers)
      expect(await answer.json()).toMatchObject({ accepted: 5 })
    }
  }

  async function read<Answer>({ api, token }: Site, path: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = body
      ? await post(api.url, path, body, headers)
      : await fetch(`${api.url}${path}`, { headers })
    expect(answer.status, path).toBeLessThan(300)
    return (await answer.json()) as Answer
  }

  async function warnOfShallows(site: Site) {
    const { data } = await read<{ data: { department: { id: string } }[] }>(site, '/api/vessels?limit=1')
    await read(site, '/api/rules', {
      ...{ type: 'threshold', severity: 'warning', department_id: data[0]?.department.id },
      definition: {
        geofences: { enabled: false, ids: [], area_operation: 'inside' },
        logic: {
          and: [
            { variable: { type: 'instant', field: 'depth_below_surface' }, operation: 'less_than', value: 2 },
          ],
        },
      },
    })
  }

  /** All that is computed, by the names of vessels: ids differ from one installation to another. */
  async function computed(site: Site) {
    const alerts = await read<{ data: { vessel: { name: string }; trigger_time: string }[] }>(
      site,
      '/api/alerts?limit=50',
    )
    const vessels = await read<{ data: { id: string; name: string }[] }>(site, '/api/vessels?limit=50')
    const span = { start_time: new Date(startMs).toISOString(), end_time: new Date().toISOString() }
    const dashboards: unknown[] = []
    for (const { id, name } of vessels.data.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const answer = await read(site, '/statistics/dashboard-statistics', { ...span, vessel_id: [id] })
      dashboards.push(JSON.parse(JSON.stringify(answer).replaceAll(id, name)))
    }
    return {
      trips: figuresOf(await trips(site)),
      alerts: alerts.data.map(({ vessel, trigger_time }) => `${vessel.name} ${trigger_time}`).sort(),
      dashboards,
    }
  }

  interface Trip {
    vessel: { name: string }
    start_time: string
    end_time: string | null
    analysis: { complete: boolean }
    stats: unknown
  }
  async function trips({ api, token }: Site) {
    const answer = await fetch(`${api.url}/api/trips?limit=50&order[start_time]=asc`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data: Trip[] }
    return data
  }
  const figuresOf = (all: readonly Trip[]) =>
    all
      .map(({ vessel, ...trip }) => ({ vessel: vessel.name, ...trip }))
      .map(({ vessel, start_time, end_time, analysis, stats }) => ({
        ...{ vessel, start_time, end_time, analysis, stats },
      }))
      .sort((a, b) => (`${a.vessel} ${a.start_time}` < `${b.vessel} ${b.start_time}` ? -1 : 1))

  async function partitionsHeld({ url }: Program): Promise<number> {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^binnacle_partitions_held (\d+)/m.exec(metrics)?.[1])
  }

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

  test('what comes through either gateway is computed once, whoever dies', { timeout: 600_000 }, async () => {
    const [one, two] = gateways as [Program, Program]
    const [first, second] = processors as [Program, Program]
    const held = () => Promise.all(processors.map((program) => partitionsHeld(program)))
    await expect.poll(held, SOON).toEqual([32, 32])
    const whole = await openSite('whole')
    for (const site of [split, whole]) await warnOfShallows(site)
    const saidMs = Date.now() + 2000
    await send(split, one, 0, 15)
    await send(split, two, 15, 40)
    await sayDepth(split, two, saidMs, 1.5)
    const early = async () =>
      (await read<{ data: { vessel: { name: string } }[] }>(split, '/api/alerts?limit=50')).data.length
    await expect.poll(early, SOON).toBe(VESSELS.length)
    await expect.poll(async () => (await trips(split)).length, SOON).toBe(VESSELS.length)
    const diedMs = Date.now()
    await first.kill()
    await one.kill()
    await send(split, two, 40, 80)
    await expect.poll(() => partitionsHeld(second), { ...SOON, interval: 50 }).toBe(64)
    const { log } = second.said()
    const took = JSON.parse(log.split('\n').findLast((line) => line.includes('more vessels')) ?? '{}')
    process.stderr.write(`taken over after ${(Date.parse(took.time) - diedMs) / 1000} s\n`)
    await send(split, two, 80, 100)
    // Another one that comes is given its share while boats are under way.
    processors = [second, await start(split, 'processing-3', 'processing')]
    await send(split, two, 100, 110)
    await expect.poll(held, SOON).toEqual([32, 32])
    await send(split, two, 110, 120)
    await sayDepth(split, two, saidMs + 10_000, 3)

    await send(whole, whole.api, 0, 120)
    await sayDepth(whole, whole.api, saidMs, 1.5)
    await sayDepth(whole, whole.api, saidMs + 10_000, 3)
    // A boat that was silent for long has arrived until more of her is found.
    const arrivedMs = startMs + 110 * MINUTE_MS - 2000
    const arrivals = async (site: Site) =>
      (await trips(site)).map(
        ({ end_time, analysis }) => analysis.complete && Date.parse(end_time ?? '') >= arrivedMs,
      )
    await expect
      .poll(() => arrivals(whole), { timeout: 120_000, interval: 500 })
      .toEqual([...VESSELS.map(() => false), ...VESSELS.map(() => true)])
    await expect.poll(async () => (await computed(whole)).alerts.length, SOON).toBe(VESSELS.length)
    const expected = await computed(whole)
    expect(JSON.stringify(expected.trips)).toMatch(/_impacts":[1-9]/)
    await expect.poll(() => computed(split), { timeout: 120_000, interval: 500 }).toEqual(expected)
  })
})
