import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import websocket from '@fastify/websocket'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { Problem } from '#contract/wire/errors.ts'
import { encoderFor, FORMATS } from '#protocols/formats.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { BusEventOf } from '#server/platform/events.ts'
import { noticesOf } from '#server/records/deviceNotices.ts'
import { createDevice } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { beginPairing, endPairing, pairByCode } from '#server/records/pairings.ts'
import { listRejections, saveRejections } from '#server/records/rejections.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { devices, pairings, rejections, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { startScript } from '#server/testing/testProgram.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { FLEET } from '#simulator/fleet.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import { ALWAYS_BUSY } from '#simulator/timetable.ts'
import { importLog } from './importLog.ts'
import { MAX_JSON_BYTES, MAX_MESSAGE_BYTES } from './intake.ts'
import { run } from './readLogWorker.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const recordings = process.env.RECORDINGS ?? '../shared/data'
let records: Records
let store: Telemetry & { close(): Promise<void> }
let gateway: Gateway
let app: FastifyInstance
let url: string
let organizationId: string
let departmentId: string
let vessel: { id: string; number: number }
let device: { id: string; secret: string }
/** Delays every append while a test blocks the store. */
let held: Promise<void> = Promise.resolve()
const bus = inProcessBus(() => undefined)
const appended: BusEventOf<'readings.appended'>[] = []
const open: MqttClient[] = []

beforeAll(async () => {
  records = await testRecords()
  store = await testTelemetry()
  const telemetry: Telemetry = { ...store, append: (batch) => held.then(() => store.append(batch)) }
  gateway = await startGateway({
    config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 },
    db: records.db,
    telemetry,
    bus,
    log: silentLog,
    clock: systemClock,
  })
  bus.subscribe('readings.appended', (event) => appended.push(event))
  app = Fastify({ bodyLimit: 1024 })
  await app.register(websocket)
  app.setErrorHandler((error, _request, reply) => {
    const problem = error instanceof Problem ? error : new Problem('internal')
    return reply.status(problem.status).send({ code: problem.code, message: problem.message })
  })
  gateway.httpRoutes(app, async (vesselId) => ({
    mode: 'auto',
    speed: vesselId.length,
    reason: 'safety',
    eco: null,
  }))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  const owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
  organizationId = owner.organizationId
  departmentId = owner.departmentId
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.endAsync(true)))
  await app.close()
  await gateway.close()
  await records.close()
  await store.close()
})

beforeEach(async () => {
  held = Promise.resolve()
  const [row] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Hafdís' })
    .returning()
  vessel = { id: row?.id ?? '', number: row?.number ?? 0 }
  device = await createDevice(records.db, { vesselId: vessel.id })
})

const startUs = (Math.floor(Date.now() / 1000) - 3600) * 1_000_000
const sog = (atS: number, value: number | null) =>
  ({ timeUs: startUs + atS * 1_000_000, key: 'sog', instance: 0, value }) as const
const message = (...scalars: ReturnType<typeof sog>[]) => Buffer.from(encoderFor('readings')({ scalars }))
const stored = async () =>
  (await store.series.samples({ vesselNumber: vessel.number, fromUs: 0, toUs: startUs + 7200e6 }, 'sog', 0))
    .value

/** Rejects when the connection closes before it is open, which the library itself waits out. */
async function mqtt(
  given: { id: string; secret: string } = device,
  options: object = {},
  address = `mqtt://127.0.0.1:${gateway.mqttPort}`,
) {
  const client = connect(address, {
    username: given.id,
    password: given.secret,
    clientId: given.id,
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...options,
  })
  open.push(client)
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.on('error', reject)
    client.once('close', () => reject(new Error('Connection closed')))
  })
  return client
}

/** Kinds of rejections noted for a device, with or without a vessel. */
const refusalsOf = (deviceId: string) => async () => {
  const rows = await records.db.select().from(rejections).where(eq(rejections.deviceId, deviceId))
  return [...new Set(rows.map(({ reason }) => reason))].toSorted()
}

const pair = (deviceId: string, vesselId: string, now = new Date()) =>
  records.db.transaction((tx) => beginPairing(tx, { deviceId, vesselId, now }))
const unpair = (vesselId: string, now = new Date()) =>
  records.db.transaction((tx) => endPairing(tx, vesselId, now))

const bearer = ({ id, secret }: { id: string; secret: string }) => ({
  authorization: `Bearer ${id}.${secret}`,
})

const post = (body: Buffer | string, headers: Record<string, string> = {}, given = device) =>
  fetch(`${url}/gateway/batches`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: {
      ...bearer(given),
      'content-type': 'application/json',
      ...headers,
    },
  })

/** Outcome of a message: acknowledged, or the connection closed. */
const outcome = (client: MqttClient, topic: string, payload = message(sog(0, 1))) =>
  new Promise<string>((resolve) => {
    client.once('close', () => resolve('closed'))
    client.publish(topic, payload, { qos: 1 }, (error) => resolve(error ? 'closed' : 'acknowledged'))
  })

const subscription = (client: MqttClient, topic: string) =>
  client.subscribeAsync(topic, { qos: 1 }).then(
    () => 'granted',
    () => 'refused',
  )

