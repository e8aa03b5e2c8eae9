import { eq } from 'drizzle-orm'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encoderFor } from '#protocols/formats.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createDevice } from '#server/records/devices.ts'
import { endPairing } from '#server/records/pairings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, pairings, vessels } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { startTestMosquitto } from '#server/testing/testMosquitto.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const broker = await startTestMosquitto()
const url = broker?.url ?? ''
const startUs = (Math.floor(Date.now() / 1000) - 3600) * 1_000_000

describe.skipIf(!broker)('Mosquitto', () => {
  let records: Records
  let store: TestTelemetry
  let gateway: Gateway
  let publisher: MqttClient
  let device: { id: string }
  let vesselNumber: number
  /** What the store is to do with the next appends instead of storing. */
  let failures = 0
  let appends = 0

  const start = () =>
    startGateway({
      config: { HOST: '127.0.0.1', MQTT_PORT: 0, MQTT_URL: url },
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
    })
  const publish = (atS: number, id = device.id) =>
    publisher.publishAsync(
      `binnacle/${id}/readings`,
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
    const organizationId = organization?.id ?? ''
    const [department] = await records.db
      .insert(departments)
      .values({ organizationId, name: 'All' })
      .returning()
    const [vessel] = await records.db
      .insert(vessels)
      .values({ organizationId, departmentId: department?.id ?? '', name: 'Súlan' })
      .returning()
    vesselNumber = vessel?.number ?? 0
    device = await createDevice(records.db, { vesselId: vessel?.id ?? '' })
    gateway = await start()
    publisher = await connectAsync(url)
  })
  afterEach(async () => {
    await publisher.endAsync()
    await gateway.close()
  })

  test.each([4, 5] as const)(
    'passes on what a device says in version %i of MQTT',
    async (protocolVersion) => {
      await publisher.endAsync()
      publisher = await connectAsync(url, { protocolVersion })
      await publishAll(3)
      await expect.poll(stored, { timeout: 10_000 }).toEqual(seconds(3))
    },
  )

  test('hands over many messages for each write to disk', async () => {
    await publishAll(2000)
    await expect.poll(stored, { timeout: 60_000, interval: 500 }).toHaveLength(2000)
    expect(appends).toBeLessThan(40)
  })

  test('keeps what arrives while the gateway is away', async () => {
    await gateway.close()
    await publishAll(50)
    expect(await stored()).toEqual([])
    gateway = await start()
    await expect.poll(stored, { timeout: 10_000 }).toEqual(seconds(50))
  })

  test('sends again what could not be stored, and no more than that', async () => {
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

  test('tells a device that was never heard its settings, and takes back what one that left still has', async () => {
    const told = async () => {
      const box = await connectAsync(url)
      const heard: string[] = []
      box.on('message', (_topic, payload) => heard.push(payload.toString()))
      await box.subscribeAsync(`binnacle/${device.id}/settings`, { qos: 1 })
      await new Promise((resolve) => setTimeout(resolve, 200))
      await box.endAsync()
      return heard.join()
    }
    await expect.poll(told, { timeout: 10_000 }).toContain('"name":"Súlan"')
    await gateway.close()
    const [pairing] = await records.db.select().from(pairings).where(eq(pairings.deviceId, device.id))
    await records.db.transaction((tx) => endPairing(tx, pairing?.vesselId ?? '', new Date()))
    gateway = await start()
    await expect.poll(told, { timeout: 10_000 }).toBe('')
  })

  test('is not held up by a stranger, by a device without a vessel, or by nonsense', async () => {
    const unpaired = await createDevice(records.db, {})
    await publish(0, unpaired.id)
    await publish(0, 'nobody')
    await publisher.publishAsync(`binnacle/${device.id}/shell`, 'x', { qos: 1 })
    await publisher.publishAsync(`binnacle/${device.id}/imu`, Buffer.alloc(100, 0xff), { qos: 1 })
    await publish(7)
    await expect.poll(stored, { timeout: 10_000 }).toEqual([7])
  })
})

test('a server whose broker is not there yet starts nevertheless', async () => {
  const records = await testRecords()
  const store = await testTelemetry()
  const gateway = await startGateway({
    config: { HOST: '127.0.0.1', MQTT_PORT: 0, MQTT_URL: 'mqtt://127.0.0.1:1' },
    db: records.db,
    telemetry: store,
    bus: inProcessBus(() => undefined),
    log: silentLog,
    clock: systemClock,
  })
  expect(gateway.mqttPort).toBeNull()
  await gateway.close()
  await records.close()
  await store.close()
})
