import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import websocket from '@fastify/websocket'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decoderFor, encoderFor, type Format } from '#protocols/formats.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { BROKER_SESSIONS } from '#server/records/brokerSessions.ts'
import { createDevice } from '#server/records/devices.ts'
import { endPairing } from '#server/records/pairings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import {
  brokerSessions,
  departments,
  organizations,
  pairings,
  vessels,
} from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { startTestMosquitto } from '#server/testing/testMosquitto.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { countSamples } from './collector.ts'
import { brokerSessionOf } from './outsideBroker.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const broker = await startTestMosquitto()
const url = broker?.url ?? ''
const SOON = { timeout: 30_000, interval: 250 }

/** Beginning of recorded boat data, cut at arbitrary places. */
const PLAYED = [
  { format: 'n2k', file: 'skuggi.candump.gz', lines: 600, at: 7 },
  { format: 'nmea0183', file: 'nordurljos.nmea.gz', lines: 300, at: 2 },
  { format: 'signalk', file: 'vindsael.signalk.gz', lines: 20, at: 1 },
].map(({ format, file, lines, at }) => {
  const bytes = gunzipSync(readFileSync(new URL(`../../recordings/${file}`, import.meta.url)))
  const all = bytes.toString('latin1').split('\n').slice(0, lines)
  const messages = Array.from({ length: Math.ceil(lines / at) }, (_, i) =>
    all.slice(i * at, (i + 1) * at).join('\n'),
  )
  return { format: format as Format, messages }
})

const startUs = (Math.floor(Date.now() / 1000) - 3600) * 1_000_000