describe('a device without the right', () => {
  test('rejects a device with a wrong secret', async () => {
    await expect(mqtt({ ...device, secret: 'wrong' })).rejects.toThrow(/Not authorized|Bad username/i)
    expect((await post(message(sog(0, 1)), {}, { ...device, secret: 'wrong' })).status).toBe(401)
    expect((await post(message(sog(0, 1)), { authorization: '' })).status).toBe(401)
    const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway/signalk`)
    expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(1008)
  })

  test('refuses a device that publishes as another device', async () => {
    const other = await createDevice(records.db, {})
    for (const topic of [
      `taffrail/${device.id}/\0`,
      `taffrail/${device.id}/imu\0`,
      `taffrail/${other.id}/readings`,
      `taffrail/${device.id}/readings/x`,
      'taffrail/x',
      '$SYS/x',
    ]) {
      expect(await outcome(await mqtt(), topic), topic).toBe('closed')
    }
    expect(await outcome(await mqtt(), `taffrail/${device.id}/readings`)).toBe('acknowledged')
    expect(await stored()).toEqual([1])
  })

  test('refuses a device that subscribes to another device’s topics or the broker’s', async () => {
    const other = await createDevice(records.db, {})
    const client = await mqtt()
    for (const topic of ['#', '+/+/+', '$SYS/#', '$share/a/#', `taffrail/${other.id}/#`]) {
      expect(await subscription(client, topic), topic).toBe('refused')
    }
    expect(await subscription(client, `taffrail/${device.id}/status`)).toBe('granted')
  })

  test('keeps another device’s connection when the client ids are equal', async () => {
    const other = await createDevice(records.db, {})
    const client = await mqtt(other, { clientId: 'logger' })
    await mqtt(device, { clientId: 'logger' })
    expect(await subscription(client, `taffrail/${other.id}/status`)).toBe('granted')
  })

  test('closes the connection of a device that announces a packet of any length', async () => {
    const client = await mqtt()
    expect(await outcome(client, `taffrail/${device.id}/imu`, Buffer.alloc(2 * MAX_JSON_BYTES))).toBe(
      'closed',
    )
    const stranger = createConnection(gateway.mqttPort ?? 0, '127.0.0.1')
    stranger.on('error', () => undefined)
    // The first byte of CONNECT, and a length of 256 MB.
    stranger.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    stranger.write(Buffer.alloc(64 * 1024))
    await new Promise((resolve) => stranger.once('close', resolve))
  })

  test('publishes no last will to another device, nor one that pretends to be the broker', async () => {
    const other = await createDevice(records.db, {})
    const received: string[] = []
    const watching = await mqtt()
    watching.on('message', (_topic, payload) => received.push(payload.toString()))
    await watching.subscribeAsync(`taffrail/${device.id}/#`, { qos: 1 })
    for (const topic of [`taffrail/${device.id}/readings`, `taffrail/${device.id}/status`]) {
      const client = await mqtt(other, { will: { topic, payload: message(sog(0, 9)), qos: 1, retain: true } })
      const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
      client.stream.destroy()
      await closed
    }
    const again = await mqtt()
    again.on('message', (_topic, payload) => received.push(payload.toString()))
    await again.subscribeAsync(`taffrail/${device.id}/#`, { qos: 1 })
    expect(await outcome(again, `taffrail/${device.id}/readings`, message(sog(1, 1)))).toBe('acknowledged')
    expect(await stored()).toEqual([1])
    await expect.poll(() => received.length).toBeGreaterThan(1)
    expect(
      received.filter((text) => !('paired' in JSON.parse(text)) && !('vessel' in JSON.parse(text))),
    ).toEqual([])
  })

  test('ends a connection with an empty or a huge topic, with a second CONNECT or of MQTT 5', async () => {
    const raw = {
      'an empty topic': Buffer.from([0x32, 4, 0, 0, 0, 1]),
      'a second CONNECT': Buffer.from([0x10, 12, 0, 4, ...Buffer.from('MQTT'), 4, 2, 0, 60, 0, 0]),
    }
    for (const [what, packet] of Object.entries(raw)) {
      const client = await mqtt()
      const closed = new Promise((resolve) => client.once('close', () => resolve(what)))
      client.stream.write(packet)
      expect(await closed).toBe(what)
    }
    expect(await outcome(await mqtt(), `taffrail/${device.id}/${'x'.repeat(65_000)}`)).toBe('closed')
    await expect(mqtt(device, { protocolVersion: 5 })).rejects.toThrow(/Unsupported Protocol Version/)
    expect(await outcome(await mqtt(), `taffrail/${device.id}/readings`)).toBe('acknowledged')
  })

  test('reports to an unpaired device that it is not paired, and stores its data once it is', async () => {
    const fresh = await createDevice(records.db, {})
    expect(await (await post(message(sog(0, 1)), {}, fresh)).json()).toMatchObject({ code: 'not_paired' })
    const client = await mqtt(fresh, { reconnectPeriod: 100 })
    const received: unknown[] = []
    client.on('message', (_topic, payload) => received.push(JSON.parse(payload.toString()).paired))
    client.subscribe(`taffrail/${fresh.id}/status`)
    let acknowledged = false
    const published = client
      .publishAsync(`taffrail/${fresh.id}/readings`, message(sog(0, 7)), { qos: 1 })
      .then(() => {
        acknowledged = true
      })
    await expect.poll(() => received, { timeout: 5000 }).toEqual([false])
    // The connection is of use meanwhile.
    expect(await subscription(client, `taffrail/${fresh.id}/#`)).toBe('granted')
    expect(acknowledged).toBe(false)
    expect(await stored()).toEqual([])
    await unpair(vessel.id)
    await pair(fresh.id, vessel.id)
    await published
    expect(await stored()).toEqual([7])
    await expect.poll(() => received, { timeout: 5000 }).toContain(true)
  })

  test('disconnects a device within five seconds when it loses its vessel or its secret', async () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway/signalk`, { headers: bearer(device) })
    await once(socket, 'open')
    const client = await mqtt()
    const ends = [once(socket, 'close'), new Promise((resolve) => client.once('close', () => resolve(true)))]
    await unpair(vessel.id)
    await Promise.all(ends)
    expect((await post(message(sog(0, 1)))).status).toBe(403)
    await records.db.update(devices).set({ revokedAt: new Date() }).where(eq(devices.id, device.id))
    await expect.poll(async () => (await post(message(sog(0, 1)))).status, { timeout: 5000 }).toBe(401)
    await expect(mqtt()).rejects.toThrow(/not authorized/i)
    expect(await stored()).toEqual([])
  })
})

test('notes that a device tried MQTT 5, and that nobody else did', async () => {
  for (const given of [device, { ...device, secret: 'wrong' }])
    await expect(mqtt(given, { protocolVersion: 5 })).rejects.toThrow(/Unsupported Protocol Version/)
  await expect
    .poll(() => noticesOf(records.db, [device.id]), { timeout: 5000 })
    .toMatchObject([{ kind: 'mqtt5_refused', count: 1, vesselId: vessel.id }])
})

describe('OwnTracks over MQTT', () => {
  const location = (s: number) => ({
    _type: 'location',
    lat: 64.1,
    lon: -21.9,
    tst: startUs / 1e6 + s,
    vel: 18,
  })
  const publish = (client: MqttClient, body: object | string, topic = 'owntracks/jane/phone') =>
    outcome(client, topic, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

  test('stores positions of a device with its id, and of a phone with its key, under any names', async () => {
    expect(await publish(await mqtt(), location(0))).toBe('acknowledged')
    await unpair(vessel.id)
    const phone = await createDevice(records.db, { kind: 'phone', vesselId: vessel.id })
    const client = await mqtt({ id: 'jane', secret: phone.secret })
    expect(await subscription(client, 'owntracks/jane/phone/cmd')).toBe('granted')
    expect(await publish(client, location(1))).toBe('acknowledged')
    expect(await publish(client, { _type: 'lwt', tst: 1 })).toBe('acknowledged')
    expect(await publish(client, { _type: 'waypoint' }, 'owntracks/jane/phone/waypoint')).toBe('acknowledged')
    expect(await publish(client, '{"_type":')).toBe('acknowledged')
    expect(await stored()).toEqual([5, 5])
    await expect.poll(refusalsOf(phone.id), { timeout: 5000 }).toEqual(['malformed', 'unknown_format'])
  })

  test('refuses a wrong key, and ends no connection of the device whose name a phone uses', async () => {
    await expect(mqtt({ id: 'jane', secret: '0'.repeat(32) })).rejects.toThrow(/not authorized/i)
    const other = await mqtt(device, { clientId: 'phone' })
    const [row] = await records.db
      .insert(vessels)
      .values({ organizationId, departmentId, name: 'Sæbjörg' })
      .returning()
    const phone = await createDevice(records.db, { kind: 'phone', vesselId: row?.id ?? '' })
    await mqtt({ id: device.id, secret: phone.secret }, { clientId: 'phone' })
    expect(await outcome(other, `taffrail/${device.id}/readings`)).toBe('acknowledged')
  })

  test('does not acknowledge encrypted messages, and lists them by name', async () => {
    const client = await mqtt()
    let isAcknowledged = false
    client.publish('owntracks/a/b', JSON.stringify({ _type: 'encrypted', data: 'x' }), { qos: 1 }, () => {
      isAcknowledged = true
    })
    expect(await publish(client, location(0))).toBe('acknowledged')
    expect(isAcknowledged).toBe(false)
    await expect.poll(refusalsOf(device.id), { timeout: 5000 }).toEqual(['malformed'])
  })
})

test('stores late data for the former boat, and rejects data measured between two pairings', async () => {
  const old = vessel
  const [row] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Sæbjörg' })
    .returning()
  vessel = { id: row?.id ?? '', number: row?.number ?? 0 }
  await records.db
    .update(pairings)
    .set({ pairedAt: new Date(startUs / 1000) })
    .where(eq(pairings.deviceId, device.id))
  await unpair(old.id, new Date(startUs / 1000 + 10_000))
  await pair(device.id, vessel.id, new Date(startUs / 1000 + 20_000))
  bus.publish({ type: 'device.changed', deviceId: device.id })
  const client = await mqtt()
  const late = message(sog(5, 5), sog(15, 15), sog(25, 25))
  expect(await outcome(client, `taffrail/${device.id}/readings`, late)).toBe('acknowledged')
  expect(await stored()).toEqual([25])
  vessel = old
  expect(await stored()).toEqual([5])
  await expect.poll(refusalsOf(device.id), { timeout: 6000 }).toEqual(['not_paired'])
})

test('applies a pairing and its end at once', async () => {
  const client = await mqtt()
  const closed = new Promise((resolve) => client.once('close', () => resolve(true)))
  expect((await post(message(sog(0, 1)))).status).toBe(200)
  await unpair(vessel.id)
  bus.publish({ type: 'device.changed', deviceId: device.id })
  await closed
  expect((await post(message(sog(0, 1)))).status).toBe(403)
  await pair(device.id, vessel.id)
  bus.publish({ type: 'device.changed', deviceId: device.id })
  expect((await post(message(sog(0, 1)))).status).toBe(200)
})

describe('registration', () => {
  const register = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/gateway/register`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const answerOf = async (answer: Response) =>
    (await answer.json()) as { id: string; secret?: string; paired: boolean; pairing_code?: string }

  test('answers nothing about a device without its secret, and issues no id twice', async () => {
    expect((await register({}, bearer({ id: device.id, secret: 'wrong' }))).status).toBe(401)
    expect((await register({ id: device.id })).status).toBe(409)
    for (const id of ['../../etc', 'imei-356307042441013', 'nmea-127-0-0-1'])
      expect((await register({ id })).status, id).toBe(400)
  })

  test('registers a device that a code pairs with a vessel', async () => {
    const { id, secret = '', pairing_code: code = '' } = await answerOf(await register({}))
    const fresh = { id, secret }
    expect((await post(message(sog(0, 1)), {}, fresh)).status).toBe(403)
    const renewed = await answerOf(await register({}, bearer(fresh)))
    expect(renewed).toMatchObject({ id, paired: false })
    expect(renewed.secret).toBeUndefined()
    await unpair(vessel.id)
    const pairShown = (shown = '') =>
      records.db.transaction((tx) => pairByCode(tx, { code: shown, vesselId: vessel.id, now: new Date() }))
    expect(await pairShown(code)).toBeNull()
    expect(await pairShown(renewed.pairing_code)).toMatchObject({ deviceId: id })
    await expect
      .poll(async () => (await post(message(sog(0, 1)), {}, fresh)).status, { timeout: 5000 })
      .toBe(200)
    expect(await answerOf(await register({}, bearer(fresh)))).toEqual({
      id,
      paired: true,
      mqtt_port: gateway.mqttPort,
    })
  })
})

