/**
 * Damaged and absurd messages of phones, trackers and sources of NMEA 0183, through the real ports. Each report is stored or listed
 * as refused, and a message for which neither holds is never acknowledged.
 */
import { createConnection, type Socket } from 'node:net'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { imeiHello, teltonikaPacket } from '#protocols/phones/teltonika.arbitrary.ts'
import { crc16 } from '#protocols/phones/teltonika.ts'
import { openHttp } from '#server/api/openHttp.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { listOf } from '#server/platform/networks.ts'
import { createDevice, trackerId } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { rejections, vessels } from '#server/stores/relational/schema.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

const SEED = 38
const SOON = { timeout: 15_000, interval: 100 }
const startMs = Math.floor(Date.now() / 1000) * 1000 - 12 * HOUR_MS

let records: Records
let store: TestTelemetry
let gateway: Gateway
let app: FastifyInstance
let url: string
let owner: { organizationId: string; departmentId: string }
const errors: string[] = []
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, fields) => errors.push(`${message} ${fields?.error}`),
}

beforeAll(async () => {
  records = await testRecords()
  store = await testTelemetry()
  gateway = await startGateway({
    config: {
      ...{ MQTT_HOST: '127.0.0.1', MQTT_PORT: 0, TELTONIKA_PORT: 0, NMEA_PORT: 0 },
      unauthenticatedNetworks: listOf(['127.0.0.0/8']),
    },
    ...{ db: records.db, telemetry: store, log, clock: systemClock, bus: inProcessBus(() => undefined) },
  })
  app = await openHttp({ log, publicUrl: 'http://localhost', counts: null })
  await app.register(async (scope) => gateway.httpRoutes(scope, async () => null))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Fleet' }))
})
afterAll(async () => {
  await app.close()
  await gateway.close()
  await records.close()
  await store.close()
})
beforeEach(() => errors.splice(0))

interface Sender {
  id: string
  secret: string
  vesselNumber: number
}
let made = 0
/** A device with a vessel of its own, so that what is stored and listed of it is known. */
async function newSender(kind: 'device' | 'phone' | 'tracker'): Promise<Sender & { imei: string }> {
  const imei = `${356_307_000_000_000 + made++}`
  const [row] = await records.db
    .insert(vessels)
    .values({ ...owner, name: `Boat ${made}` })
    .returning()
  const { id, secret } = await createDevice(records.db, {
    kind,
    vesselId: row?.id ?? '',
    ...(kind === 'tracker' && { id: trackerId(imei) }),
  })
  return { id, secret, vesselNumber: row?.number ?? 0, imei }
}
interface Kept {
  stored: number
  listed: number
}
/** Numbers of stored positions and of reports listed as refused, of each sender. */
async function keptOf(senders: readonly Sender[]): Promise<Kept[]> {
  const rows = await store.columns.rows<{ vessel: number; fixes: number }>(
    'SELECT vessel, toUInt32(count()) AS fixes FROM telemetry.fixes FINAL GROUP BY vessel',
  )
  const stored = new Map(rows.map(({ vessel, fixes }) => [vessel, fixes]))
  const refused = Map.groupBy(await records.db.select().from(rejections), ({ deviceId }) => deviceId)
  return senders.map(({ id, vesselNumber }) => ({
    stored: stored.get(vesselNumber) ?? 0,
    listed: refused.get(id)?.reduce((sum, { count }) => sum + count, 0) ?? 0,
  }))
}
/**
 * Waits until at least so many reports of each sender are stored or listed, because refusals are written every two
 * seconds, and returns their numbers.
 */
async function expectKept(of: readonly { sender: Sender; fewest: number; what: string }[]): Promise<Kept[]> {
  const senders = of.map(({ sender }) => sender)
  const missing = async () => {
    const kept = await keptOf(senders)
    return of.filter(({ fewest }, i) => (kept[i]?.stored ?? 0) + (kept[i]?.listed ?? 0) < fewest)
  }
  await expect.poll(missing, SOON).toEqual([])
  return keptOf(senders)
}

