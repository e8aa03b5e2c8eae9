/** Two gateways on one broker under load, of which one is killed, stopped, cut off, and both are away. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { afterAll, describe, expect, test } from 'vitest'
import { encoderFor, type Format } from '#protocols/formats.ts'
import { BROKER_SESSIONS } from '#server/records/brokerSessions.ts'
import { createDevice } from '#server/records/devices.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { brokerSessions, departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { cuttableProxy } from '#server/testing/cuttableProxy.ts'
import { startTestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestMosquitto } from '#server/testing/testMosquitto.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, startProgram } from '#server/testing/testProgram.ts'
import { brokerSessionOf } from './outsideBroker.ts'

const broker = await startTestMosquitto()
const nats = broker && (await startTestNats())
const postgres = nats && (await startTestPostgres())
const SOON = { timeout: 60_000, interval: 100 }
/** Interval between messages of each boat in each of two formats, each for another second. */
const EVERY_MS = 40
const startUs = Math.floor(Date.now() / 1000 - 86_400) * 1_000_000
const FORMATS: readonly Format[] = ['readings', 'n2k']

describe.skipIf(!postgres)('gateways beside each other', () => {
  const closers: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
    await postgres?.close()
    await nats?.stop()
    await broker?.close()
  })

  test('loses nothing and stores nothing twice when gateways are killed', { timeout: 300_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taffrail-gateways-'))
    closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const clickHouse = await startTestClickHouse()
    closers.push(() => clickHouse.close())
    const DATABASE_URL = (await postgres?.createDatabase()) ?? ''
    const CLICKHOUSE_URL = clickHouse.url
    const records = await openRecords({ DATABASE_URL, dataDir: folder })
    closers.push(() => records.close())
    const columns = await openColumns({ CLICKHOUSE_URL, dataDir: folder })
    closers.push(() => columns.close())
    const link = await cuttableProxy()
    closers.push(() => link.close())
    link.leadTo(broker?.url ?? '')

    let starts = 0
    const start = async (url: string): Promise<Program> => {
      const data = join(folder, `gateway-${++starts}`)
      const env = { DATABASE_URL, CLICKHOUSE_URL, NATS_URL: nats?.url ?? '', MQTT_URL: url }
      const program = await startProgram(['--no-demo', '--data', data, '--role', 'gateway'], env)
      closers.push(() => program.stop())
      return program
    }
    const direct = broker?.url ?? ''
    const cuttable = link.url.replace('http:', 'mqtt:')
    const shared = async () => {
      const held = Map.groupBy(await records.db.select().from(brokerSessions), ({ holder }) => holder)
      return [...held.values()].map(({ length }) => length)
    }
    const tookOver = async (what: string) => {
      const fromMs = performance.now()
      await expect.poll(shared, SOON).toEqual([4])
      process.stderr.write(
        `${what}: its broker sessions are taken after ${((performance.now() - fromMs) / 1000).toFixed(1)} s\n`,
      )
    }
    const isShared = () => expect.poll(shared, SOON).toEqual([2, 2])
    const appended = async ({ url }: Program) =>
      Number(
        /^taffrail_appended_samples_total (\d+)/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1],
      )

    const db = records.db
    const [organization] = await db.insert(organizations).values({ name: 'Fleet' }).returning()
    const organizationId = organization?.id ?? ''
    const [department] = await db.insert(departments).values({ organizationId, name: 'All' }).returning()
    const devices: string[] = []
    while (new Set(devices.map(brokerSessionOf)).size < BROKER_SESSIONS.length) {
      const boat = { organizationId, departmentId: department?.id ?? '', name: 'Súlan' }
      const [vessel] = await db.insert(vessels).values(boat).returning()
      devices.push((await createDevice(db, { vesselId: vessel?.id ?? '' })).id)
    }
    const [killed, stays] = await Promise.all([start(direct), start(direct)])
    await isShared()

    const publisher = await connectAsync(direct)
    closers.push(() => publisher.endAsync(true))
    let sentS = 0
    let isSending = true
    const saying = (async () => {
      for (; isSending; sentS++) {
        const timeUs = startUs + sentS * 1e6
        await Promise.all(
          devices.flatMap((id) =>
            FORMATS.map((format) => {
              const scalars = [
                format === 'n2k'
                  ? { timeUs, key: 'rate_of_turn' as const, instance: 0, value: 0.01 }
                  : { timeUs, key: 'sog' as const, instance: 0, value: sentS / 1000 },
              ]
              const message = Buffer.from(encoderFor(format)({ scalars }))
              return publisher.publishAsync(`taffrail/${id}/${format}`, message, { qos: 1 })
            }),
          ),
        )
        await later(EVERY_MS)
      }
    })()
    const sendsMore = (seconds: number) => {
      const from = sentS
      return expect.poll(() => sentS - from, SOON).toBeGreaterThan(seconds)
    }

    await sendsMore(20)
    for (const each of [killed, stays]) await expect.poll(() => appended(each), SOON).toBeGreaterThan(100)
    await killed.kill()
    await tookOver('killed')

    const other = await start(cuttable)
    await isShared()
    await sendsMore(20)
    process.kill(other.pid, 'SIGSTOP')
    await db.update(vessels).set({ name: 'Súlan II' })
    await tookOver('stopped')
    process.kill(other.pid, 'SIGCONT')
    await isShared()
    await sendsMore(20)
    link.silence()
    await tookOver('cut off')
    await link.mend()
    await isShared()

    await Promise.all([other.stop(), stays.stop()])
    await sendsMore(100)
    const [last] = await Promise.all([start(direct), start(cuttable)])
    await isShared()
    isSending = false
    await saying
    const received = new Map<string, string>()
    const boats = await connectAsync(direct)
    closers.push(() => boats.endAsync(true))
    boats.on('message', (topic, payload) => received.set(topic, JSON.parse(payload.toString()).vessel.name))
    await boats.subscribeAsync('taffrail/+/settings', { qos: 1 })
    await expect.poll(() => [...received.values()], SOON).toEqual(devices.map(() => 'Súlan II'))
    const stored = () =>
      columns.rows<{ vessel: number; series: number; n: number; seconds: number }>(
        `SELECT vessel, series, toUInt32(count()) AS n, toUInt32(uniqExact(time)) AS seconds
         FROM telemetry.scalars FINAL GROUP BY vessel, series ORDER BY vessel, series`,
      )
    const expected = devices.flatMap(() => FORMATS.map(() => ({ n: sentS, seconds: sentS })))
    await expect
      .poll(async () => (await stored()).map(({ n, seconds }) => ({ n, seconds })), {
        ...SOON,
        interval: 1000,
      })
      .toEqual(expected)
    expect(await appended(last)).toBeGreaterThan(0)
  })
})