const registerAgain = () =>
  fetch(`${url}/gateway/register`, {
    ...{ method: 'POST', body: '{}' },
    headers: { 'content-type': 'application/json', ...bearer(device) },
  })

test('refuses an unpaired device until it registers again, and assigns its queue by times', async () => {
  const past = { ...vessel }
  const client = await mqtt()
  const closed = new Promise((resolve) => client.once('close', () => resolve(true)))
  await unpair(past.id)
  bus.publish({ type: 'device.changed', deviceId: device.id })
  await closed
  await expect(mqtt()).rejects.toMatchObject({ code: 5, message: expect.stringMatching(/not authorized/i) })
  await expect(mqtt(device, {}, `${url.replace('http', 'ws')}/gateway/mqtt`)).rejects.toMatchObject({
    code: 5,
  })
  expect(await (await registerAgain()).json()).toMatchObject({ paired: false })

  // The device keeps a message of the time before, and delivers it once it is on another vessel.
  const queue = await mqtt(device, { reconnectPeriod: 100 })
  const published = queue.publishAsync(`taffrail/${device.id}/readings`, message(sog(5, 5)), { qos: 1 })
  const [row] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Sæbjörg' })
    .returning()
  await pair(device.id, row?.id ?? '')
  bus.publish({ type: 'device.changed', deviceId: device.id })
  await published
  expect(await stored()).toEqual([5])
})