const atMs = (n: number) => startMs + n * 1000
/** Bytes that are changed, cut, or filled with a number that no device measures. */
const damage = fc.record({
  flips: fc.array(fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 3 }),
  end: fc.option(fc.nat(2000), { freq: 2 }),
})
type Damage = typeof damage extends fc.Arbitrary<infer One> ? One : never
function damaged(bytes: Uint8Array, { flips, end }: Damage): Buffer {
  const copy = Buffer.from(bytes)
  for (const [place, bits] of flips) {
    const at = place % copy.length
    copy[at] = (copy[at] ?? 0) ^ bits
  }
  return copy.subarray(0, end === null ? copy.length : end % copy.length)
}

const APPS = {
  owntracks: (n: number) => ({ _type: 'location', lat: 64.1, lon: -21.9, tst: atMs(n) / 1000, vel: 18 }),
  overland: (n: number) => ({
    locations: [0, 1, 2].map((i) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-21.9, 64.1] },
      properties: { timestamp: new Date(atMs(n * 3 + i)).toISOString(), speed: 5 },
    })),
  }),
  traccar: (n: number) => ({
    location: [0, 1].map((i) => ({
      timestamp: new Date(atMs(n * 2 + i)).toISOString(),
      coords: { latitude: 64.1, longitude: -21.9, speed: 5 },
    })),
    device_id: '1',
  }),
  form: (n: number) => `id=1&lat=64.1&lon=-21.9&timestamp=${atMs(n) / 1000}&speed=9`,
} as const
const NUMBERS = [
  '1e308',
  '1e999',
  'NaN',
  '-1',
  '18446744073709551616',
  '1e-320',
  'null',
  '""',
  '[]',
  '{}',
  '91',
]

/** Reports in a body, at least: one in a form, and in JSON as many as its list has. */
function reportsIn(text: string): number {
  try {
    const { locations, location } = JSON.parse(text)
    const list = locations ?? location
    return Array.isArray(list) ? list.length : 1
  } catch {
    return 1
  }
}

