/** Detail that is still on board: people ask for it over the real API, the boat over the real gateway. */

import { eq } from 'drizzle-orm'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { type DeviceHealth, MOST_ASKED } from '#contract/wire/deviceHealth.ts'
import type { DetailRequest, TripDetail } from '#contract/wire/tripDetail.ts'
import { DeviceDirectory } from '#server/gateway/deviceDirectory.ts'
import { healthRoute } from '#server/gateway/healthRoute.ts'
import { beginPairing, endPairing, giveDevice } from '#server/records/pairings.ts'
import { pairings } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { healthReport, waitingAmount } from '#server/testing/healthReport.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

const clock = fixedClock(Date.UTC(2026, 5, 20))
let api: TestApi
let things: Record<Place, Thing>
let own: Thing
let admin: string
let viewer: string
let device: { id: string; secret: string }
let fromMs: number
let toMs: number

beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
  own = things.own
  admin = await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
  viewer = await tokenOf(api.app, await signIn(api.app, emailOf('organization-viewer')))
  device = await giveDevice(api.records.db, { vesselId: own.vesselId, now: new Date(0), mayReplace: true })
  const trip = (await ask('GET', `/api/trips/${own.tripId}`)).json()
  fromMs = Date.parse(trip.start_time)
  toMs = Date.parse(trip.end_time)
})
afterAll(() => api.close())

const ask = (method: 'GET' | 'POST', url: string, payload?: object, token = admin) =>
  api.app.inject({ method, url, headers: bearer(token), ...(payload && { payload }) })
const url = (tripId = own.tripId) => `/api/trips/${tripId}/detail`
const detail = async (): Promise<TripDetail> => (await ask('GET', url())).json()
const iso = (ms: number) => new Date(ms).toISOString()

/** A report of the boat to a gateway that has just started. */
async function report(
  given: Partial<DeviceHealth> = {},
): Promise<{ id: string; from: number; to: number }[]> {
  const gateway = fastify()
  healthRoute(gateway, {
    ...{ db: api.records.db, directory: new DeviceDirectory(api.records.db, clock), clock },
  })
  const answer = await gateway.inject({
    ...{ method: 'POST', url: '/gateway/health', headers: bearer(`${device.id}.${device.secret}`) },
    payload: healthReport(given),
  })
  await gateway.close()
  expect(answer.statusCode).toBe(200)
  return answer.json().asked
}

const { waiting: nothing } = healthReport()
/** Detail from ten minutes before the trip to a minute before its end. */
const detailWaits = () => ({
  waiting: {
    ...nothing,
    on_demand: waitingAmount({ from: fromMs - 10 * MINUTE_MS, to: toMs - MINUTE_MS, bytes: 4e6 }),
  },
})

test('refuses callers who may not change the trip, and those who cannot see it', async () => {
  await report(detailWaits())
  expect((await ask('POST', url(), {}, viewer)).statusCode).toBe(403)
  expect((await ask('GET', url(), undefined, viewer)).statusCode).toBe(200)
  for (const method of ['GET', 'POST'] as const)
    expect((await ask(method, url(things.foreign.tripId), {})).statusCode).toBe(404)
  expect(await report(detailWaits())).toEqual([])
})

test('tells how much of a trip is still on board and how long it takes, for the time of this pairing alone', async () => {
  expect((await detail()).waiting).toMatchObject({
    minutes: null,
    from: iso(fromMs),
    to: iso(toMs - MINUTE_MS),
  })
  await report({ ...detailWaits(), link_rate: 1e5, link_budget: 1000 })
  const { waiting } = await detail()
  const ms = toMs - MINUTE_MS - fromMs
  expect(waiting?.bytes).toBe(Math.ceil((4e6 * ms) / (ms + 10 * MINUTE_MS)))
  expect(waiting?.minutes).toBeCloseTo((waiting?.bytes ?? 0) / 1000 / 60, 2)
  expect(waiting?.reported_at).toBe(iso(clock.nowMs()))
  await report({ waiting: { ...nothing, now: detailWaits().waiting.on_demand } })
  expect((await detail()).waiting).toBeNull()
  await report(healthReport({ waiting: { ...nothing, later: { ...nothing.now, bytes: 5 } } }))
  expect((await detail()).waiting).toBeNull()
})

