/** Two processes of the role `api` beside each other, on real servers. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { RoleId } from '#contract/domain/permissions.ts'
import { tileAt } from '#contract/geodesy/geo.ts'
import type { Area } from '#contract/wire/area.ts'
import type { BasemapIndex } from '#contract/wire/basemap.ts'
import type { ServerMessage } from '#contract/wire/realtime.ts'
import { DEFAULT_NOTIFICATIONS } from '#contract/wire/rule.ts'
import { queueMessages } from '#server/records/messages.ts'
import { openRecords, type Records } from '#server/stores/relational/openRecords.ts'
import {
  alerts,
  captains,
  fleetExports,
  messages,
  reportSchedules,
  rules,
  users,
} from '#server/stores/relational/schema.ts'
import { freePort } from '#server/testing/debianServer.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { emailOf, PASSWORD, type Place, type Thing, twoOrganizations } from '#server/testing/testApi.ts'
import { chartForm } from '#server/testing/testChart.ts'
import { startTestClickHouse, type TestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, startProgram } from '#server/testing/testProgram.ts'
import { hasProxy, startTestBalancer } from '#server/testing/testProxy.ts'
import { startTestS3, type TestS3 } from '#server/testing/testS3.ts'
import { openTestSmtp, type TestSmtp } from '#server/testing/testSmtp.ts'
import { HARBOUR, serveWorld, type WorldServer, writeTestWorld } from '#server/testing/testWorld.ts'

const nats = await startTestNats()
const postgres = nats && (await startTestPostgres())
if (!postgres) await nats?.stop()
const SOON = { timeout: 60_000, interval: 250 }
/** Longer than an event takes to arrive, and shorter than the interval of a process without the event. */
const AT_ONCE = { timeout: 1500, interval: 20 }
const REPLACED_MS = 10_000

