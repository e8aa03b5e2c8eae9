import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS } from '#contract/domain/permissions.ts'
import { GEOFENCE_TYPES, type Geofence, geofenceProblem } from '#contract/wire/geofence.ts'
import { encoderFor } from '#protocols/formats.ts'
import { createUser } from '#server/access/createUser.ts'
import { LeaseLost, recordsLease } from '#server/cluster/leases.ts'
import { oneOfSeveral } from '#server/cluster/openShare.ts'
import { type Gateway, startGateway } from '#server/gateway/startGateway.ts'
import { inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openThrottle } from '#server/platform/throttle.ts'
import { loadDirectory } from '#server/records/vesselDirectory.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { geofences, organizations, pairings, users, vessels } from '#server/stores/relational/schema.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { testTelemetry } from '#server/testing/testTelemetry.ts'
import { FLEET } from '#simulator/fleet.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import { ALWAYS_BUSY, voyagesOn } from '#simulator/timetable.ts'
import type { HistoryPlan } from './historyPlan.ts'
import { holdDemo } from './holdDemo.ts'
import { importRecordings } from './recordings.ts'
import { type DemoFleet, seedDemo } from './seedDemo.ts'
import { sendHistory } from './sendHistory.ts'
import { startDemo } from './startDemo.ts'

let records: Records
let telemetry: Telemetry & { close(): Promise<void> }
let gateway: Gateway
const throttle = openThrottle()
let app: FastifyInstance
let fleet: DemoFleet
let httpUrl: string
const bus = inProcessBus(() => undefined)
const clock = systemClock

beforeAll(async () => {
  records = await testRecords()
  telemetry = await testTelemetry()
  const config = { MQTT_HOST: '127.0.0.1', MQTT_PORT: 0 }
  gateway = await startGateway({ config, db: records.db, telemetry, bus, log: silentLog, clock })
  app = Fastify()
  await app.register(websocket)
  gateway.httpRoutes(app, async () => null)
  httpUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  fleet = await seedDemo({ db: records.db, clock, createUser })
})
afterAll(async () => {
  await app.close()
  await gateway.close()
  await records.close()
  await telemetry.close()
})

async function numberOf(name: string): Promise<number> {
  const vesselId = fleet.boats.find((boat) => boat.name === name)?.vesselId
  const entry = [...(await loadDirectory(records.db)).values()].find(({ id }) => id === vesselId)
  if (!entry) throw new Error(`${name} has no vessel`)
  return entry.number
}

test('seeds three organizations, an account for each role, others beside, and one vessel without a device, once', async () => {
  const again = await seedDemo({ db: records.db, clock, createUser })
  expect(again).toEqual(fleet)
  const people = await records.db.select().from(users)
  expect(new Set(people.map(({ roleId }) => roleId))).toEqual(new Set(ROLE_IDS))
  expect(people.filter(({ email }) => email.endsWith('@demo.example'))).toHaveLength(ROLE_IDS.length)
  expect(await records.db.select().from(organizations)).toHaveLength(3)
  const fences = await records.db.select().from(geofences)
  expect(new Set(fences.map(({ type }) => type))).toEqual(new Set(GEOFENCE_TYPES))
  for (const { type, coordinates, radiusM, isHarbor } of fences) {
    const shape = { type: type as Geofence['type'], coordinates, radius: radiusM }
    expect(geofenceProblem(shape, isHarbor)).toBeNull()
  }
  const all = await records.db.select().from(vessels)
  // Without a safety speed a trip has no score, and its captain no points.
  expect(all.every(({ safetySpeedLimitMps }) => safetySpeedLimitMps !== null)).toBe(true)
  const paired = new Set((await records.db.select().from(pairings)).map(({ vesselId }) => vesselId))
  expect(all.filter(({ id }) => !paired.has(id)).map(({ name }) => name)).toEqual(['Álka'])
})

test('continues history that was interrupted and sends nothing twice', async () => {
  const boats = FLEET.slice(0, 6).map((boat) => ({
    deviceId: fleet.boats.find(({ name }) => name === boat.name)?.deviceId ?? '',
    pretend: pretendBoat(boat, ALWAYS_BUSY),
    lastReportS: Number.POSITIVE_INFINITY,
  }))
  const [skuggi] = FLEET.filter(({ name }) => name === 'Skuggi')
  if (!skuggi) throw new Error('Skuggi has left the fleet')
  const fromS = (voyagesOn(skuggi, 20_600, ALWAYS_BUSY)[0]?.departsS ?? 0) - 300
  const plan: HistoryPlan = { spans: [{ fromS, toS: fromS + 1500, sensors: 1 }], done: 0, live: [] }
  const first = new AbortController()
  let done = 0
  const note = async (complete: number) => {
    done = complete
    first.abort()
  }
  await sendHistory({ gateway, throttle }, plan, boats, note, first.signal, 1)
  expect(done).toBe(1)
  // The history continues, and the process dies before it noted the last boats, which are sent again.
  const noted: number[] = []
  for (const [start, batchSamples] of [
    [1, 1],
    [4, Number.POSITIVE_INFINITY],
  ] as const) {
    await sendHistory(
      { gateway, throttle },
      { ...plan, done: start },
      boats,
      async (complete) => {
        done = complete
        noted.push(complete)
      },
      new AbortController().signal,
      batchSamples,
    )
  }
  expect(noted).toEqual([2, 3, 4, 5, 6, 6])
  expect(done).toBe(6)
  for (const { pretend } of boats) {
    const vesselNumber = await numberOf(pretend.boat.name)
    const interval = { vesselNumber, fromUs: fromS * 1e6, toUs: (fromS + 1500) * 1e6 }
    const generated = pretend.between(fromS, fromS + 1500, { sensors: 1, impacts: false })
    const sog = generated.scalars.filter(({ key }) => key === 'sog')
    const stored = await telemetry.series.samples(interval, 'sog', 0)
    expect(stored.timeUs).toEqual(sog.map(({ timeUs }) => timeUs))
    for (const [i, value] of stored.value.entries()) expect(value).toBeCloseTo(sog[i]?.value ?? Number.NaN, 2)
    const samples = generated.motion.reduce((sum, block) => sum + block.forceX.length, 0)
    const motion = await telemetry.motion.bySensor([interval])
    expect(motion.reduce((sum, { timeUs }) => sum + timeUs.length, 0)).toBe(samples)
  }
})