async function post(sender: Sender, body: Uint8Array | string): Promise<number> {
  const answer = await fetch(`${url}/gateway/phone/${sender.secret}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
  })
  await answer.arrayBuffer()
  return answer.status
}

test('a phone is answered with success for no report that is neither stored nor listed', {
  timeout: 120_000,
}, async () => {
  const cases = fc.sample(
    fc.record({
      name: fc.constantFrom('owntracks', 'overland', 'traccar', 'form'),
      how: fc.constantFrom('whole', 'damaged', 'number', 'noise'),
      damage,
      number: fc.tuple(fc.nat(8), fc.constantFrom(...NUMBERS)),
      noise: fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
      ),
    }),
    { numRuns: 160, seed: SEED },
  )
  const good = await newSender('phone')
  const sent = await Promise.all(
    cases.map(async (one, n) => {
      const sender = await newSender('phone')
      const made = APPS[one.name as keyof typeof APPS](n)
      let body: Buffer = Buffer.from(typeof made === 'string' ? made : JSON.stringify(made))
      const whole = reportsIn(body.toString())
      if (one.how === 'damaged') body = damaged(body, one.damage)
      if (one.how === 'noise') body = Buffer.from(one.noise)
      let at = 0
      if (one.how === 'number')
        body = Buffer.from(
          body
            .toString()
            .replaceAll(/-?\d+(\.\d+)?/g, (found) => (at++ === one.number[0] ? one.number[1] : found)),
        )
      const status = await post(sender, body)
      return { sender, status, body, whole: one.how === 'whole' ? whole : null }
    }),
  )
  expect(await post(good, APPS.form(1))).toBe(200)
  const all = sent.map(({ sender, status, body, whole }) => ({
    ...{ sender, status, whole, fewest: status === 200 ? reportsIn(body.toString()) : 1 },
    what: `${status} for ${body.toString('latin1').slice(0, 300)}`,
  }))
  const [ofGood, ...kept] = await expectKept([
    { sender: good, fewest: 1, what: 'the phone beside them' },
    ...all,
  ])
  expect(ofGood).toEqual({ stored: 1, listed: 0 })
  for (const [i, { status, whole, what }] of all.entries()) {
    expect([200, 400], what).toContain(status)
    if (status !== 200) expect(kept[i]?.stored, what).toBe(0)
    if (whole !== null) expect([status, kept[i]?.stored], what).toEqual([200, whole])
  }
  expect(errors).toEqual([])
})

test('a huge body of a phone is refused, and slow ones delay no other phone', {
  timeout: 60_000,
}, async () => {
  const [sender, good] = [await newSender('phone'), await newSender('phone')]
  const port = Number(new URL(url).port)
  const slow = Array.from({ length: 100 }, () => {
    const socket = createConnection(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`POST /gateway/phone/${sender.secret} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{`)
    return socket
  })
  const huge = await post(sender, Buffer.alloc(32 * 1024 * 1024, '[')).catch(() => 413)
  expect(huge).toBe(413)
  expect(await post(good, APPS.form(1))).toBe(200)
  for (const socket of slow) socket.destroy()
  expect(await keptOf([good, sender])).toEqual([
    { stored: 1, listed: 0 },
    { stored: 0, listed: 0 },
  ])
  expect(errors).toEqual([])
})

/** Bytes that a port answered until it or this side ended the connection. */
async function talk(port: number | null, chunks: readonly Uint8Array[]): Promise<Buffer> {
  const socket: Socket = createConnection({ port: port ?? 0, host: '127.0.0.1', noDelay: true })
  const answers: Buffer[] = []
  socket.on('data', (chunk) => answers.push(chunk)).on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const chunk of chunks) {
    if (socket.destroyed) break
    socket.write(chunk)
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.end()
  await closed
  return Buffer.concat(answers)
}
const inChunks = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))

const record = (timeMs: number) => ({
  ...{ timeMs, latitudeDeg: 64.1, longitudeDeg: -21.9, speedKmh: 18, courseDeg: 90, satellites: 9 },
  values: { 66: 12_600 },
})
/** The packet with a right checksum. */
function sealed(packet: Uint8Array): Uint8Array {
  const copy = Buffer.from(packet)
  if (copy.length < 13) return copy
  copy.writeUInt32BE(crc16(copy.subarray(8, -4)), copy.length - 4)
  return copy
}
/** Sum of the numbers of records that a tracker was told are safe, after the answer to its hello. */
function acknowledged(answers: Buffer): number {
  let sum = 0
  for (let at = 1; at + 4 <= answers.length; at += 4) sum += answers.readUInt32BE(at)
  return sum
}

test('a tracker is told of no record that is neither stored nor listed', { timeout: 120_000 }, async () => {
  const cases = fc.sample(
    fc.record({
      count: fc.integer({ min: 1, max: 6 }),
      isExtended: fc.boolean(),
      how: fc.constantFrom('whole', 'damaged', 'resealed', 'noise', 'counts', 'far apart'),
      damage,
      absurd: fc.nat(255),
      noise: fc.uint8Array({ minLength: 12, maxLength: 400 }),
      size: fc.constantFrom(1, 7, 100, 4000),
    }),
    { numRuns: 160, seed: SEED },
  )
  const good = await newSender('tracker')
  const results = await Promise.all(
    cases.map(async (one, n) => {
      const sender = await newSender('tracker')
      const first = one.how === 'far apart' ? [0, 4_102_444_800_000, 2 ** 52] : []
      const times = [...first, ...Array.from({ length: one.count }, (_, i) => atMs(n * 6 + i))]
      let packet = teltonikaPacket(times.map(record), one.isExtended)
      if (one.how === 'damaged') packet = damaged(packet, one.damage)
      if (one.how === 'resealed') packet = sealed(damaged(packet, { ...one.damage, end: null }))
      if (one.how === 'noise') packet = one.noise
      if (one.how === 'counts') {
        packet[9] = one.absurd
        packet = sealed(packet)
      }
      const answers = await talk(gateway.teltonikaPort, [
        imeiHello(sender.imei),
        ...inChunks(packet, one.size),
      ])
      return {
        sender,
        answers,
        times,
        what: `${one.how} ${Buffer.from(packet).toString('hex')}`,
        how: one.how,
      }
    }),
  )
  const answers = await talk(gateway.teltonikaPort, [
    imeiHello(good.imei),
    teltonikaPacket([record(atMs(1))]),
  ])
  expect(answers.toString('hex')).toBe('0100000001')
  const all = results.map(({ answers, how, ...one }) => ({
    ...{ ...one, how, told: acknowledged(answers), hello: answers[0] },
    // Bytes that end the connection are listed too.
    fewest: Math.max(acknowledged(answers), how === 'noise' ? 1 : 0),
  }))
  const kept = await expectKept(all)
  for (const [i, { hello, told, times, what, how }] of all.entries()) {
    expect(hello, what).toBe(1)
    const safe = [told, kept[i]?.stored]
    if (how === 'whole') expect(safe, what).toEqual([times.length, times.length])
    if (how === 'far apart') expect(safe, what).toEqual([times.length, times.length - 3])
  }
  expect(errors).toEqual([])
})

test('a packet of a tracker that is cut at any byte is not acknowledged', { timeout: 60_000 }, async () => {
  const sender = await newSender('tracker')
  const packet = teltonikaPacket([record(atMs(0)), record(atMs(1))], true)
  for (let end = 0; end < packet.length; end++) {
    const answers = await talk(gateway.teltonikaPort, [imeiHello(sender.imei), packet.subarray(0, end)])
    expect(answers.toString('hex'), `cut at ${end}`).toBe('01')
  }
  expect(await keptOf([sender])).toMatchObject([{ stored: 0 }])
})

function rmc(n: number): string {
  const [day = '', clock = ''] = new Date(atMs(n)).toISOString().split('T')
  const date = day.slice(8, 10) + day.slice(5, 7) + day.slice(2, 4)
  return `${sentenceLine('$', `GPRMC,${clock.slice(0, 8).replaceAll(':', '')},A,6406.000,N,02154.000,W,5.0,90.0,${date},,,A`)}\r\n`
}
const signIn = ({ id, secret }: Sender) => Buffer.from(`${id}.${secret}\r\n`)

test('each sentence of a source is stored or listed, also when it is damaged', {
  timeout: 120_000,
}, async () => {
  const cases = fc.sample(
    fc.record({
      count: fc.integer({ min: 1, max: 6 }),
      how: fc.constantFrom('whole', 'damaged', 'noise'),
      damage,
      noise: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      size: fc.constantFrom(1, 7, 100),
    }),
    { numRuns: 120, seed: SEED },
  )
  const results = await Promise.all(
    cases.map(async (one, n) => {
      const sender = await newSender('device')
      let bytes: Uint8Array = Buffer.from(
        Array.from({ length: one.count }, (_, i) => rmc(n * 6 + i)).join(''),
      )
      if (one.how === 'damaged') bytes = damaged(bytes, one.damage)
      if (one.how === 'noise') bytes = Buffer.concat([one.noise, Buffer.from('\r\n')])
      await talk(gateway.nmeaPort, [signIn(sender), ...inChunks(bytes, one.size)])
      const lines = Buffer.from(bytes)
        .toString('latin1')
        .split(/[\r\n]+/)
        .filter((line) => /\S/.test(line)).length
      return {
        sender,
        lines,
        how: one.how,
        what: `${one.how} ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`,
      }
    }),
  )
  const kept = await expectKept(
    results.map((one) => ({ ...one, fewest: one.how === 'noise' ? Math.min(one.lines, 1) : one.lines })),
  )
  for (const [i, { lines, how, what }] of results.entries())
    if (how === 'whole') expect(kept[i], what).toEqual({ stored: lines, listed: 0 })
  expect(errors).toEqual([])
})

test('a sentence that the end of a connection cuts is listed, and a whole one without a line end is stored', async () => {
  const [cut, whole] = [await newSender('device'), await newSender('device')]
  await talk(gateway.nmeaPort, [signIn(cut), Buffer.from(rmc(0) + rmc(1).slice(0, 30))])
  await talk(gateway.nmeaPort, [signIn(whole), Buffer.from(rmc(0) + rmc(1).trimEnd())])
  const kept = await expectKept([
    { sender: cut, fewest: 2, what: 'cut' },
    { sender: whole, fewest: 2, what: 'whole' },
  ])
  expect(kept).toEqual([
    { stored: 1, listed: 1 },
    { stored: 2, listed: 0 },
  ])
})

test('a line without an end closes the connection of a source, and is listed', async () => {
  const sender = await newSender('device')
  await talk(gateway.nmeaPort, [signIn(sender), Buffer.alloc(1_000_000, '$')])
  const kept = await expectKept([{ sender, fewest: 1, what: 'a line without an end' }])
  expect(kept).toMatchObject([{ stored: 0 }])
})
