/**
 * Poison in all formats over every way in, beside boats that send good data: nothing crashes, and their data is complete.
 * `npm run tool soak fuzz MINUTES SEED` sends it for minutes.
 */
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import websocket from '@fastify/websocket'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { connect, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { HOUR_S, MINUTE_MS } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { encoderFor, FORMATS, type Format } from '#protocols/formats.ts'
import { anyReadings } from '#protocols/readings.arbitrary.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type Processing, startProcessing } from '#server/processing/loop/startProcessing.ts'
import { createDevice } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { type Gateway, startGateway } from './gateway/startGateway.ts'
import { testRecords } from './testing/testStores.ts'
import { testTelemetry } from './testing/testTelemetry.ts'

const MINUTES = Number(process.env.FUZZ_MINUTES ?? 0)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
/** Rounds of the suite; a soak goes on until its time is over. */
const ROUNDS = 6
const POISONS = 60
const GOOD_BOATS = 2
const HOSTILE_BOATS = 4

let records: Records
let telemetry: Awaited<ReturnType<typeof testTelemetry>>
let gateway: Gateway
let processing: Processing
let app: FastifyInstance
let url: string
const logged: string[] = []
const note = (message: string, fields?: Record<string, unknown>) => {
  const error = fields?.error instanceof Error ? fields.error.stack : fields?.error
  logged.push(`${message} ${JSON.stringify({ ...fields, error })}`)
}
const log: Log = { info: () => undefined, warn: () => undefined, error: note }

interface Boat {
  id: string
  secret: string
  number: number
}
let good: Boat[]
let hostile: Boat[]
const open: MqttClient[] = []

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const { db } = records
  const bus = inProcessBus((error) => note('a listener failed', { error }))
  const place = await db.transaction((tx) => insertOrganization(tx, { name: 'Fuzz' }))
  const boat = async (name: string): Promise<Boat> => {
    const [vessel] = await db
      .insert(vessels)
      .values({ ...place, name })
      .returning()
    if (!vessel) throw new Error('the vessel was not inserted')
    return { ...(await createDevice(db, { vesselId: vessel.id })), number: vessel.number }
  }
  good = await Promise.all(Array.from({ length: GOOD_BOATS }, (_, n) => boat(`Good ${n}`)))
  hostile = await Promise.all(Array.from({ length: HOSTILE_BOATS }, (_, n) => boat(`Hostile ${n}`)))
  processing = await startProcessing({ db, telemetry, bus, log, clock: systemClock })
  gateway = await startGateway({
    ...{ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, db, telemetry, bus, log, clock: systemClock },
  })
  app = Fastify()
  await app.register(websocket)
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const problem = error instanceof Problem ? error : null
    if (!problem && !error.statusCode) note('a call failed', { error })
    return reply.code(problem?.status ?? error.statusCode ?? 500).send({ code: problem?.code })
  })
  gateway.httpRoutes(app, async () => ({ mode: 'auto', speed: 1, reason: 'safety', eco: null }))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  await processing.idle()
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.endAsync(true)))
  await app.close()
  await gateway.close()
  await processing.close()
  await records.close()
  await telemetry.close()
})

const NUMBERS = [
  '1e308',
  '-1e308',
  '1e999',
  'NaN',
  '-0',
  '0',
  '18446744073709551616',
  '1e-320',
  '"1"',
  'null',
]
const TEXTS = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"context":"__proto__","updates":[{"values":[{"path":"__proto__.polluted","value":1}]}]}',
  '{"updates":[{"$source":"constructor","timestamp":"+275760-09-13T00:00:00.001Z","values":null}]}',
  '$GPRMC,,A,9999.99,N,99999.99,W,9e9,9e9,999999,,*00\r\n',
  '!AIVDM,99999999,1,1,A,w,9*00\r\n',
  'TFR1',
  '',
  '\0',
]

/** Bytes that nobody should send: noise, good messages that were damaged, and good ones with impossible numbers. */
const poison = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 8 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...TEXTS).map((text) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('[', '{"a":', '<a>', '('), fc.integer({ min: 1, max: 100_000 }))
      .map(([part, times]) => Buffer.from(part.repeat(times))),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({
        readings: anyReadings,
        as: fc.constantFrom(...FORMATS),
        damage: fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { maxLength: 4 }),
        number: fc.option(fc.tuple(fc.nat(30), fc.constantFrom(...NUMBERS))),
        end: fc.option(fc.nat(1000)),
        times: fc.integer({ min: 1, max: 3 }),
      })
      .map(({ readings, as, damage, number, end, times }) => {
        let text = Buffer.from(encoderFor(as)(readings)).toString('latin1')
        if (number) {
          let at = 0
          text = text.replace(/-?\d+(\.\d+)?/g, (found) => (at++ === number[0] ? number[1] : found))
        }
        const bytes = Buffer.from(text.repeat(times), 'latin1')
        for (const [place, byte] of damage) if (bytes.length > 0) bytes[place % bytes.length] = byte
        return bytes.subarray(0, end ?? bytes.length)
      }),
  },
)
const message = fc.record({
  bytes: poison,
  format: fc.constantFrom(...FORMATS),
  boat: fc.nat(HOSTILE_BOATS - 1),
  way: fc.constantFrom('mqtt', 'mqtt over socket', 'batch', 'packed batch', 'signalk', 'noise'),
})
type Hostile = typeof message extends fc.Arbitrary<infer One> ? One : never

