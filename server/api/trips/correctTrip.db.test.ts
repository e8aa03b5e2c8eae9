/** Corrections as a person decides them: over the real server, from samples that the real processing made trips of. */

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_US } from '#contract/domain/time.ts'
import { knToMps } from '#contract/domain/units.ts'
import { type Processing, startProcessing } from '#server/processing/loop/startProcessing.ts'
import { trips as tripRows, vessels } from '#server/stores/relational/schema.ts'
import { describeAppended } from '#server/telemetry/describeInterval.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { clock, playReadings } from '#server/testing/playMovement.ts'
import { silentLog } from '#server/testing/silentLog.ts'
import {
  bearer,
  emailOf,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

let api: TestApi
let processing: Processing
let token: string
let vesselId: string
let vesselNumber: number
let own: Thing
const now = fixedClock(clock('36:00') / 1000)

beforeAll(async () => {
  let late: Processing | undefined
  api = await testApi({ clock: now, waiting: (number, interval) => late?.waiting(number, interval) ?? 0 })
  const { db } = api.records
  ;({ own } = await twoOrganizations(db))
  ;({ vesselId, vesselNumber } = own)
  token = await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
  processing = await startProcessing({ ...api, db, log: silentLog, clock: now })
  late = processing
  const readings = playReadings(vesselNumber, '06:00 0kn, 07:00 12kn, 08:00 0kn, 11:00 0kn', 5)
  await api.telemetry.append([readings])
  api.bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
  await processing.idle()
})
afterAll(async () => {
  await processing.close()
  await api.close()
})

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url, headers: bearer(token), ...(payload && { payload }) })
const trips = async (): Promise<{ id: string; at: string; complete: boolean }[]> => {
  const url = `/api/trips?filter[vessel_id][eq]=${vesselId}&filter[start_time][gt]=${clock('06:00') / 1e6}&order[start_time]=asc`
  const { data } = (await ask('GET', url)).json()
  return data.map(
    ({ id, start_time, analysis }: { id: string; start_time: string; analysis: { complete: boolean } }) => ({
      id,
      at: start_time.slice(11, 16),
      complete: analysis.complete,
    }),
  )
}
const at = (time: string) => new Date(clock(time) / 1000).toISOString()

test('refuses to cut off a part that is too short to be a trip, with a clear sentence', async () => {
  const [whole] = await trips()
  const refused = [
    await ask('POST', `/api/trips/${whole?.id}/split`, { at: at('07:01') }),
    await ask('POST', `/api/trips/${whole?.id}/split`, { at: at('07:59') }),
    await ask('POST', `/api/trips/${whole?.id}/trim`, { end_time: at('07:01') }),
  ]
  for (const answer of refused) {
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'TRIP_TOO_SHORT'])
    expect(answer.json().message).toContain('two minutes')
  }
  expect((await ask('GET', `/api/trips/${whole?.id}/corrections`)).json().total).toBe(0)
})

test('marks figures as incomplete from a correction until they are computed', async () => {
  const [whole] = await trips()
  expect(whole).toMatchObject({ at: '07:00', complete: true })
  const answer = await ask('POST', `/api/trips/${whole?.id}/split`, { at: at('07:30') })
  expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
  expect(await trips()).toMatchObject([{ at: '07:00', complete: false }])
  await processing.idle()
  expect(await trips()).toMatchObject([
    { at: '07:00', complete: true },
    { at: '07:30', complete: true },
  ])
})