test('shows a new code on the small device soon after it was unpaired, while it sends', async () => {
  // A boat at her berth may report no SOG for minutes.
  const isUnderWay = (boat: (typeof FLEET)[number]) =>
    pretendBoat(boat, ALWAYS_BUSY).trackAt(Math.floor(Date.now() / 1000)) !== null
  const program = startScript('device', ['--server', url, '--boat', FLEET.find(isUnderWay)?.name ?? ''])
  try {
    const codes = () => [...program.output().matchAll(/pairing code (\w{8})/g)].map(([, code]) => code ?? '')
    const pairShown = async (vesselId: string) => {
      const code = codes().at(-1) ?? ''
      const paired = await records.db.transaction((tx) => pairByCode(tx, { code, vesselId, now: new Date() }))
      bus.publish({ type: 'device.changed', deviceId: paired?.deviceId ?? '' })
    }
    await program.prints(/pairing code/)
    await unpair(vessel.id)
    await pairShown(vessel.id)
    await program.prints(/^paired$/m)
    await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBeGreaterThan(0)
    const deviceId = await unpair(vessel.id)
    bus.publish({ type: 'device.changed', deviceId: deviceId ?? '' })
    await program.prints(/^not paired any more$/m)
    await expect.poll(codes, { timeout: 10_000 }).toHaveLength(2)
    await pairShown(vessel.id)
    await program.prints(/^paired$[\s\S]*^paired$/m)
  } finally {
    await program.kill()
  }
}, 60_000)

test('sends a device only its status when it registered after it left its vessel', async () => {
  await unpair(vessel.id)
  bus.publish({ type: 'device.changed', deviceId: device.id })
  const renewed = await registerAgain()
  const client = await mqtt()
  const received: unknown[] = []
  client.on('message', (_topic, payload) => received.push(JSON.parse(payload.toString()).paired))
  let isAcknowledged = false
  client
    .publishAsync(`taffrail/${device.id}/readings`, message(sog(0, 1)), { qos: 1 })
    .then(() => {
      isAcknowledged = true
    })
    .catch(() => undefined)
  expect(await subscription(client, `taffrail/${device.id}/status`)).toBe('granted')
  await expect.poll(() => received, { timeout: 5000 }).toEqual([false])
  expect((await post(message(sog(0, 1)))).status).toBe(403)
  expect(isAcknowledged).toBe(false)
  const code = expect.stringMatching(/^[0-9A-Z]{8}$/)
  expect(await renewed.json()).toMatchObject({ id: device.id, paired: false, pairing_code: code })
  expect(await stored()).toEqual([])
})

