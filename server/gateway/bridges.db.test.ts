import { connect, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encoderFor } from '#protocols/formats.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { endBridge, insertBridge, listBridges } from '#server/records/bridges.ts'
import { createDevice } from '#server/records/devices.ts'
import { endPairing } from '#server/records/pairings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, vessels } from '#server/stores/relational/schema.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const bus = inProcessBus(() => undefined)
let records: Records
let store: TestTelemetry
let gateway: Gateway
/** Coming appends that the store fails instead of storing. */
let failures = 0
let boats: { vesselId: string; number: number; device: { id: string; secret: string } }[]
let bridge: { id: string; secret: string }
let client: MqttClient
const clients: MqttClient[] = []
const startUs = (Math.floor(Date.now() / 1000) - 3600) * 1_000_000

beforeAll(async () => {
  ;[records, store] = [await testRecords(), await testTelemetry()]
  gateway = await startGateway({
    config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 },
    telemetry: {
      ...store,
      append: (batch) =>
        failures-- > 0 ? Promise.reject(new Error('the disk is full')) : store.append(batch),
    },
    ...{ db: records.db, bus, log: silentLog, clock: systemClock },
  })
  const { db } = records
  const [organization] = await db.insert(organizations).values({ name: 'Fleet' }).returning()
  const organizationId = organization?.id ?? ''
  const [department] = await db.insert(departments).values({ organizationId, name: 'All' }).returning()
  const departmentId = department?.id ?? ''
  boats = await Promise.all(
    ['Súlan', 'Hafdís'].map(async (name) => {
      const [vessel] = await db.insert(vessels).values({ organizationId, departmentId, name }).returning()
      const vesselId = vessel?.id ?? ''
      return { vesselId, number: vessel?.number ?? 0, device: await createDevice(db, { vesselId }) }
    }),
  )
})
afterAll(async () => {
  await Promise.all(clients.map((one) => one.endAsync(true)))
  await gateway.close()
  await records.close()
  await store.close()
})
beforeEach(async () => {
  failures = 0
  bridge = await newBridge()
  client = await signIn(bridge)
})

async function newBridge() {
  const { bridge, secret } = await records.db.transaction((tx) => insertBridge(tx, 'Harbour'))
  return { id: bridge.id, secret }
}
async function signIn({ id, secret }: { id: string; secret: string }, options: object = {}) {
  const one = connect(gateway.mqttUrl, {
    ...{ username: `bridge:${id}`, password: secret, protocolVersion: 4, reconnectPeriod: 0 },
    ...options,
  })
  clients.push(one)
  await new Promise<void>((resolve, reject) => {
    one.once('connect', () => resolve())
    one.on('error', reject)
  })
  return one
}
const message = (atS: number) =>
  Buffer.from(
    encoderFor('readings')({
      scalars: [{ timeUs: startUs + atS * 1e6, key: 'sog', instance: 0, value: atS }],
    }),
  )
const publish = (id: string, atS: number, by = client) =>
  by.publishAsync(`taffrail/${id}/readings`, message(atS), { qos: 1 })
const stored = async (boat: number) =>
  (
    await store.series.samples(
      { vesselNumber: boats[boat]?.number ?? 0, fromUs: 0, toUs: startUs + 7200e6 },
      'sog',
      0,
    )
  ).value
const idOf = (boat: number) => boats[boat]?.device.id ?? ''
const refusedOf = async ({ id }: { id: string }) =>
  (await listBridges(records.db))
    .find(({ bridge }) => bridge.id === id)
    ?.refused.map(({ sender, reason, count }) => `${reason} ${sender} ${count}`)
    .toSorted()

test('is not let in without its secret, nor with the secret of another one, nor once it has ended', async () => {
  const other = await newBridge()
  await expect(signIn({ ...bridge, secret: 'guessed' })).rejects.toThrow(/not authorized/i)
  await expect(signIn({ ...bridge, secret: other.secret })).rejects.toThrow(/not authorized/i)
  await expect(signIn(bridge, { username: bridge.id })).rejects.toThrow(/not authorized/i)
  const closed = new Promise((resolve) => client.once('close', () => resolve(true)))
  await records.db.transaction((tx) => endBridge(tx, bridge.id, new Date()))
  await closed
  await expect(signIn(bridge)).rejects.toThrow(/not authorized/i)
})

test('publishes for every device of the installation, and hears nothing', async () => {
  await Promise.all([publish(idOf(0), 1), publish(idOf(1), 2)])
  expect([await stored(0), await stored(1)]).toEqual([[1], [2]])
  await client.subscribeAsync('taffrail/#').then(
    (granted) => expect(granted.map(({ qos }) => qos)).toEqual([128]),
    () => undefined,
  )
})

test('is acknowledged for what no device of ours sent, which is listed and holds up nothing', async () => {
  const unpaired = await createDevice(records.db, {})
  await Promise.all([
    publish('nobody', 1),
    publish('nobody', 2),
    publish(unpaired.id, 3),
    client.publishAsync('$SYS/broker/connection/harbour/state', '1', { qos: 1 }),
    publish(idOf(0), 4),
  ])
  expect(await stored(0)).toContain(4)
  await expect
    .poll(() => refusedOf(bridge), { timeout: 10_000 })
    .toEqual([
      `not_paired ${unpaired.id} 1`,
      'unknown_device nobody 2',
      'unknown_topic $SYS/broker/connection/harbour/state 1',
    ])
})

test('lists a hundred refused senders, and all others together', async () => {
  await Promise.all(Array.from({ length: 150 }, (_, i) => publish(`stranger-${i}`, i)))
  await expect.poll(async () => (await refusedOf(bridge))?.length, { timeout: 10_000 }).toBe(101)
  expect(await refusedOf(bridge)).toContain('unknown_device  50')
  await publish('stranger-200', 1)
  await publish('stranger-0', 1)
  await expect
    .poll(() => refusedOf(bridge), { timeout: 10_000 })
    .toEqual(expect.arrayContaining(['unknown_device  51', 'unknown_device stranger-0 2']))
})

test('keeps what cannot be stored, and sends it again', async () => {
  failures = 1
  const closed = new Promise((resolve) => client.once('close', () => resolve(true)))
  void publish(idOf(1), 5).catch(() => undefined)
  await closed
  expect(await stored(1)).not.toContain(5)
  await publish(idOf(1), 5, await signIn(bridge))
  expect(await stored(1)).toContain(5)
})

test('brings what a device measured before it was unpaired', async () => {
  const unpairedAt = new Date(startUs / 1000 + 20_000)
  await records.db.transaction((tx) => endPairing(tx, boats[1]?.vesselId ?? '', unpairedAt))
  bus.publish({ type: 'device.changed', deviceId: idOf(1) })
  await publish(idOf(1), 19)
  await publish(idOf(1), 21)
  expect(await stored(1)).toContain(19)
  expect(await stored(1)).not.toContain(21)
})
