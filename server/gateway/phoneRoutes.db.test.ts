import { once } from 'node:events'
import { createConnection } from 'node:net'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import { openHttp } from '#server/api/openHttp.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { createDevice, renewSecret, revokeDevice } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { endPairing } from '#server/records/pairings.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { pairings, rejections, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { type Gateway, startGateway } from './startGateway.ts'

let records: Records
let store: Telemetry & { close(): Promise<void> }
let gateway: Gateway
let app: FastifyInstance
let url: string
let owner: { organizationId: string; departmentId: string }
let vessel: { id: string; number: number }
let phone: { id: string; secret: string }
/** Rejects appends while a test says that the store is away. */
let isAway = false
/** The gateway's clock is ahead of the machine's by so much. */
let aheadMs = 0
const bus = inProcessBus(() => undefined)
const startMs = Math.floor(Date.now() / 1000) * 1000 - 60 * MINUTE_MS
const atS = (s: number) => startMs / 1000 + s

beforeAll(async () => {
  records = await testRecords()
  store = await testTelemetry()
  const append: Telemetry['append'] = (batch) =>
    isAway ? Promise.reject(new Error('the store is away')) : store.append(batch)
  gateway = await startGateway({
    ...{ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, db: records.db, telemetry: { ...store, append } },
    ...{ bus, log: silentLog, clock: { nowMs: () => Date.now() + aheadMs } },
  })
  app = await openHttp({ log: silentLog, publicUrl: 'http://localhost', counts: null })
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

beforeEach(async () => {
  isAway = false
  const [row] = await records.db
    .insert(vessels)
    .values({ ...owner, name: 'Hafdís' })
    .returning()
  vessel = { id: row?.id ?? '', number: row?.number ?? 0 }
  phone = await createDevice(records.db, { kind: 'phone', vesselId: vessel.id })
})

const interval = () => ({ vesselNumber: vessel.number, fromUs: 0, toUs: (startMs + 180 * MINUTE_MS) * 1000 })
/** Stored speeds, one for each report of these tests. */
const stored = async () => (await store.series.samples(interval(), 'sog', 0)).value

async function send(
  query: string,
  body?: object | string,
  headers: Record<string, string> = {},
  key = phone.secret,
) {
  const answer = await fetch(`${url}/gateway/phone/${key}${query && `?${query}`}`, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers,
  })
  return { status: answer.status, body: await answer.text() }
}
const osmand = (s: number, speed = 10) => `id=1&lat=64.1&lon=-21.9&timestamp=${atS(s)}&speed=${speed}`
const owntracks = (s: number, more: object = {}) => ({
  ...{ _type: 'location', lat: 64.1, lon: -21.9, tst: atS(s), vel: 18 },
  ...more,
})
const overland = (...seconds: number[]) => ({
  locations: seconds.map((s) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-21.9, 64.1] },
    properties: { timestamp: new Date(atS(s) * 1000).toISOString(), speed: 5 },
  })),
})
const changed = () => bus.publish({ type: 'device.changed', deviceId: phone.id })
const refusals = async () => {
  const rows = await records.db.select().from(rejections).where(eq(rejections.deviceId, phone.id))
  return rows.map(({ reason }) => reason)
}