describe('MQTT over WebSocket', () => {
  const overSocket = (given = device, options = {}) =>
    mqtt(given, options, `${url.replace('http', 'ws')}/gateway/mqtt`)

  test('rejects a wrong secret, and the topic of another device', async () => {
    await expect(overSocket({ ...device, secret: 'wrong' })).rejects.toThrow(/Not authorized|Bad username/i)
    const other = await createDevice(records.db, {})
    expect(await outcome(await overSocket(other), `taffrail/${device.id}/readings`)).toBe('closed')
  })

  test('refuses foreign topics and a packet of any length', async () => {
    const other = await createDevice(records.db, {})
    const client = await overSocket()
    for (const topic of ['#', '+/+/+', '$SYS/#', '$share/a/#', `taffrail/${other.id}/#`])
      expect(await subscription(client, topic), topic).toBe('refused')
    // The first byte of CONNECT and a length of 256 MB.
    const stranger = new WebSocket(`${url.replace('http', 'ws')}/gateway/mqtt`, 'mqtt')
    await once(stranger, 'open')
    stranger.send(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    await once(stranger, 'close')
    expect(await outcome(client, `taffrail/${device.id}/readings`, message(sog(9, 4)))).toBe('acknowledged')
  })

  test('acknowledges stored messages, and refuses one that is too large', async () => {
    const client = await overSocket()
    expect(await outcome(client, `taffrail/${device.id}/readings`, message(sog(9, 4)))).toBe('acknowledged')
    expect(await stored()).toEqual([4])
    const large = Buffer.alloc(MAX_JSON_BYTES, ' ')
    expect(await outcome(client, `taffrail/${device.id}/readings`, large)).toBe('acknowledged')
    const larger = Buffer.alloc(MAX_JSON_BYTES + 2000, ' ')
    expect(await outcome(client, `taffrail/${device.id}/readings`, larger)).toBe('closed')
  })
})

describe('MQTT', () => {
  test('acknowledges only what is stored', async () => {
    let release: () => void = () => undefined
    held = new Promise((resolve) => {
      release = resolve
    })
    const client = await mqtt()
    let acknowledged = false
    const published = client
      .publishAsync(`taffrail/${device.id}/readings`, message(sog(0, 5)), { qos: 1 })
      .then(() => {
        acknowledged = true
      })
    // An answer to a ping comes after whatever was acknowledged before it, so a hasty acknowledgement would be here.
    await post(Buffer.from('{}'))
    await client.subscribeAsync(`taffrail/${device.id}/status`)
    expect(acknowledged).toBe(false)
    release()
    await published
    expect((await stored())[0]).toBeCloseTo(5, 3)
  })

  test('sets poison messages aside with a reason and does not request them again', async () => {
    const client = await mqtt()
    const poison = {
      readings: '{"samples":[[[[',
      motion: Buffer.alloc(50, 255),
      signalk: '{"__proto__":{"x":1}}',
      nmea0183: '$GPRMC,nonsense*00',
      shell: 'rm -rf /',
    }
    for (const [format, payload] of Object.entries(poison))
      await client.publishAsync(`taffrail/${device.id}/${format}`, payload, { qos: 1 })
    const ahead = { ...sog(0, 3), timeUs: (Date.now() + 300_000) * 1000 }
    const unset = { ...sog(0, 3), timeUs: 1e6 }
    await client.publishAsync(`taffrail/${device.id}/readings`, message(ahead, unset, sog(0, 3)), { qos: 1 })
    await expect
      .poll(refusalsOf(device.id), { timeout: 6000 })
      .toEqual(['checksum', 'future_time', 'malformed', 'no_time', 'unknown_format'])
    expect(client.connected).toBe(true)
    expect(await stored()).toEqual([3])
    const scope = { organizationId, departmentIds: null }
    const { data } = await listRejections(records.db, scope, { skip: 0, limit: 100 })
    expect(data.filter(({ deviceId }) => deviceId === device.id).length).toBeGreaterThanOrEqual(5)
    const elsewhere = { organizationId: randomUUID(), departmentIds: null }
    expect(await listRejections(records.db, elsewhere, { skip: 0, limit: 100 })).toEqual({
      data: [],
      total: 0,
    })
  })

  test('notes what was rejected, whatever characters the reason quotes', async () => {
    const source = { deviceId: device.id, vesselId: vessel.id, count: 1 }
    await saveRejections(records.db, [
      { ...source, reason: 'malformed', detail: 'a\0b\u001b[31m' },
      { ...source, reason: 'checksum', detail: 'line' },
    ])
    expect(await refusalsOf(device.id)()).toEqual(['checksum', 'malformed'])
  })

  test('survives any bytes in every format', async () => {
    const client = await mqtt()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORMATS),
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
        ),
        async (format, bytes) => {
          await client.publishAsync(`taffrail/${device.id}/${format}`, Buffer.from(bytes), { qos: 1 })
          expect(Object.keys({})).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
    expect(client.connected).toBe(true)
  })

  test('accepts every quality of service', async () => {
    const client = await mqtt()
    for (const qos of [0, 1, 2] as const)
      await client.publishAsync(`taffrail/${device.id}/readings`, message(sog(qos, qos)), { qos })
    await expect.poll(stored).toEqual([0, 1, 2])
  })

  test('leaves a message with its device while the store fails', async () => {
    held = Promise.reject(new Error('no space left on device'))
    held.catch(() => undefined)
    const client = await mqtt(device, { reconnectPeriod: 100 })
    const published = client.publishAsync(`taffrail/${device.id}/readings`, message(sog(0, 4)), { qos: 1 })
    const answer = await post(message(sog(1, 4)))
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
    held = Promise.resolve()
    await published
    expect(await stored()).toEqual([4])
  })

  test('stores motion as packed columns and publishes it on the bus', async () => {
    // Sample 500 lies on the end of the ten seconds, which an interval includes.
    const column = Int16Array.from({ length: 600 }, (_, i) => i)
    const block = {
      sensor: 1,
      startUs,
      intervalUs: 20_000,
      forceX: column,
      forceY: column,
      forceZ: column,
      roll: column,
      pitch: column,
      yaw: column,
    }
    const client = await mqtt()
    await client.publishAsync(
      `taffrail/${device.id}/imu`,
      Buffer.from(encoderFor('imu')({ motion: [block] })),
      {
        qos: 1,
      },
    )
    const [motion] = await store.motion.bySensor([
      { vesselNumber: vessel.number, fromUs: startUs, toUs: startUs + 10e6 },
    ])
    expect(motion?.timeUs).toEqual(Float64Array.from({ length: 501 }, (_, i) => startUs + i * 20_000))
    expect(
      appended
        .flatMap(({ intervals }) => intervals)
        .find(({ vesselNumber }) => vesselNumber === vessel.number)?.motion,
    ).toEqual([{ fromUs: startUs, toUs: startUs + 599 * 20_000 }])
  })
})