test('sails the fleet live through its own protocols and stops at once', async () => {
  const silent = await numberOf('Stormur')
  const wanted = new Set<number>()
  for (const { name } of fleet.boats) wanted.add(await numberOf(name))
  wanted.delete(silent)
  const moored = new Set(wanted)
  const reporting = new Set<number>()
  const nowS = Math.floor(clock.nowMs() / 1000)
  for (const boat of FLEET) {
    if (pretendBoat(boat, [[nowS, Number.POSITIVE_INFINITY]]).trackAt(nowS))
      moored.delete(await numberOf(boat.name))
  }
  const sailing = [...wanted].filter((number) => !moored.has(number))
  const allReporting = new Promise<void>((resolve) => {
    bus.subscribe('readings.appended', ({ intervals }) => {
      for (const { vesselNumber } of intervals) reporting.add(vesselNumber)
      if (sailing.every((number) => reporting.has(number))) resolve()
    })
  })
  const demo = await startDemo({
    config: {},
    db: records.db,
    telemetry,
    processing: { waitingBeforeUs: () => 0, hasten: () => undefined },
    bus,
    log: silentLog,
    clock,
    throttle,
    gateway,
    createUser,
    httpUrl,
    historyDays: 0,
  })
  // Without any history, the boats under way have a track from their berths.
  for (const boat of FLEET) {
    const track = pretendBoat(boat, [[nowS, Number.POSITIVE_INFINITY]]).trackAt(nowS - 20)
    if (!track || boat.name === 'Stormur') continue
    const interval = { vesselNumber: await numberOf(boat.name), fromUs: track.startS * 1e6, toUs: nowS * 1e6 }
    const { timeUs } = await telemetry.series.samples(interval, 'sog', 0)
    expect(timeUs.length).toBeGreaterThanOrEqual(Math.floor((nowS - track.startS) / 10))
  }
  await allReporting
  await demo.prepared
  const readers = await records.db.select({ alertsReadAt: users.alertsReadAt }).from(users)
  expect(readers.filter(({ alertsReadAt }) => alertsReadAt !== null).length).toBeGreaterThan(0)
  await demo.close()
  expect(reporting.has(silent)).toBe(false)
  expect(sailing.length).toBeGreaterThanOrEqual(2)
})

test('sails the fleet in one of several processes, and in another when that ends', {
  timeout: 60_000,
}, async () => {
  const { db } = records
  const deps = {
    ...{ db, telemetry, bus, clock, throttle, gateway, createUser, httpUrl, historyDays: 0, log: silentLog },
    share: { one: oneOfSeveral(db, silentLog) },
    ...{
      config: { RECORDINGS: undefined },
      processing: { waitingBeforeUs: () => 0, hasten: () => undefined },
    },
  }
  const held = await Promise.all([1, 2].map(() => holdDemo(deps, () => undefined)))
  const sailing = () => held.filter(({ running }) => running !== null)
  await expect.poll(() => sailing().length, { timeout: 20_000 }).toBe(1)
  const [first] = sailing()
  await first?.close()
  await expect.poll(() => sailing().length, { timeout: 20_000 }).toBe(1)
  expect(sailing()).not.toContain(first)
  await Promise.all(held.map((one) => one.close()))
  // A process that has lost the lease, or never had it, writes no progress of the fleet.
  await expect(startDemo({ ...deps, db: recordsLease(db, 'demo').fenced })).rejects.toThrow(LeaseLost)
})

test('makes a boat of a recording at its true time, once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-recordings-'))
  const given = { db: records.db, gateway, bus, log: silentLog }
  try {
    const fixes = Array.from({ length: 40 }, (_, i) => ({
      timeUs: (1_400_000_000 + i) * 1e6,
      latitudeDeg: 60 + i * 1e-4,
      longitudeDeg: 23.4,
      hdop: null,
      valid: true,
    }))
    const scalars = fixes.map(({ timeUs }) => ({ timeUs, key: 'sog' as const, instance: 0, value: 5 }))
    await mkdir(join(folder, 'signalk-deltas'))
    await writeFile(
      join(folder, 'signalk-deltas/Delta1000ExamplesSeattle.jsonl'),
      encoderFor('signalk')({ fixes, scalars }),
    )
    const before = (await records.db.select().from(vessels)).length
    for (let time = 0; time < 2; time++)
      await importRecordings(given, fleet, folder, new AbortController().signal)
    const all = await records.db.select().from(vessels)
    expect(all).toHaveLength(before + 1)
    const added = all.find(({ name }) => name.startsWith('Twin-engine yacht'))
    expect(await telemetry.intervals.extent(added?.number ?? 0)).toEqual({
      firstUs: fixes[0]?.timeUs,
      lastUs: fixes[39]?.timeUs,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