describe.skipIf(!broker)('Mosquitto', () => {
  let records: Records
  let store: TestTelemetry
  let gateway: Gateway
  let publisher: MqttClient
  let device: { id: string }
  let vesselNumber: number
  let organizationId: string
  let departmentId: string
  /** Number of coming appends that the store fails instead of storing. */
  let failures = 0
  let appends = 0

  const start = (more: { isShared?: boolean; clock?: Clock } = {}) =>
    startGateway({
      config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0, MQTT_URL: url },
      db: records.db,
      telemetry: {
        ...store,
        append: (batch) => {
          appends++
          if (failures-- > 0) return Promise.reject(new Error('the disk is full'))
          return store.append(batch)
        },
      },
      bus: inProcessBus(() => undefined),
      log: silentLog,
      clock: systemClock,
      ...more,
    })
  const newVessel = async () => {
    const [vessel] = await records.db
      .insert(vessels)
      .values({ organizationId, departmentId, name: 'Súlan' })
      .returning()
    if (!vessel) throw new Error('no vessel')
    return { number: vessel.number, device: await createDevice(records.db, { vesselId: vessel.id }) }
  }
  const publish = (atS: number, id = device.id) =>
    publisher.publishAsync(
      `taffrail/${id}/readings`,
      Buffer.from(
        encoderFor('readings')({
          scalars: [{ timeUs: startUs + atS * 1e6, key: 'sog', instance: 0, value: atS / 100 }],
        }),
      ),
      { qos: 1 },
    )
  const stored = async () =>
    (await store.series.samples({ vesselNumber, fromUs: 0, toUs: startUs + 7200e6 }, 'sog', 0)).timeUs.map(
      (timeUs) => (timeUs - startUs) / 1e6,
    )
  const seconds = (count: number) => Array.from({ length: count }, (_, i) => i)
  const publishAll = (count: number) => Promise.all(seconds(count).map((atS) => publish(atS)))

  beforeAll(async () => {
    records = await testRecords()
    store = await testTelemetry()
  })
  afterAll(async () => {
    await records.close()
    await store.close()
    await broker?.close()
  })
  beforeEach(async () => {
    failures = 0
    appends = 0
    const [organization] = await records.db.insert(organizations).values({ name: 'Fleet' }).returning()
    organizationId = organization?.id ?? ''
    const [department] = await records.db
      .insert(departments)
      .values({ organizationId, name: 'All' })
      .returning()
    departmentId = department?.id ?? ''
    const vessel = await newVessel()
    vesselNumber = vessel.number
    device = vessel.device
    gateway = await start()
    publisher = await connectAsync(url)
  })
  afterEach(async () => {
    await publisher.endAsync()
    await gateway.close()
  })

  test.each([4, 5] as const)(
    'forwards what a device publishes in version %i of MQTT',
    async (protocolVersion) => {
      await publisher.endAsync()
      publisher = await connectAsync(url, { protocolVersion })
      await publishAll(3)
      await expect.poll(stored, { timeout: 10_000 }).toEqual(seconds(3))
    },
  )

  test('forwards many messages for each write to disk', async () => {
    await publishAll(2000)
    await expect.poll(stored, { timeout: 60_000, interval: 500 }).toHaveLength(2000)
    expect(appends).toBeLessThan(40)
  })

  test('keeps messages that arrive while the gateway is away', async () => {
    await gateway.close()
    await publishAll(50)
    expect(await stored()).toEqual([])
    gateway = await start()
    await expect.poll(stored, { timeout: 10_000 }).toEqual(seconds(50))
  })

  test('sends only those messages again that could not be stored', async () => {
    failures = 2
    await publishAll(20)
    await expect.poll(() => gateway.counts().appendedSamples, { timeout: 30_000 }).toBeGreaterThanOrEqual(20)
    expect(await stored()).toEqual(seconds(20))
    const appendsSoFar = appends
    await gateway.close()
    gateway = await start()
    await publish(20)
    await expect.poll(stored, { timeout: 10_000 }).toEqual(seconds(21))
    expect(appends).toBe(appendsSoFar + 1)
  })

  test('sends settings to a device before its first message, and removes those of a device that left', async () => {
    const readBack = async () => {
      const box = await connectAsync(url)
      const received: string[] = []
      box.on('message', (_topic, payload) => received.push(payload.toString()))
      await box.subscribeAsync(`taffrail/${device.id}/settings`, { qos: 1 })
      await new Promise((resolve) => setTimeout(resolve, 200))
      await box.endAsync()
      return received.join()
    }
    await expect.poll(readBack, { timeout: 10_000 }).toContain('"name":"Súlan"')
    await gateway.close()
    const [pairing] = await records.db.select().from(pairings).where(eq(pairings.deviceId, device.id))
    await records.db.transaction((tx) => endPairing(tx, pairing?.vesselId ?? '', new Date()))
    gateway = await start()
    await expect.poll(readBack, { timeout: 10_000 }).toBe('')
  })

  test('stores the same from the same bytes through two gateways as through one', {
    timeout: 60_000,
  }, async () => {
    // Sentences without a time are dated by their arrival after earlier sentences.
    const clock = fixedClock(Date.now())
    await gateway.close()
    const boats: Awaited<ReturnType<typeof newVessel>>[] = []
    const sail = async () => {
      const more = [await newVessel()]
      // One boat of each broker session.
      while (new Set(more.map((boat) => brokerSessionOf(boat.device.id))).size < BROKER_SESSIONS.length)
        more.push(await newVessel())
      await Promise.all(
        more.flatMap((boat) =>
          PLAYED.map(({ format, messages }) =>
            Promise.all(
              messages.map((text) =>
                publisher.publishAsync(`taffrail/${boat.device.id}/${format}`, text, { qos: 1 }),
              ),
            ),
          ),
        ),
      )
      boats.push(...more)
    }
    const readBack = async ({ number }: { number: number }) => {
      const kept = []
      for (const table of ['scalars', 'fixes', 'ais'])
        kept.push(
          ...(await store.columns.rows<object>(
            `SELECT * EXCEPT vessel FROM telemetry.${table} FINAL WHERE vessel = ${number} ORDER BY ALL`,
          )),
        )
      return kept
    }
    const decoded = PLAYED.flatMap(({ format, messages }) => {
      const decoder = decoderFor(format)
      return messages.map((text) => decoder.decode(Buffer.from(text), clock.nowMs() * 1000))
    })
    const samplesOfBoat = decoded.reduce((sum, one) => sum + countSamples(one), 0)
    gateway = await start({ isShared: true, clock })
    await sail()
    await expect.poll(() => gateway.counts().appendedSamples, SOON).toBe(boats.length * samplesOfBoat)
    const [first] = boats
    if (!first) throw new Error('no boat')
    const expected = await readBack(first)

    const other = await start({ isShared: true, clock })
    const brokerSessionsHeld = async () => {
      const held = Map.groupBy(await records.db.select().from(brokerSessions), ({ holder }) => holder)
      return [...held.values()].map(({ length }) => length)
    }
    await expect.poll(brokerSessionsHeld, SOON).toEqual([2, 2])
    const before = gateway.counts().appendedSamples
    await sail()
    const appended = () => [gateway, other].map((one) => one.counts().appendedSamples)
    await expect.poll(() => appended().reduce((a, b) => a + b), SOON).toBe(boats.length * samplesOfBoat)
    for (const boat of boats) expect(await readBack(boat)).toEqual(expected)
    expect(
      Math.min(gateway.counts().appendedSamples - before, other.counts().appendedSamples),
    ).toBeGreaterThan(samplesOfBoat)
    await other.close()
  })

  test('stores what a device measured before it was unpaired, and refuses the rest', async () => {
    await records.db
      .update(pairings)
      .set({ unpairedAt: new Date(startUs / 1000 + 10_000) })
      .where(eq(pairings.deviceId, device.id))
    await publish(15)
    await publish(5)
    await expect.poll(stored, { timeout: 10_000 }).toEqual([5])
  })

  test('is not delayed by a stranger, a device without a vessel, or nonsense', async () => {
    const unpaired = await createDevice(records.db, {})
    await publish(0, unpaired.id)
    await publish(0, 'nobody')
    await publisher.publishAsync(`taffrail/${device.id}/shell`, 'x', { qos: 1 })
    await publisher.publishAsync(`taffrail/${device.id}/imu`, Buffer.alloc(100, 0xff), { qos: 1 })
    await publish(7)
    await expect.poll(stored, { timeout: 10_000 }).toEqual([7])
  })
})

test('starts a server whose broker is not there yet, without an MQTT of its own', async () => {
  const records = await testRecords()
  const store = await testTelemetry()
  const gateway = await startGateway({
    config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0, MQTT_URL: 'mqtt://127.0.0.1:1' },
    db: records.db,
    telemetry: store,
    bus: inProcessBus(() => undefined),
    log: silentLog,
    clock: systemClock,
  })
  expect(gateway.mqttPort).toBeNull()
  const app = Fastify()
  await app.register(websocket)
  gateway.httpRoutes(app, async () => null)
  const [overMqtt, overSignalk] = ['mqtt', 'signalk'].map((way) =>
    app.hasRoute({ method: 'GET', url: `/gateway/${way}` }),
  )
  expect([overMqtt, overSignalk]).toEqual([false, true])
  await app.close()
  await gateway.close()
  await records.close()
  await store.close()
})