test('sends settings of the vessel to the device, retained, and removes them when it leaves', async () => {
  const settings = (answer: { vessel?: { name: string }; guidance_mode?: string } | null) =>
    answer && [answer.vessel?.name, answer.guidance_mode]
  const client = await mqtt()
  const received: unknown[] = []
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/settings')) received.push(settings(JSON.parse(payload.toString() || 'null')))
  })
  await client.subscribeAsync(`taffrail/${device.id}/settings`, { qos: 1 })
  await expect.poll(() => received.at(-1), { timeout: 5000 }).toEqual(['Hafdís', 'auto'])
  await records.db.update(vessels).set({ guidanceMode: 'eco' }).where(eq(vessels.id, vessel.id))
  bus.publish({ type: 'vessel.changed', vesselId: vessel.id, organizationId, departmentId })
  await expect.poll(() => received.at(-1), { timeout: 5000 }).toEqual(['Hafdís', 'eco'])
  await records.db.update(vessels).set({ name: 'Hafdís II' }).where(eq(vessels.id, vessel.id))
  bus.publish({ type: 'organization.changed', organizationId })
  await expect.poll(() => received.at(-1), { timeout: 5000 }).toEqual(['Hafdís II', 'eco'])
  const ask = () => fetch(`${url}/gateway/settings`, { headers: bearer(device) })
  const asked = (await (await ask()).json()) as {
    vessel: { name: string }
    guidance_mode: string
    guidance: unknown
  }
  expect(settings(asked)).toEqual(['Hafdís II', 'eco'])
  expect(asked.guidance).toMatchObject({ speed: vessel.id.length, reason: 'safety' })
  await unpair(vessel.id)
  bus.publish({ type: 'device.changed', deviceId: device.id })
  expect((await ask()).status).toBe(403)
  expect((await fetch(`${url}/gateway/settings`)).status).toBe(401)
})

