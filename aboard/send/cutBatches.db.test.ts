/** Batches between the sender and the real gateway whose connection breaks at each per cent of the request and of the answer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceLine } from '#protocols/nmea0183/sentence.ts'
import { openHttp } from '#server/api/openHttp.ts'
import { type Gateway, startGateway } from '#server/gateway/startGateway.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createDevice } from '#server/records/devices.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { BoardClock } from '../clock/boardClock.ts'
import { Queue } from '../queue/queue.ts'
import { batchCuttingProxy, type Cut } from '../testing/batchCuttingProxy.ts'
import { Sender } from './sender.ts'
import { Shore } from './shore.ts'

const CUTS = Array.from({ length: 101 }, (_, percent): Cut[] => [
  { of: 'request', share: percent / 100 },
  { of: 'answer', share: percent / 100 },
]).flat()
/** Each cut doubles the time before the next try. */
const CUTS_OF_SENDER = 10
const SENDERS = Math.ceil(CUTS.length / CUTS_OF_SENDER)
const DEPTHS = 200
/** Each sender has a minute of its own. */
const APART_MS = 60_000
const SOON = { timeout: 60_000, interval: 50 }

let folder: string
let records: Records
let store: Telemetry & { close(): Promise<void> }
let gateway: Gateway
let app: FastifyInstance
let url: string
let vesselNumber: number
let device: { id: string; secret: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cut-batches-'))
  records = await testRecords()
  store = await testTelemetry()
  gateway = await startGateway({
    ...{ config: { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }, db: records.db, telemetry: store },
    ...{ bus: inProcessBus(() => undefined), log: silentLog, clock: systemClock },
  })
  app = await openHttp({ log: silentLog, publicUrl: 'http://localhost', counts: null })
  await app.register(async (scope) => gateway.httpRoutes(scope, async () => null))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  const owner = await records.db.transaction((tx) => insertOrganization(tx, { name: 'Harbour' }))
  const { organizationId, departmentId } = owner
  const [vessel] = await records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Aava' })
    .returning()
  vesselNumber = vessel?.number ?? 0
  device = await createDevice(records.db, { vesselId: vessel?.id ?? '' })
})
afterAll(async () => {
  await app.close()
  await gateway.close()
  await records.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Sends a batch over a connection that breaks as `cuts` say, until the shore has stored it. Returns the cuts. */
async function sendThrough(number: number, cuts: readonly Cut[]): Promise<readonly Cut[]> {
  const monotonicMs = () => performance.now()
  const state = join(folder, `boat-${number}`)
  const queue = new Queue({ folder: join(state, 'queue'), epoch: 'boot' })
  const fromMs = monotonicMs() - (number + 1) * APART_MS
  for (let i = 0; i < DEPTHS; i++)
    queue.append({
      ...{ format: 'nmea0183', dataClass: 'later', measuredMs: fromMs + i * 100, slot: 0, isContext: false },
      bytes: Buffer.from(sentenceLine('$', `SDDPT,${depthOf(number, i).toFixed(1)},0.0`)),
    })
  await queue.flushed()
  const proxy = await batchCuttingProxy(url, cuts)
  const sender = new Sender({
    ...{ queue, clock: new BoardClock({ path: join(state, 'clock'), epoch: 'boot', monotonicMs }) },
    ...{ shore: new Shore(proxy.url, join(state, 'device.json'), device), monotonicMs, isOwnDevice: false },
    ...{ report: () => ({ software: 'test' }), everyMs: 1, retryMs: { first: 1, pairing: 1 } },
  })
  const running = sender.run()
  await expect.poll(() => queue.state().waiting.later.records, SOON).toBe(0)
  sender.stop()
  proxy.close()
  await running
  await queue.close()
  expect(sender.state().refused).toEqual({})
  return proxy.made
}

/** The server accepts no depth of nothing. */
const depthOf = (number: number, i: number) => (number * DEPTHS + i + 1) / 10

test('stores each record once when batches are cut at each per cent of request and answer', async () => {
  const made = await Promise.all(
    Array.from({ length: SENDERS }, (_, number) =>
      sendThrough(number, CUTS.slice(number * CUTS_OF_SENDER, (number + 1) * CUTS_OF_SENDER)),
    ),
  )
  expect(made.flat()).toEqual(CUTS)
  const range = { vesselNumber, fromUs: 0, toUs: Date.now() * 1000 }
  const { value } = await store.series.samples(range, 'depth_below_transducer', 0)
  expect(value.map((depth) => Math.round((depth ?? 0) * 10)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: SENDERS * DEPTHS }, (_, i) => i + 1),
  )
})
