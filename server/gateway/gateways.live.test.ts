/** Boats that publish through nginx to gateways, all of which are killed and started again while they do. */
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encoderFor } from '#protocols/formats.ts'
import { natsBus, type SharedBus } from '#server/cluster/natsBus.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { listOf } from '#server/platform/networks.ts'
import { addressId, createDevice, takeUpDevice } from '#server/records/devices.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { departments, organizations, pairings, vessels } from '#server/stores/relational/schema.ts'
import { freePort } from '#server/testing/debianServer.ts'
import { connectThrough } from '#server/testing/mqttBoats.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { hasMqttBalancer, startMqttBalancer } from '#server/testing/testProxy.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const INSTALLATION = { id: 'harbour', database: 'first' }
const BOATS = 6
/** Interval between messages of a boat. The client sends again one message after the other, each within half a second. */
const EVERY_MS = 500
/**
 * Longest life of a connection after the device has signed in elsewhere, ms. It took 15 ms at most while ten programs
 * kept two cores busy.
 */
const WITHIN_MS = 1000
const SOON = { timeout: 60_000, interval: 100 }
const isThere = hasMqttBalancer()
const startUs = (Math.floor(Date.now() / 1000) - 86_400) * 1_000_000
const nats = isThere ? await startTestNats() : null
const buses: (Bus | SharedBus)[] = []

let records: Records
let store: TestTelemetry
let balancer: Awaited<ReturnType<typeof startMqttBalancer>>
const ports: number[] = []
/** Port for NMEA 0183 of the first gateway. */
let nmeaPort = 0
const gateways: (Gateway | null)[] = [null, null]
const boats: { number: number; client: MqttClient; id: string; acknowledged: number }[] = []
let departmentId = ''
let organizationId = ''

async function start(i: number) {
  gateways[i] = await startGateway({
    config: {
      ...{ MQTT_HOST: '127.0.0.1', MQTT_PORT: ports[i] ?? 0, brokerProxies: listOf(['127.0.0.0/8']) },
      ...(i === 0 && { NMEA_PORT: nmeaPort, unauthenticatedNetworks: listOf(['127.0.1.0/24']) }),
    },
    ...{ db: records.db, telemetry: store, clock: systemClock, log: silentLog },
    bus: buses[i] ?? inProcessBus(() => undefined),
  })
}
async function stop(i: number) {
  await gateways[i]?.close()
  gateways[i] = null
}