test('keeps the newest report of a program on board, of a paired device alone', async () => {
  const amount = { records: 2, bytes: 90, from: 1, to: 2 }
  const classes = { now: amount, later: amount, on_demand: amount }
  const report = {
    ...{ software: 'taffrail-aboard 1.0.0', clock_offset: -20, clock_origin: 'gnss' },
    ...{ waiting: classes, dropped: classes, damaged: 0, refused: { out_of_range: 3 }, link_rate: null },
    ...{ disk_used_bytes: 270, disk_limit_bytes: 2e9, disk_free_bytes: null, disk_error: null },
    ...{ battery: 0.5, load: 0.1, memory_bytes: 5e7, uptime_s: 60 },
    sources: [{ name: 'tcp://192.168.4.1:10110', connected: true, silent_s: 0, error: null }],
  }
  const send = (body: unknown, headers: Record<string, string> = bearer(device)) =>
    fetch(`${url}/gateway/health`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const stored = async () =>
    (await records.db.select().from(devices).where(eq(devices.id, device.id)))[0]?.health?.report
  expect((await send(report, {})).status).toBe(401)
  expect((await send({ ...report, battery: 7 })).status).toBe(400)
  expect((await send({ ...report, software: 'x'.repeat(100) })).status).toBe(400)
  expect(await stored()).toBeUndefined()
  expect((await send(report)).status).toBe(200)
  expect((await send({ ...report, battery: 0.4, unknown: 1 })).status).toBe(200)
  expect(await stored()).toEqual({ ...report, battery: 0.4 })
  await unpair(vessel.id)
  bus.publish({ type: 'device.changed', deviceId: device.id })
  expect((await send(report)).status).toBe(403)
})

describe('HTTP batches', () => {
  test('stores the good readings of a batch and reports the others', async () => {
    const ahead = { ...sog(0, 3), timeUs: (Date.now() + 300_000) * 1000 }
    const answer = await post(message(sog(0, 3), sog(1, 900), ahead, sog(2, null)))
    expect(answer.status).toBe(200)
    const { accepted, rejected } = (await answer.json()) as {
      accepted: number
      rejected: { reason: string }[]
    }
    expect(accepted).toBeGreaterThanOrEqual(2)
    expect(rejected.map(({ reason }) => reason).toSorted()).toEqual(['future_time', 'out_of_range'])
    const values = await stored()
    expect(values[0]).toBeCloseTo(3, 3)
    expect(values.slice(1).every((value) => value === null)).toBe(true)
  })

  test('leaves one notice of a device with an impossible clock, however many batches come', async () => {
    const ahead = { ...sog(0, 3), timeUs: (Date.now() + 300_000) * 1000 }
    for (let i = 0; i < 3; i++) await post(message(ahead))
    const notices = () => noticesOf(records.db, [device.id])
    await expect
      .poll(notices, { timeout: 10_000 })
      .toMatchObject([{ vesselId: vessel.id, kind: 'clock_invalid', count: 3, value: null }])
  })

  test('dates batches of a receiver with rolled-over weeks by today, and reports it', async () => {
    const weeksUs = 1024 * 7 * 86_400e6
    const behind = { ...sog(0, 3), timeUs: startUs - weeksUs }
    const answer = await post(message(behind, { ...behind, timeUs: behind.timeUs - 30 * 86_400e6 }))
    expect(await answer.json()).toMatchObject({ accepted: 1, rejected: [{ reason: 'no_time', count: 1 }] })
    expect(await stored()).toHaveLength(1)
    await expect
      .poll(async () => (await noticesOf(records.db, [device.id])).map(({ kind }) => kind).sort(), {
        timeout: 10_000,
      })
      .toEqual(['gps_date_refused', 'gps_week_corrected'])
  })

  test('rejects a batch without any list of readings as a whole', async () => {
    for (const body of ['{"sog": 5}', '[]', 'sog,5', '']) {
      const answer = await post(Buffer.from(body))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        code: 'invalid',
        message: 'Readings are JSON with `samples`, `tables` or `fixes`.',
      })
    }
    expect((await post(Buffer.from('{"tables": []}'))).status).toBe(200)
  })

  test('stores a batch once when it is sent three times', async () => {
    const batch = gzipSync(message(...Array.from({ length: 50 }, (_, i) => sog(i, i / 10))))
    await Promise.all([1, 2, 3].map(() => post(batch, { 'content-encoding': 'gzip' })))
    expect(await stored()).toHaveLength(50)
  })

  test('refuses a zip bomb, an unknown encoding and a torn body', async () => {
    const bomb = await post(gzipSync(Buffer.alloc(MAX_MESSAGE_BYTES + 1)), { 'content-encoding': 'gzip' })
    expect(bomb.status).toBe(413)
    expect((await post(message(sog(0, 1)), { 'content-type': 'text/html' })).status).toBe(400)
    expect((await post(message(sog(0, 1)), { 'content-encoding': 'br' })).status).toBe(400)
    expect(
      (await post(gzipSync(message(sog(0, 1))).subarray(0, 20), { 'content-encoding': 'gzip' })).status,
    ).toBe(400)
  })
})