describe('a phone without the right', () => {
  test('is refused with an unknown key, the id of another phone, or a secret of another device', async () => {
    const device = await createDevice(records.db, {})
    for (const key of ['0'.repeat(32), phone.id, device.secret, '%00']) {
      const { status, body } = await send(osmand(0), undefined, {}, key)
      expect([status, JSON.parse(body).code], key.slice(0, 40)).toEqual([404, 'not_found'])
    }
    expect(await stored()).toEqual([])
  })

  test('is refused without a key, with one line that says what to do', async () => {
    for (const method of ['GET', 'POST'])
      for (const path of ['/gateway/phone', '/gateway/phone/', `/gateway/phone?${osmand(0)}`]) {
        const answer = await fetch(url + path, { method })
        expect([answer.status, JSON.parse(await answer.text()).message]).toEqual([
          400,
          expect.stringContaining('Devices'),
        ])
      }
  })

  test('is refused while it is unpaired, in every form, and its data are not stored', async () => {
    await records.db.transaction((tx) => endPairing(tx, vessel.id, new Date()))
    changed()
    for (const [query, body] of [
      [osmand(0)],
      ['', owntracks(0)],
      ['', overland(0)],
      ['', 'nonsense'],
    ] as const) {
      const answer = await send(query, body)
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([403, 'not_paired'])
    }
    expect(await stored()).toEqual([])
    await expect.poll(refusals, { timeout: 5000 }).toContain('not_paired')
    await records.db
      .insert(pairings)
      .values({ deviceId: phone.id, vesselId: vessel.id, pairedAt: new Date() })
    changed()
    expect((await send('id=1&lat=64.1&lon=-21.9&speed=10')).status).toBe(200)
    expect(await stored()).toHaveLength(1)
  })

  test('is refused with the key before the present one, and once it is revoked', async () => {
    expect((await send(osmand(0))).status).toBe(200)
    const renewed = await records.db.transaction((tx) => renewSecret(tx, { id: phone.id, kind: 'phone' }))
    changed()
    expect((await send(osmand(1))).status).toBe(404)
    expect((await send(osmand(2), undefined, {}, renewed)).status).toBe(200)
    await records.db.transaction((tx) => revokeDevice(tx, phone.id, new Date()))
    changed()
    expect((await send(osmand(3), undefined, {}, renewed)).status).toBe(404)
    expect(await stored()).toHaveLength(2)
  })

  test('is refused after sixty unknown keys in a minute from its address, while a known phone is not', async () => {
    // The devices are read again with this request.
    aheadMs = 30_000
    expect((await send(osmand(0))).status).toBe(200)
    aheadMs = 5 * MINUTE_MS
    const answers = await Promise.all(
      Array.from({ length: 70 }, (_, i) => send(osmand(0), undefined, {}, `guess-${i}`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
    expect((await send(osmand(1))).status).toBe(200)
    aheadMs = 0
  })
})

test('stores the form once, however often it comes, by GET and by POST', async () => {
  for (let i = 0; i < 2; i++) {
    expect(await send(osmand(0, 10))).toEqual({ status: 200, body: 'OK' })
    expect(
      (await send('', osmand(1, 20), { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(200)
    expect((await send(osmand(2, 30), '')).status).toBe(200)
  }
  expect(await stored()).toEqual([10, 20, 30].map((knots) => expect.closeTo(knots * KNOT_MPS, 2)))
})

test('answers each app with its own sign of success', async () => {
  expect(await send('u=me&d=phone', owntracks(0), { 'x-limit-d': 'phone' })).toEqual({
    status: 200,
    body: '[]',
  })
  expect(await send('', owntracks(1, { _type: 'transition' }))).toEqual({ status: 200, body: '[]' })
  expect(await send('', '', { 'x-limit-d': 'phone' })).toEqual({ status: 200, body: '[]' })
  expect(await send('', overland(2, 3))).toEqual({ status: 200, body: '{"result":"ok"}' })
  const traccar = {
    location: {
      timestamp: new Date(atS(4) * 1000).toISOString(),
      coords: { latitude: 64.1, longitude: -21.9, speed: 5 },
    },
  }
  expect((await send('', traccar, { 'content-type': 'application/json' })).status).toBe(200)
  expect(await stored()).toHaveLength(4)
  await expect.poll(refusals, { timeout: 5000 }).toEqual(['unknown_format', 'unknown_format'])
})

test('refuses a request that is none of an app with 400 and one line, and lists it', async () => {
  const requests = [
    ['id=1'],
    ['', owntracks(0, { _type: 'encrypted' })],
    ['', owntracks(0, { _type: 'constructor' })],
    ['', '{"locations":['],
    ['', 'nonsense'],
  ] as const
  for (const [query, body] of requests) {
    const answer = await send(query, body)
    expect(answer.status, query || JSON.stringify(body)).toBe(400)
    const { message, error } = JSON.parse(answer.body)
    expect([message, error]).toEqual([expect.stringMatching(/^.{20,200}$/), message])
  }
  expect(await stored()).toEqual([])
  await expect
    .poll(async () => [...new Set(await refusals())].toSorted(), { timeout: 5000 })
    .toEqual(['malformed'])
})

test('acknowledges positions that can never be stored, and lists each with its reason', async () => {
  const unusable = { type: 'Feature', geometry: { type: 'Point' }, properties: { timestamp: 'never' } }
  const requests = [
    ['id=1&lat=64.1&timestamp=1'],
    [osmand(0).replace('64.1', '91')],
    [osmand(0).replace(/timestamp=\d+/, 'timestamp=0')],
    [osmand(0).replace(/timestamp=\d+/, 'timestamp=yesterday')],
    // The clock of the phone is two hours ahead.
    [osmand(7200)],
    ['', owntracks(0, { lat: null })],
    ['', owntracks(0, { tst: null })],
    ['', { location: { timestamp: 'never', coords: { latitude: 64.1, longitude: -21.9 } } }],
    ['', { locations: [...overland(0, 1).locations, unusable] }],
  ] as const
  const bodies: string[] = []
  for (const [query, body] of requests) {
    const answer = await send(query, body)
    expect(answer.status, query || JSON.stringify(body)).toBe(200)
    bodies.push(answer.body)
  }
  expect(bodies[0]).toBe('1 refused: malformed, position')
  expect(bodies.slice(5, 7)).toEqual(['[]', '[]'])
  expect(bodies.at(-1)).toBe('{"result":"ok"}')
  expect(await stored()).toEqual([5, 5])
  const listed = async () => {
    const rows = await records.db.select().from(rejections).where(eq(rejections.deviceId, phone.id))
    const counts = Map.groupBy(rows, ({ reason }) => reason)
    return Object.fromEntries(
      [...counts].map(([reason, of]) => [reason, of.reduce((sum, { count }) => sum + count, 0)]),
    )
  }
  // The speed from the future counts too.
  await expect
    .poll(listed, { timeout: 5000 })
    .toEqual({ malformed: 3, out_of_range: 1, no_time: 4, future_time: 2 })
})

test('dates a form without a time by its arrival', async () => {
  const fromUs = Date.now() * 1000
  expect((await send('id=1&lat=64.1&lon=-21.9&speed=10')).status).toBe(200)
  const { timeUs } = await store.series.samples({ ...interval(), fromUs }, 'sog', 0)
  expect(timeUs).toHaveLength(1)
})

test('does not acknowledge what the store did not take, nor a body that is too large or cut off', async () => {
  isAway = true
  expect((await send(osmand(0))).status).toBeGreaterThanOrEqual(500)
  isAway = false
  expect((await send('', { ...owntracks(0), text: 'x'.repeat(1024 * 1024) })).status).toBe(413)
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
  const body = osmand(1)
  const length = body.length + 5
  socket.end(
    `POST /gateway/phone/${phone.secret} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${body}`,
  )
  const answer: Buffer[] = []
  socket.on('data', (chunk) => answer.push(chunk))
  await once(socket, 'close')
  expect(Buffer.concat(answer).toString()).not.toMatch(/ 200 /)
  expect(await stored()).toEqual([])
})

test('acknowledges and lists positions from before a pairing that was not the first', async () => {
  const ended = new Date(startMs + 10_000)
  await records.db.update(pairings).set({ pairedAt: new Date(startMs), unpairedAt: ended })
  await records.db
    .insert(pairings)
    .values({ deviceId: phone.id, vesselId: vessel.id, pairedAt: new Date(startMs + 20_000) })
  for (const s of [5, 15, 25]) expect((await send(osmand(s))).status).toBe(200)
  expect(await stored()).toHaveLength(2)
  await expect.poll(refusals, { timeout: 5000 }).toEqual(['not_paired'])
})