/** Sends a message until it is acknowledged, as a device with storage does. */
async function deliver(boat: (typeof boats)[number], message: Buffer): Promise<void> {
  for (;;) {
    try {
      await boat.client.publishAsync(`taffrail/${boat.id}/readings`, message, { qos: 1 })
      boat.acknowledged++
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
const connections = () => gateways.map((gateway) => gateway?.counts().mqttConnections ?? 0)

async function vesselNamed(name: string) {
  const [vessel] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name })
    .returning({ id: vessels.id, number: vessels.number })
  return vessel ?? { id: '', number: 0 }
}
async function addBoat(name: string) {
  const { id: vesselId, number } = await vesselNamed(name)
  return { number, ...(await createDevice(records.db, { vesselId })) }
}

beforeAll(async () => {
  if (!isThere) return
  ;[records, store] = [await testRecords(), await testTelemetry()]
  const { db } = records
  for (const i of [0, 1])
    buses[i] = nats
      ? natsBus({ url: nats.url, log: silentLog, clock: systemClock, installation: INSTALLATION })
      : inProcessBus(() => undefined)
  ports.push(await freePort(), await freePort())
  nmeaPort = await freePort()
  balancer = await startMqttBalancer(ports, { nmea: nmeaPort })
  const [organization] = await db.insert(organizations).values({ name: 'Fleet' }).returning()
  organizationId = organization?.id ?? ''
  const [department] = await db.insert(departments).values({ organizationId, name: 'All' }).returning()
  departmentId = department?.id ?? ''
  for (let i = 0; i < BOATS; i++) {
    const { number, ...device } = await addBoat(`Boat ${i}`)
    const client = connectThrough(balancer.port, device, `127.0.0.${10 + i}`)
    boats.push({ number, client, id: device.id, acknowledged: 0 })
  }
})
afterAll(async () => {
  if (!isThere) return
  await Promise.all(boats.map(({ client }) => client.endAsync(true)))
  for (const i of [0, 1]) await stop(i)
  for (const bus of buses) if ('close' in bus) await bus.close()
  await nats?.stop()
  await balancer.close()
  await records.close()
  await store.close()
})

test.skipIf(!isThere)(
  'boats lose nothing, whatever becomes of gateways and load balancer',
  {
    timeout: 240_000,
  },
  async () => {
    let isSailing = true
    const sent: Promise<unknown>[] = []
    let second = 0
    const sailing = (async () => {
      for (; isSailing; second++) {
        const message = encoderFor('readings')({
          scalars: [{ timeUs: startUs + second * 1e6, key: 'sog', instance: 0, value: 1 }],
        })
        for (const boat of boats) sent.push(deliver(boat, Buffer.from(message)))
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      }
    })()
    /** Resolves once every boat has been acknowledged some more messages. */
    const goesOn = async () => {
      const from = boats.map(({ acknowledged }) => acknowledged)
      const isOn = () => boats.every(({ acknowledged }, i) => acknowledged > (from[i] ?? 0) + 3)
      await expect.poll(isOn, SOON).toBe(true)
    }
    // No gateway is up when the boats begin.
    await expect.poll(() => second, SOON).toBeGreaterThan(5)
    expect(boats.map(({ acknowledged }) => acknowledged)).toEqual(boats.map(() => 0))
    await start(0)
    await goesOn()
    expect(connections()).toEqual([BOATS, 0])
    await start(1)
    await stop(0)
    await goesOn()
    expect(connections()[1]).toBe(BOATS)
    await start(0)
    await balancer.kill()
    await balancer.start()
    await goesOn()
    await Promise.all([stop(0), stop(1)])
    await expect.poll(() => connections(), SOON).toEqual([0, 0])
    await Promise.all([start(0), start(1)])
    await goesOn()
    isSailing = false
    await sailing
    await Promise.all(sent)
    for (const { number } of boats) {
      const { timeUs } = await store.series.samples(
        { vesselNumber: number, fromUs: 0, toUs: startUs + second * 1e6 },
        'sog',
        0,
      )
      expect(timeUs.length).toBe(second)
    }
  },
)

test.skipIf(!isThere)('a source of NMEA 0183 keeps its address behind nginx', async () => {
  if (!gateways[0]) await start(0)
  const { id: vesselId, number } = await vesselNamed('Boat with a multiplexer')
  for (const address of ['127.0.1.7', '127.0.2.7']) {
    const id = addressId(address)
    await records.db.transaction((tx) => takeUpDevice(tx, { id, kind: 'nmea' }))
  }
  await records.db
    .insert(pairings)
    .values({ deviceId: addressId('127.0.1.7'), vesselId, pairedAt: new Date() })
  const connectFrom = (localAddress: string) =>
    connectSocket({ host: '127.0.0.1', port: balancer.nmeaPort, localAddress }).on('error', () => undefined)
  const stranger = connectFrom('127.0.2.7')
  stranger.write('$HEHDT,90.0,T*16\r\n')
  await once(stranger, 'close')
  const source = connectFrom('127.0.1.7')
  source.write('$HEHDT,90.0,T*16\r\n')
  const whole = { vesselNumber: number, fromUs: 0, toUs: (Date.now() + 60_000) * 1000 }
  await expect.poll(async () => (await store.series.samples(whole, 'heading', 0)).value.length, SOON).toBe(1)
  source.destroy()
})

test.skipIf(!nats)(
  'a device loses its older connection within a second, and later when NATS was away as it signed in',
  { timeout: 120_000 },
  async () => {
    const device = await addBoat('Boat of two modems')
    const open: MqttClient[] = []
    /** Connects to one of the gateways, with the header of a load balancer. */
    const signIn = async (gateway: number) => {
      const client = new MqttClient(
        () => {
          const socket = connectSocket({ host: '127.0.0.1', port: ports[gateway] ?? 0 })
          socket.write('PROXY TCP4 127.0.0.9 127.0.0.1 4000 1883\r\n')
          return socket
        },
        {
          ...{ username: device.id, password: device.secret, protocolVersion: 4 },
          ...{ reconnectPeriod: 0, keepalive: 600 },
        },
      )
      open.push(client)
      await new Promise((resolve) => client.once('connect', resolve))
      return client
    }
    /** Resolves with the moment at which a connection ends. */
    const endOf = (client: MqttClient) =>
      new Promise<number>((resolve) => client.once('close', () => resolve(performance.now())))
    const isOpen = () => open.map(({ connected }) => connected)
    const isNatsThere = () => buses.every((bus) => 'isConnected' in bus && bus.isConnected)
    for (const i of [0, 1]) if (!gateways[i]) await start(i)
    await expect.poll(isNatsThere, SOON).toBe(true)
    let newest = await signIn(0)
    for (const gateway of [1, 0, 1, 0, 1]) {
      const ended = endOf(newest)
      newest = await signIn(gateway)
      const sinceMs = performance.now()
      expect((await ended) - sinceMs).toBeLessThan(WITHIN_MS)
    }
    expect(isOpen()).toEqual([false, false, false, false, false, true])
    // News of an earlier sign-in that arrives late ends nothing.
    const signedInMs = systemClock.nowMs() - 60_000
    const late = { type: 'device.connected', deviceId: device.id, gateway: 'another' } as const
    buses[1]?.publish({ ...late, forMs: 0, signedInMs })
    await open.at(-1)?.publishAsync(`taffrail/${device.id}/readings`, '{}', { qos: 1 })
    expect(isOpen().at(-1)).toBe(true)
    await nats?.stop()
    await expect.poll(isNatsThere, SOON).toBe(false)
    await signIn(0)
    expect(isOpen().slice(-2)).toEqual([true, true])
    await nats?.start()
    await expect.poll(() => isOpen().slice(-2), SOON).toEqual([false, true])
    await Promise.all(open.map((client) => client.endAsync(true)))
  },
)