test('asks the boat until it reports that nothing waits, whatever reports come late or twice', async () => {
  await report(detailWaits())
  const part = { from: iso(fromMs + MINUTE_MS), to: iso(fromMs + 5 * MINUTE_MS) }
  const first = await ask('POST', url(), part)
  expect([first.statusCode, first.json()]).toMatchObject([
    200,
    { ...part, state: 'asked', waiting_bytes: null },
  ])
  const { id } = first.json() as DetailRequest
  const inside = { from: part.from, to: iso(fromMs + 2 * MINUTE_MS) }
  expect((await ask('POST', url(), inside)).json().id).toBe(id)
  const asked = [{ id, from: fromMs + MINUTE_MS, to: fromMs + 5 * MINUTE_MS }]
  const progress = (waiting_bytes: number, dropped = false) => ({
    ...detailWaits(),
    asked: [{ id, waiting_bytes, dropped }],
  })
  const state = async () => {
    const { requests } = await detail()
    return requests.map((one) => [one.state, one.waiting_bytes])
  }
  // A week later the boat has a link again.
  expect(await report(detailWaits())).toEqual(asked)
  expect(await state()).toEqual([['asked', null]])
  expect(await report(progress(9000))).toEqual(asked)
  expect(await state()).toEqual([['on_its_way', 9000]])
  expect(await report(progress(4000))).toEqual(asked)
  expect(await report(progress(9000))).toEqual(asked)
  expect(await report()).toEqual(asked)
  expect(await state()).toEqual([['on_its_way', 4000]])
  expect(await report(progress(0))).toEqual([])
  for (const late of [progress(9000), progress(0, true)]) expect(await report(late)).toEqual([])
  expect(await state()).toEqual([['done', 0]])
})

test('says that detail is lost when the disk on board was full', async () => {
  await report(detailWaits())
  const { id } = (await ask('POST', url(), {})).json() as DetailRequest
  const state = async () => (await detail()).requests.find((one) => one.id === id)?.state
  await report({ asked: [{ id, waiting_bytes: 500, dropped: true }] })
  expect(await state()).toBe('on_its_way')
  await report({ asked: [{ id, waiting_bytes: 0, dropped: true }] })
  expect(await state()).toBe('dropped')
})

test('refuses what is not within the trip, what is not on board, and more than a boat can be asked', async () => {
  await report(detailWaits())
  const outside = { from: iso(fromMs - HOUR_MS) }
  expect((await ask('POST', url(), outside)).statusCode).toBe(400)
  expect((await ask('POST', url(), { from: iso(toMs), to: iso(fromMs) })).statusCode).toBe(400)
  expect((await ask('POST', url(), { from: iso(toMs - 1000) })).json()).toMatchObject({ code: 'conflict' })
  const answers: number[] = []
  for (let i = 0; i <= MOST_ASKED; i++) {
    const part = { from: iso(fromMs + i * 1000), to: iso(fromMs + i * 1000) }
    answers.push((await ask('POST', url(), part)).statusCode)
  }
  expect(answers).toEqual([...Array.from({ length: MOST_ASKED }, () => 200), 429])
})

test('covers the time before the first pairing of a device, as its data do', async () => {
  const { db } = api.records
  const [pairing] = await db.select().from(pairings).where(eq(pairings.deviceId, device.id))
  const pairAt = (pairedAt: Date) =>
    db.update(pairings).set({ pairedAt }).where(eq(pairings.deviceId, device.id))
  await pairAt(new Date(toMs))
  await report(detailWaits())
  expect((await detail()).waiting).toMatchObject({ from: iso(fromMs), to: iso(toMs - MINUTE_MS) })
  await pairAt(pairing?.pairedAt ?? new Date(0))
})

test('tells a device nothing of its vessel before, and takes no progress for it', async () => {
  const open = await report(detailWaits())
  expect(open).toHaveLength(MOST_ASKED)
  const { db } = api.records
  const move = (vesselId: string) =>
    db.transaction(async (tx) => {
      await endPairing(tx, own.vesselId, new Date(clock.nowMs()))
      await endPairing(tx, things.foreign.vesselId, new Date(clock.nowMs()))
      const pairing = { deviceId: device.id, vesselId, now: new Date(clock.nowMs()), mayReplace: true }
      await beginPairing(tx, pairing)
    })
  await move(things.foreign.vesselId)
  const done = open.map(({ id }) => ({ id, waiting_bytes: 0, dropped: false }))
  expect(await report({ ...detailWaits(), asked: done })).toEqual([])
  const { waiting, requests } = await detail()
  const ended = requests.filter(({ id, state }) => state === 'done' && open.some((one) => one.id === id))
  expect([waiting, ended]).toEqual([null, []])
  // No boat will answer them, so that the page does not wait for it.
  expect(requests.filter(({ state }) => state === 'asked' || state === 'on_its_way')).toEqual([])
  expect((await ask('POST', url(), {})).statusCode).toBe(409)
  await move(own.vesselId)
  expect(await report(detailWaits())).toHaveLength(MOST_ASKED)
  // Detail from before this pairing belongs to nobody who is on this vessel.
  expect((await detail()).waiting).toBeNull()
})