describe.skipIf(!postgres || !nats)('APIs', () => {
  let folder: string
  let stores: Record<string, string>
  let env: Record<string, string>
  let clickHouse: TestClickHouse
  let smtp: TestSmtp
  let s3: TestS3
  let world: WorldServer
  let records: Records
  let things: Record<Place, Thing>
  let programs: Program[] = []
  const sockets: WebSocket[] = []

  const start = (name: string) =>
    startProgram(['--no-demo', '--role', 'api', '--data', join(folder, name)], env)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taffrail-apis-'))
    clickHouse = await startTestClickHouse()
    smtp = await openTestSmtp()
    s3 = await startTestS3('secret')
    const DATABASE_URL = (await postgres?.createDatabase()) ?? ''
    stores = { DATABASE_URL, CLICKHOUSE_URL: clickHouse.url, NATS_URL: nats?.url ?? '', SMTP_URL: smtp.url }
    const bucket = { FILES_S3_URL: s3.url, FILES_S3_KEY_ID: 'key', FILES_S3_SECRET: 'secret' }
    writeTestWorld(join(folder, 'world.pmtiles'))
    world = await serveWorld(join(folder, 'world.pmtiles'))
    env = { ...stores, ...bucket, BASEMAP_SOURCE_URL: world.url }
    // Both start at once: one migrates the tables, and they make one secret.
    programs = await Promise.all([start('one'), start('two')])
    records = await openRecords({ DATABASE_URL, dataDir: '' })
    things = await twoOrganizations(records.db)
  }, 300_000)
  afterAll(async () => {
    for (const socket of sockets) socket.terminate()
    await Promise.all(programs.map((program) => program.stop()))
    await records.close()
    await smtp.close()
    await s3.close()
    await world.close()
    await clickHouse.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    await nats?.stop()
    await postgres?.close()
  })

  const both = () => programs.slice(0, 2) as [Program, Program]

  async function jobsHeld({ url }: Program): Promise<number> {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^taffrail_jobs_held (\d+)/m.exec(metrics)?.[1])
  }
  /** The one that does the jobs first. */
  async function holderFirst(): Promise<[Program, Program]> {
    const held = () => Promise.all(both().map(jobsHeld))
    await expect.poll(async () => (await held()).toSorted(), SOON).toEqual([0, 1])
    const [one, two] = both()
    return (await held())[0] === 1 ? [one, two] : [two, one]
  }

  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  const signIn = ({ url }: Program, role: RoleId) =>
    signInOver(url, { email: emailOf(role), password: PASSWORD })

  async function connect({ url }: Program, token: string, ...topics: string[]) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`)
    sockets.push(socket)
    const received: ServerMessage[] = []
    let closedWith: number | null = null
    socket.on('message', (data) => received.push(JSON.parse(String(data))))
    socket.on('close', (code) => {
      closedWith = code
    })
    await new Promise<void>((resolve, reject) => {
      socket.on('open', () => resolve())
      socket.on('error', reject)
    })
    socket.send(JSON.stringify({ type: 'sign-in', token }))
    for (const topic of topics) socket.send(JSON.stringify({ type: 'subscribe', topic }))
    await expect.poll(() => received.length, SOON).toBeGreaterThanOrEqual(1 + topics.length)
    return {
      of: (topic: string) =>
        JSON.stringify(received.filter((message) => message.type === 'data' && message.topic === topic)),
      closedWith: () => closedWith,
    }
  }

  test('accepts a session of one API at the other, and does a write once', async () => {
    await holderFirst()
    const [one, two] = both()
    for (const [here, there] of [
      [one, two],
      [two, one],
    ] as const) {
      const { headers } = await signIn(here, 'organization-viewer')
      expect((await fetch(`${there.url}/api/users/me`, { headers })).status).toBe(200)
      expect((await fetch(`${there.url}/ready`)).status).toBe(200)
    }
  })

  test('closes the sockets at one API when a person signs out at the other', async () => {
    const [one, two] = both()
    const { cookie, token, headers } = await signIn(one, 'organization-viewer')
    const client = await connect(two, token, 'trips')
    expect((await fetch(`${two.url}/api/users/me`, { headers })).status).toBe(200)
    expect((await post(`${one.url}/identity/sign-out`, {}, { cookie, origin: one.url })).status).toBe(200)
    await expect.poll(client.closedWith, AT_ONCE).toBe(4401)
    expect((await fetch(`${two.url}/api/users/me`, { headers })).status).toBe(401)
  })

  test('applies a role given at one API at the other', async () => {
    const [one, two] = both()
    const { headers } = await signIn(two, 'super-admin')
    const { headers: theirs } = await signIn(two, 'department-viewer')
    const users = (await (await fetch(`${one.url}/api/users?limit=50`, { headers })).json()) as {
      data: { id: string; email: string; department: { id: string } }[]
    }
    const them = users.data.find(({ email }) => email === emailOf('department-viewer'))
    const mayEdit = async () => (await fetch(`${two.url}/api/webhooks?limit=1`, { headers: theirs })).status
    expect(await mayEdit()).toBe(403)
    const answer = await fetch(`${one.url}/api/users/${them?.id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ role_id: 'organization-admin', department_id: things.parent.departmentId }),
    })
    expect(answer.status, await answer.text()).toBe(200)
    await expect.poll(mayEdit, AT_ONCE).toBe(200)
  })

  test('sends what people do at one API to sockets of the other at once', async () => {
    const [one, two] = both()
    const { headers, token } = await signIn(one, 'organization-admin')
    const client = await connect(two, token, 'trips', 'alerts', 'vessel_map_view', 'rules')
    const { vesselId, tripId, alertId, departmentId } = things.own
    const put = (path: string, body: object) =>
      fetch(`${one.url}${path}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const posted = await post(`${one.url}/api/comments`, { trip_id: tripId, text: 'Fog.' }, headers)
    expect(posted.status, await posted.text()).toBe(200)
    await expect.poll(() => client.of('trips'), AT_ONCE).toContain(tripId)
    const known = await put(`/api/alerts/${alertId}/acknowledge`, {})
    expect(known.status, await known.text()).toBe(200)
    await expect.poll(() => client.of('alerts'), AT_ONCE).toContain(alertId)
    const renamed = await put(`/api/vessels/${vesselId}`, { name: 'Renamed' })
    expect(renamed.status, await renamed.text()).toBe(200)
    await expect.poll(() => client.of('vessel_map_view'), { ...AT_ONCE, timeout: 3000 }).toContain('Renamed')
    const fence = { name: 'Bay', department_id: departmentId, type: 'circle' }
    const shape = { coordinates: [{ lat: 64, lon: -22 }], radius: 100 }
    const drawn = await post(`${one.url}/api/geofences`, { ...fence, ...shape }, headers)
    expect(drawn.status, await drawn.text()).toBe(200)
    await expect.poll(() => client.of('rules'), AT_ONCE).toContain(things.own.organizationId)
  })

  test('disables a rule whose two geofences are deleted at both at once', async () => {
    const [one, two] = both()
    const { headers } = await signIn(one, 'organization-admin')
    const { departmentId } = things.own
    const circle = { department_id: departmentId, type: 'circle', radius: 100 }
    for (let round = 0; round < 8; round++) {
      const ids: string[] = []
      for (const lon of [-22, -23]) {
        const form = {
          ...circle,
          name: `Bay ${round} ${lon}`,
          coordinates: [{ lat: 64, lon }],
        }
        const made = await post(`${one.url}/api/geofences`, form, headers)
        ids.push(((await made.json()) as { id: string }).id)
      }
      const fast = { type: 'vfp', field: 'sog', period_sec: 5 }
      const definition = {
        geofences: { enabled: true, ids, area_operation: 'inside' },
        logic: { and: [{ variable: fast, operation: 'more_than', value: 5 }] },
      }
      const rule = { type: 'threshold', severity: 'warning', department_id: departmentId, definition }
      const ruled = await post(
        `${one.url}/api/rules`,
        { ...rule, notifications: DEFAULT_NOTIFICATIONS },
        headers,
      )
      expect(ruled.status, await ruled.clone().text()).toBe(200)
      const { id } = (await ruled.json()) as { id: string }
      const remove = (at: Program, fence: string | undefined) =>
        fetch(`${at.url}/api/geofences/${fence}`, {
          method: 'DELETE',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ rule_ids: [] }),
        })
      const [first, second] = await Promise.all([remove(one, ids[0]), remove(two, ids[1])])
      expect([first.status, second.status]).toEqual([200, 200])
      const [row] = await records.db.select().from(rules).where(eq(rules.id, id))
      expect([round, row?.enabled]).toEqual([round, false])
    }
  })

  test('counts wrong passwords over both', async () => {
    const wrong = { email: emailOf('department-admin'), password: 'wrong' }
    const statuses: number[] = []
    for (let i = 0; i < 6; i++)
      statuses.push((await post(`${both()[i % 2]?.url}/identity/sign-in/email`, wrong)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('counts calls without a token over both', async () => {
    const statuses: number[] = []
    const ask = async (i: number) => {
      statuses.push((await fetch(`${both()[i % 2]?.url}/api/setup`)).status)
    }
    for (let i = 0; i < 310; i += 10) await Promise.all(Array.from({ length: 10 }, (_, of) => ask(i + of)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('does work requested of either once, in one of them', { timeout: 240_000 }, async () => {
    const [holder, other] = await holderFirst()
    await askForExports(other, 3)
    // Mails stand for all messages: one for each, and none twice.
    await expect.poll(() => smtp.received.length, SOON).toBe(3)
    const diedMs = Date.now()
    await holder.kill()
    await expect.poll(() => jobsHeld(other), { timeout: 30_000, interval: 50 }).toBe(1)
    expect(Date.now() - diedMs).toBeLessThan(REPLACED_MS)
    process.stderr.write(`jobs taken over after ${(Date.now() - diedMs) / 1000} s\n`)
    await askForExports(other, 1)
    await expect.poll(() => smtp.received.length, SOON).toBe(4)
    programs = [other, await start('three')]
    await askForExports(programs[1] as Program, 2)
    await expect.poll(() => smtp.received.length, SOON).toBe(6)
    await holderFirst()
    expect(new Set(smtp.received.map(({ id }) => id)).size).toBe(6)
  })

  test('sends what is due once: a report, and the messages of an alert', async () => {
    const { db } = records
    const [, other] = await holderFirst()
    const { organizationId, departmentId } = things.own
    const userId = await idOfAdmin()
    const before = smtp.received.length
    const sent = () => smtp.received.slice(before).map(({ subject }) => subject)
    await db.insert(reportSchedules).values({
      ...{ organizationId, departmentId, name: 'Due', period: 'week', userIds: [userId] },
      nextAt: new Date(Date.now() - 1000),
    })
    // A process that gets a request for another report wakes the sender before its own next look.
    const { headers } = await signIn(other, 'organization-admin')
    const form = {
      name: 'Next',
      department_id: departmentId,
      period: 'month',
      user_ids: [userId],
      enabled: true,
      send_now: false,
    }
    const made = await post(`${other.url}/api/report-schedules`, form, headers)
    expect(made.status, await made.text()).toBe(200)
    await expect.poll(() => sent().length, { ...SOON, timeout: 8000 }).toBe(1)

    const ids = await raiseFor(userId, 5)
    expect(await unsent(ids)).toBe(ids.length)
    await expect.poll(() => unsent(ids), SOON).toBe(0)
    // Longer than the other sender waits before it looks.
    await later(6000)
    expect(sent()).toHaveLength(1 + ids.length)
    expect(new Set(smtp.received.map(({ id }) => id)).size).toBe(smtp.received.length)
  })

  test('sends mails from the other API when their sender dies', { timeout: 240_000 }, async () => {
    const { db } = records
    const [sender, other] = await holderFirst()
    const before = smtp.received.length
    const received = () => smtp.received.slice(before)
    let killed: Promise<void> | undefined
    smtp.onTaken = () => {
      killed ??= sender.kill()
      return killed
    }
    // Any process may take the recipient, so the other one stands still until the sender has.
    process.kill(other.pid, 'SIGSTOP')
    let ids: string[]
    try {
      ids = await raiseFor(await idOfAdmin(), 3)
      await expect.poll(() => received().length, SOON).toBe(1)
      await killed
    } finally {
      process.kill(other.pid, 'SIGCONT')
      smtp.onTaken = null
    }
    await expect.poll(() => unsent(ids), SOON).toBe(1)
    // The first may have left, so it is not sent again at once.
    const inTry = and(inArray(messages.alertId, ids), ne(messages.state, 'sent'))
    expect(received()).toHaveLength(3)
    await db.update(messages).set({ nextAt: new Date() }).where(inTry)
    await expect.poll(() => unsent(ids), SOON).toBe(0)
    const mails = received().map(({ id }) => id)
    expect([mails.length, mails[3]]).toEqual([4, mails[0]])
    expect(new Set(mails).size).toBe(3)
    programs = [other, await start('after the sender')]
    await holderFirst()
  })

  test('writes an export at the other API when its writer dies, and publishes it once', async () => {
    const { db } = records
    const [holder, other] = await holderFirst()
    const before = smtp.received.length
    await whileWriting([holder, other], () => holder.kill())
    await expect.poll(() => smtp.received.length - before, SOON).toBe(1)
    expect(await db.$count(fleetExports, ne(fleetExports.state, 'done'))).toBe(0)
    const { headers } = await signIn(other, 'organization-admin')
    const listed = await fetch(`${other.url}/api/exports?limit=1&order[created_at]=desc`, { headers })
    const [newest] = ((await listed.json()) as { data: { id: string }[] }).data
    programs = [other, await start('four')]
    for (const { url } of programs)
      expect((await fetch(`${url}/downloads/exports/${newest?.id}`, { headers })).status).toBe(200)
    await holderFirst()
    await later(2000)
    expect(smtp.received.length - before).toBe(1)
  })

  test('publishes an export once when its writer stood still until another took over', async () => {
    const { db } = records
    const [holder, other] = await holderFirst()
    const before = smtp.received.length
    const { pid } = holder
    await whileWriting([holder, other], async () => {
      process.kill(pid, 'SIGSTOP')
      await expect.poll(() => jobsHeld(other), SOON).toBe(1)
    })
    await expect.poll(() => smtp.received.length - before, SOON).toBe(1)
    process.kill(pid, 'SIGCONT')
    expect((await holderFirst())[0]).toBe(other)
    await later(2000)
    expect(smtp.received.length - before).toBe(1)
    expect(await db.$count(fleetExports, ne(fleetExports.state, 'done'))).toBe(0)
    const { headers } = await signIn(other, 'organization-admin')
    const listed = await fetch(`${other.url}/api/exports?limit=1&order[created_at]=desc`, { headers })
    const [newest] = ((await listed.json()) as { data: { id: string }[] }).data
    const file = await fetch(`${other.url}/downloads/exports/${newest?.id}`, { headers })
    expect([file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([200, true])
  })

  test('shows a chart uploaded to one at the other, and removes it there at once', async () => {
    const [one, two] = both()
    const { headers } = await signIn(one, 'organization-admin')
    const charts = async (program: Program) => {
      const answer = await fetch(`${program.url}/api/charts`, { headers })
      return ((await answer.json()) as { data: { id: string; tiles: string }[] }).data
    }
    const sent = await fetch(`${one.url}/api/charts`, { method: 'POST', headers, body: chartForm() })
    expect(sent.status).toBe(200)
    const [chart] = await charts(one)
    expect(await charts(two)).toEqual([chart])
    const tile = () => fetch(`${two.url}${chart?.tiles.replace('{z}/{x}/{y}', '0/0/0')}`, { headers })
    expect((await tile()).status).toBe(200)
    const gone = await fetch(`${one.url}/api/charts/${chart?.id}`, { method: 'DELETE', headers })
    expect(gone.status).toBe(200)
    // Sooner than a process without the event would look.
    await expect.poll(async () => (await tile()).status, { ...SOON, timeout: 10_000 }).toBe(404)
    expect(await charts(two)).toEqual([])
  })

  test('fetches an area of the map in one API, in another when that dies, and shows it in all', async () => {
    const [holder, other] = await holderFirst()
    const { headers } = await signIn(other, 'super-admin')
    const areas = async (program: Program) => {
      const answer = await fetch(`${program.url}/api/super/areas`, { headers })
      return ((await answer.json()) as { data: Area[] }).data
    }
    const { latitudeDeg, longitudeDeg } = HARBOUR
    const bounds = [longitudeDeg - 0.01, latitudeDeg - 0.004, longitudeDeg + 0.01, latitudeDeg + 0.004]
    world.breakAfter(20_000)
    const asked = await post(`${other.url}/api/super/areas`, { name: 'Port', bounds, maxzoom: 15 }, headers)
    expect(asked.status, await asked.text()).toBe(200)
    await expect.poll(async () => (await areas(other))[0]?.problem, SOON).toBe('areaSourceAway')
    world.mend()
    await holder.kill()
    await expect.poll(async () => (await areas(other))[0]?.state, SOON).toBe('kept')
    programs = [other, await start('with areas')]
    expect(await areas(programs[1] as Program)).toEqual(await areas(other))
    for (const { url } of programs) {
      const index = (await (await fetch(`${url}/basemap/index.json`)).json()) as BasemapIndex
      const { x, y } = tileAt(latitudeDeg, longitudeDeg, 14)
      const tile = await fetch(url + index.areas?.source.url.replace('{z}/{x}/{y}', `14/${x}/${y}`))
      expect([tile.status, tile.headers.get('cache-control')]).toEqual([
        200,
        expect.stringContaining('immutable'),
      ])
    }
    const [area] = await areas(other)
    const removed = await fetch(`${programs[1]?.url}/api/super/areas/${area?.id}`, {
      method: 'DELETE',
      headers,
    })
    expect(removed.status).toBe(200)
    const { areas: shown } = (await (await fetch(`${other.url}/basemap/index.json`)).json()) as BasemapIndex
    expect(shown).toBeNull()
    await holderFirst()
  })

  /** Runs something while an export is under way, which lasts for as long as its data cannot be read. */
  async function whileWriting([writer, other]: [Program, Program], work: () => Promise<void>) {
    const { db } = records
    const locked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const locking = db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${captains} in access exclusive mode`)
      locked.resolve()
      await goOn.promise
    })
    await locked.promise
    try {
      // Any process may take the export, so the other one stands still until the writer has it.
      process.kill(other.pid, 'SIGSTOP')
      try {
        await askForExports(writer, 1)
        await expect.poll(() => db.$count(fleetExports, eq(fleetExports.state, 'running')), SOON).toBe(1)
      } finally {
        process.kill(other.pid, 'SIGCONT')
      }
      await work()
    } finally {
      goOn.resolve()
      await locking
    }
  }

  test('warns when one of several has its files on its own disk', async () => {
    const alone = await startProgram(['--no-demo', '--role', 'api', '--data', join(folder, 'own')], stores)
    await expect.poll(() => alone.printed().log, SOON).toContain('no bucket for files (FILES_S3_URL)')
    await alone.stop()
    for (const { printed } of both()) expect(printed().log).not.toContain('FILES_S3_URL')
    const lines = alone.printed().log.trim().split('\n')
    expect(new Set(lines.map((line) => JSON.parse(line).role))).toEqual(new Set(['api']))
  })

  test.skipIf(!hasProxy('caddy'))(
    'answers each call through one API behind the balancer of the example',
    async () => {
      const port = await freePort()
      const [one, two] = both()
      const proxy = await startTestBalancer(
        port,
        both().map(({ url }) => Number(new URL(url).port)),
      )
      try {
        const site = { url: `http://localhost:${port}` }
        const answered = await Promise.all(
          both().map(async (program) => {
            const before = await callsOf(program)
            return async () => (await callsOf(program)) - before
          }),
        )
        for (let i = 0; i < 40; i++) expect((await fetch(`${site.url}/basemap/index.json`)).status).toBe(200)
        const calls = await Promise.all(answered.map((since) => since()))
        expect([calls.every((count) => count > 5), calls.reduce((sum, count) => sum + count)]).toEqual([
          true,
          40,
        ])

        const { token, headers } = await signIn(site as Program, 'organization-viewer')
        const me = (cookie = '') => fetch(`${site.url}/api/users/me`, { headers: { ...headers, cookie } })
        for (let i = 0; i < 6; i++) expect((await me()).status).toBe(200)
        const client = await connect(site as Program, token, 'trips')
        expect(client.closedWith()).toBeNull()
        // A client bound to one process is routed to the other when the first is away.
        const stays = async (program: Program) => {
          for (;;) {
            const before = await callsOf(program)
            const answer = await fetch(`${site.url}/basemap/index.json`)
            if ((await callsOf(program)) > before)
              return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
          }
        }
        const cookie = await stays(two)
        expect(cookie).not.toBe('')
        await two.kill()
        expect((await me(cookie)).status).toBe(200)
      } finally {
        await proxy.close()
      }
      programs = [one]
    },
  )

  /** Answers to one call that nothing else here makes meanwhile. */
  async function callsOf({ url }: Program): Promise<number> {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const found = /^taffrail_http_answer_seconds_count\{[^}]*\/basemap\/index\.json"[^}]*\} (\d+)/m.exec(
      metrics,
    )
    return Number(found?.[1] ?? 0)
  }

  async function idOfAdmin(): Promise<string> {
    const admins = eq(users.email, emailOf('organization-admin'))
    const [admin] = await records.db.select().from(users).where(admins)
    return admin?.id ?? ''
  }

  /** Raises alerts about which a person gets a mail each; answers their ids. */
  async function raiseFor(userId: string, count: number): Promise<string[]> {
    const { db } = records
    const { organizationId, vesselId, ruleId } = things.own
    const channelOff = { enabled: false, apply_to_all: false, user_ids: [] }
    const channelOn = { enabled: true, apply_to_all: false, user_ids: [userId] }
    const notifications = {
      ...{ push_notifications: channelOff, email: channelOn, sms: channelOff, console: { enabled: true } },
      helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
    }
    await db.update(rules).set({ notifications }).where(eq(rules.id, ruleId))
    const ids = Array.from({ length: count }, () => randomUUID())
    const facts = { kind: 'impact' as const, impact: 3.9, limit: 3 }
    await db.transaction(async (tx) => {
      const alert = { organizationId, vesselId, ruleId, facts, severity: 'warning', type: 'threshold' }
      const at = { triggerUs: Date.now() * 1000, createdAt: new Date() }
      await tx.insert(alerts).values(ids.map((id) => ({ id, ...alert, ...at })))
      await queueMessages(tx, ids, Date.now())
    })
    return ids
  }

  const unsent = (ids: readonly string[]) =>
    records.db.$count(messages, and(inArray(messages.alertId, [...ids]), ne(messages.state, 'sent')))

  async function askForExports(program: Program, count: number) {
    const { headers } = await signIn(program, 'organization-admin')
    const form = { kind: 'trips', vessel_id: things.own.vesselId, end: '2026-06-19T00:00:00Z' }
    for (let i = 0; i < count; i++) {
      const answer = await post(`${program.url}/api/exports`, { ...form, mail_when_ready: true }, headers)
      expect(answer.status, await answer.text()).toBe(200)
    }
  }
})