const bearer = ({ id, secret }: Boat) => ({ authorization: `Bearer ${id}.${secret}` })

/** Batches that were sent twice because their connection broke off. */
let repeated = 0

const clients = new Map<string, Promise<MqttClient>>()
/** A connection that is kept until the server ends it. */
function mqtt(boat: Boat, isOverSocket: boolean): Promise<MqttClient> {
  const key = `${boat.id} ${isOverSocket}`
  const known = clients.get(key)
  if (known) return known
  const address = isOverSocket
    ? `${url.replace('http', 'ws')}/gateway/mqtt`
    : `mqtt://127.0.0.1:${gateway.mqttPort}`
  const client = connect(address, {
    ...{ username: boat.id, password: boat.secret, clientId: key, protocolVersion: 4, reconnectPeriod: 0 },
  })
  open.push(client)
  client.on('error', () => undefined)
  client.setMaxListeners(POISONS)
  client.once('close', () => clients.delete(key))
  const connected = new Promise<MqttClient>((resolve, reject) => {
    client.once('connect', () => resolve(client))
    client.once('close', () => reject(new Error('the connection was refused')))
  })
  clients.set(key, connected)
  return connected
}

/** Resolves once the message is acknowledged, refused, or its connection ended. */
const WAYS: Readonly<
  Record<Hostile['way'], (boat: Boat, format: Format, bytes: Buffer) => Promise<unknown>>
> = {
  mqtt: (boat, format, bytes) => publish(boat, format, bytes, false),
  'mqtt over socket': (boat, format, bytes) => publish(boat, format, bytes, true),
  batch: (boat, format, bytes) => post(boat, format, bytes),
  'packed batch': (boat, format, bytes) =>
    post(boat, format, gzipSync(bytes), { 'content-encoding': 'gzip' }),
  async signalk(boat, _format, bytes) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway/signalk`, { headers: bearer(boat) })
    socket.on('error', () => undefined)
    await once(socket, 'open')
    const answered = Promise.race([once(socket, 'message'), once(socket, 'close')])
    socket.send(bytes)
    await answered
    socket.terminate()
  },
  async noise(_boat, _format, bytes) {
    for (const port of [gateway.mqttPort ?? 0, Number(new URL(url).port)]) {
      const socket = createConnection(port, '127.0.0.1')
      socket.on('error', () => undefined)
      const closed = once(socket, 'close')
      socket.write(bytes, () => socket.resetAndDestroy())
      await closed
    }
  },
}

async function publish(boat: Boat, format: Format, bytes: Buffer, isOverSocket: boolean) {
  // A busy machine may take longer to sign a boat in than the broker waits.
  const client = await mqtt(boat, isOverSocket).catch(() => null)
  if (!client) return
  await new Promise<void>((resolve) => {
    const end = () => {
      client.off('close', end)
      resolve()
    }
    client.on('close', end)
    client.publish(`taffrail/${boat.id}/${format}`, bytes, { qos: 1 }, end)
  })
}

async function post(boat: Boat, format: Format, bytes: Buffer, headers: Record<string, string> = {}) {
  const send = () =>
    fetch(`${url}/gateway/batches?format=${format}`, {
      method: 'POST',
      headers: { ...bearer(boat), 'content-type': 'application/octet-stream', ...headers },
      body: new Uint8Array(bytes),
    })
  // A device sends again what has no answer: a connection that was kept may just have been closed.
  const answer = await send().catch(() => {
    repeated++
    return send()
  })
  await answer.arrayBuffer()
  expect([200, 400, 413]).toContain(answer.status)
}

test('keeps the data of other boats complete beside poison in every format and over every way', {
  timeout: Math.max(90_000, (MINUTES + 5) * MINUTE_MS),
}, async () => {
  const startUs = (Math.floor(Date.now() / 1000) - 20 * HOUR_S) * 1_000_000
  const endMs = Date.now() + MINUTES * MINUTE_MS
  const stalls = monitorEventLoopDelay({ resolution: 5 })
  stalls.enable()
  let [round, sent] = [0, 0]
  for (; round < ROUNDS || Date.now() < endMs; round++) {
    const poisons = fc.sample(message, { numRuns: POISONS, seed: SEED * 1_000_003 + round })
    const atUs = startUs + round * 1_000_000
    const reading = { scalars: [{ timeUs: atUs, key: 'sog' as const, instance: 0, value: round % 20 }] }
    const bytes = Buffer.from(encoderFor('readings')(reading))
    await Promise.all([
      ...good.map((boat) => post(boat, 'readings', bytes)),
      ...poisons.map(({ boat, way, format, bytes }) =>
        WAYS[way](hostile[boat] as Boat, format, Buffer.from(bytes)),
      ),
    ])
    sent += poisons.length
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(logged, `round ${round}`).toEqual([])
  }
  if (MINUTES > 0)
    process.stderr.write(
      `seed ${SEED}: ${sent} poisons in ${round} rounds, ${repeated} batches sent again, longest pause ${Math.round(stalls.max / 1e6)} ms, ${Math.round(process.memoryUsage().rss / 1e6)} MB\n`,
    )
  await processing.idle()
  const range = { fromUs: startUs, toUs: startUs + round * 1_000_000 }
  for (const { number } of good) {
    const { value } = await telemetry.series.samples({ vesselNumber: number, ...range }, 'sog', 0)
    expect(Array.from(value)).toEqual(Array.from({ length: round }, (_, n) => n % 20))
  }
  expect(logged).toEqual([])
})