test('stores nothing of a batch that is cut anywhere, and all of it when it comes again', async () => {
  const body = message(...Array.from({ length: 2000 }, (_, atS) => sog(atS, 3)))
  const { hostname, port } = new URL(url)
  const send = (bytes: Uint8Array) =>
    new Promise<void>((resolve) => {
      const socket = createConnection(Number(port), hostname)
      const { authorization } = bearer(device)
      socket.write(
        `POST /gateway/batches HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
      socket.once('close', () => resolve())
      socket.on('error', () => undefined)
      socket.write(bytes, () => socket.resetAndDestroy())
    })
  const places = Array.from({ length: 100 }, (_, percent) => Math.floor((body.length * percent) / 100))
  for (const place of places) await send(body.subarray(0, place))
  expect(await stored()).toEqual([])
  expect((await post(body)).status).toBe(200)
  expect(await stored()).toHaveLength(2000)
})

test('answers 400 or sets aside for any batch, and pollutes no prototype', async () => {
  const bodies = [
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"samples":[]}',
    `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
    '{"samples":[{"t":1e308,"key":"sog","value":1e308},{"t":null,"key":"__proto__","value":1}]}',
    '{"tables":[{"columns":["sog","sog"],"rows":[[1,2],[1,2,3],"x",null]}],"fixes":[null,{"lat":1e9,"lon":"x"}]}',
    `{"samples":[],${Array.from({ length: 90_000 }, (_, n) => `"k${n}":0`).join()}}`,
    '',
    '\0',
  ]
  for (const body of bodies) {
    for (const format of FORMATS) {
      const answer = await fetch(`${url}/gateway/batches?format=${format}`, {
        method: 'POST',
        body,
        headers: { ...bearer(device), 'content-type': 'application/octet-stream' },
      })
      expect([200, 400, 413], `${format} ${body.slice(0, 30)}`).toContain(answer.status)
    }
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(await stored()).toEqual([])
})

/** Part B of type 24 gives the ship type of 271041815: passenger ship. */
const PASSENGERS = '!AIVDM,1,1,,A,H42O55lti4hhhilD3nink000?050,0*40\r\n'

test.each(['nmea0183', 'n2k', 'signalk'] as const)(
  'shows a ship received over %s as a target of the vessel',
  async (format) => {
    const timeUs = startUs + 60_000_000
    const place = { latitudeDeg: 64.25, longitudeDeg: -22.5 }
    const report = { ...place, timeUs, mmsi: 271_041_815, name: 'PROGUY', sogMps: 5, cogRad: 1 }
    const fix = { ...place, timeUs, hdop: 1, valid: true }
    const encoded = encoderFor(format)({ fixes: [fix], scalars: [sog(60, 3)], ais: [report] })
    const body = Buffer.concat([encoded, Buffer.from(format === 'nmea0183' ? PASSENGERS : '')])
    const answer = await fetch(`${url}/gateway/batches?format=${format}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { ...bearer(device), 'content-type': 'application/octet-stream' },
    })
    expect(answer.status).toBe(200)
    const since = { placedUs: startUs, namedUs: startUs }
    const [target] = await store.positions.targets([vessel.number], since, 10)
    expect(target).toMatchObject({ mmsi: 271_041_815, name: 'PROGUY', vesselNumber: vessel.number })
    expect(target?.latitudeDeg).toBeCloseTo(64.25, 3)
    expect(target?.sogMps).toBeCloseTo(5, 1)
    expect(target?.shipType).toBe(format === 'nmea0183' ? 60 : null)
    expect(await store.positions.targets([vessel.number + 1000], since, 10)).toEqual([])
  },
)

test('acknowledges Signal K deltas in order once they are stored', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway/signalk`, {
    headers: bearer(device),
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const acknowledged = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      if (JSON.parse(data.toString()).ack === 3) resolve()
    })
  })
  for (const atS of [0, 1, 2])
    socket.send(Buffer.from(encoderFor('signalk')({ scalars: [sog(atS, 2)] })).toString())
  await acknowledged
  expect(await stored()).toHaveLength(3)
  socket.close()
})

test('keeps the identity of a Signal K connection, whatever a message says', async () => {
  const [row] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Sæbjörg' })
    .returning()
  const other = { ...(await createDevice(records.db, { vesselId: row?.id ?? '' })), number: row?.number ?? 0 }
  const token = `${other.id}.${other.secret}`
  const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway/signalk`, { headers: bearer(device) })
  await once(socket, 'open')
  const received: unknown[] = []
  socket.on('message', (data) => received.push(JSON.parse(data.toString())))
  const text = Buffer.from(encoderFor('signalk')({ scalars: [sog(0, 2)] })).toString()
  const deltas: object[] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  for (const message of [
    { requestId: '1', login: { username: other.id, password: other.secret } },
    { requestId: '2', accessRequest: { clientId: other.id, description: 'x' } },
    { context: '*', subscribe: [{ path: '*' }, { path: '(a+)+$' }] },
    ...deltas.map((delta) => ({ ...delta, token, login: { username: other.id, password: other.secret } })),
  ])
    socket.send(JSON.stringify(message))
  await expect.poll(() => received.at(-1)).toEqual({ ack: 3 + deltas.length })
  expect(await stored()).toEqual([2])
  const range = { vesselNumber: other.number, fromUs: 0, toUs: startUs + 7200e6 }
  expect((await store.series.samples(range, 'sog', 0)).value).toHaveLength(0)
  for (const answer of received) expect(Object.keys(answer as object)).toEqual(['ack'])
  socket.close()
})

test('reports to an unpaired Signal K server that it is not paired, and closes the connection once it is', async () => {
  const fresh = await createDevice(records.db, {})
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/gateway/signalk?token=${fresh.id}.${fresh.secret}`,
  )
  const received: unknown[] = []
  socket.on('message', (data) => received.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  socket.send(Buffer.from(encoderFor('signalk')({ scalars: [sog(0, 2)] })).toString())
  await expect.poll(refusalsOf(fresh.id), { timeout: 6000 }).toEqual(['not_paired'])
  await unpair(vessel.id)
  await pair(fresh.id, vessel.id)
  const [code] = await once(socket, 'close')
  expect(code).toBe(1012)
  expect(received).toMatchObject([{ paired: false }])
  expect(await stored()).toEqual([])
})

describe('import', () => {
  const own = join(import.meta.dirname, '../../recordings/skuggi.candump.gz')
  test('stores a recording under its true times, though no device is on the vessel', async () => {
    await unpair(vessel.id)
    const progress = await importLog(gateway.intake, run, vessel, own, () => undefined)
    expect(progress.accepted).toBeGreaterThan(5000)
    expect(progress.rejected).toEqual([])
    const fromUs = Date.UTC(2026, 8, 4, 8, 30, 10) * 1000
    expect([progress.fromUs, progress.toUs]).toEqual([fromUs, fromUs + 539_000_000])
  })

  const file = join(recordings, 'n2k-canboat/furuno-130842-accel.raw.gz')
  test.skipIf(!existsSync(file))('stores a recording of a real boat under its true times', async () => {
    const progress = await importLog(gateway.intake, run, vessel, file, () => undefined)
    expect(progress.accepted).toBeGreaterThan(5000)
    const [movement] = await store.positions.movement([
      { vesselNumber: vessel.number, fromUs: 0, toUs: Date.now() * 1000 },
    ])
    expect(Math.max(...(movement?.sogMps.filter((value) => value >= 0) ?? [])) / 0.514444).toBeCloseTo(8.6, 0)
  })

  test('reports an unknown format for a picture', async () => {
    const { rejected } = await importLog(gateway.intake, run, vessel, 'LICENSE', () => undefined)
    expect(rejected).toMatchObject([{ reason: 'unknown_format' }])
  })
})