test('counts a trip that is far too fast nowhere until a person keeps it, and not at sea once one says so', async () => {
  const { db } = api.records
  await db
    .update(vessels)
    .set({ topSpeedMps: knToMps(40) })
    .where(eq(vessels.id, vesselId))
  const { organizationId, departmentId } = own
  api.bus.publish({ type: 'vessel.changed', organizationId, departmentId, vesselId })
  const daysUs = 3 * DAY_US
  const earlier = <Row extends { timeUs: number }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, timeUs: row.timeUs - daysUs }))
  const road = playReadings(vesselNumber, '06:00 0kn, 07:00 54kn, 07:30 0kn, 09:00 0kn', 5)
  const readings = { ...road, scalars: earlier(road.scalars), fixes: earlier(road.fixes) }
  await api.telemetry.append([readings])
  api.bus.publish({ type: 'readings.appended', intervals: describeAppended(readings) })
  await processing.idle()

  const url = `/api/trips?filter[vessel_id][eq]=${vesselId}&filter[start_time][lt]=${(clock('12:00') - daysUs) / 1e6}&order[start_time]=desc`
  const found = async () => (await ask('GET', url)).json().data[0]
  const counted = async () => {
    const [row] = await db.select().from(tripRows).where(eq(tripRows.id, trip.id))
    return (await api.telemetry.quarterHours.ofTrip(vesselNumber, row?.number ?? 0)).length
  }
  const trip = await found()
  expect(trip).toMatchObject({ sea_state: 'doubted', visible: true, stats: { score: null } })
  expect(await counted()).toBe(0)
  const idsOf = async (state: string) => {
    const { data } = (await ask('GET', `/api/trips?filter[sea_state][eq]=${state}`)).json()
    return data.map(({ id }: { id: string }) => id)
  }
  expect(await idsOf('doubted')).toEqual([trip.id])
  expect(await idsOf('assumed')).not.toContain(trip.id)
  // Logbook and engine profile of the day: a trip that counts nowhere leaves a distance of zero and not one that is pending.
  const date = new Date((clock('00:00') - daysUs) / 1000).toISOString().slice(0, 10)
  const figures = async () => {
    const book = (await ask('GET', `/api/vessels/${vesselId}/logbook?date=${date}`)).json()
    const { distance } = book.hours.find(
      ({ start }: { start: string }) => Date.parse(start) * 1000 === clock('07:00') - daysUs,
    )
    return { logbook: Math.round(book.total_distance), isPending: distance === null }
  }
  const [NOT_COUNTED, COUNTED] = [
    { logbook: 0, isPending: false },
    { logbook: 27, isPending: false },
  ]
  expect(await figures()).toEqual(NOT_COUNTED)

  const viewer = await tokenOf(api.app, await signIn(api.app, emailOf('organization-viewer')))
  const atSea = (at_sea: boolean, by = token) =>
    api.app.inject({
      ...{ method: 'POST' as const, url: `/api/trips/${trip.id}/at-sea`, headers: bearer(by) },
      payload: { at_sea },
    })
  expect((await atSea(true, viewer)).statusCode).toBe(403)
  for (const [decision, state] of [
    [true, 'confirmed'],
    [false, 'ashore'],
  ] as const) {
    expect((await atSea(decision)).statusCode).toBe(200)
    await processing.idle()
    expect(await found()).toMatchObject({ id: trip.id, sea_state: state })
    expect(await idsOf(state)).toContain(trip.id)
    expect(await idsOf('doubted')).not.toContain(trip.id)
    expect(await figures()).toEqual(state === 'confirmed' ? COUNTED : NOT_COUNTED)
    expect(await counted()).toBe(state === 'confirmed' ? 3 : 0)
  }
  const corrections = (await ask('GET', `/api/trips/${trip.id}/corrections`)).json().data
  expect(corrections.map(({ kind }: { kind: string }) => kind)).toEqual(['ashore', 'at_sea'])
  for (const { id } of corrections) await ask('DELETE', `/api/trips/${trip.id}/corrections/${id}`)
  await processing.idle()
  expect(await found()).toMatchObject({ id: trip.id, sea_state: 'doubted' })
  const audit = (await ask('GET', '/api/audit?limit=10')).body
  expect(audit).toContain('trip.ashore')
  expect(audit).toContain('trip.at_sea')
})
