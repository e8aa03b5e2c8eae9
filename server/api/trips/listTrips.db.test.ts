import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { tripAliases, trips, vessels } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  tripOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

const clock = fixedClock(Date.now())
let api: TestApi
let things: Record<Place, Thing>
const headers = {} as Record<'viewer' | 'admin' | 'department', { authorization: string }>

beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
  const token = async (roleId: RoleId) =>
    bearer(await tokenOf(api.app, await signIn(api.app, emailOf(roleId))))
  headers.viewer = await token('organization-viewer')
  headers.admin = await token('organization-admin')
  headers.department = await token('department-viewer')
})
afterAll(() => api.close())

const list = async (query: string, as = headers.viewer, path = '/api/trips') =>
  (await api.app.inject({ url: `${path}?${query}`, headers: as })).json<{ data: Trip[]; total: number }>()
const ids = async (query: string, as = headers.viewer) => (await list(query, as)).data.map(({ id }) => id)
const addTrip = async (startUs: number, change: Partial<typeof trips.$inferInsert> = {}) => {
  const [vessel] = await api.records.db.select().from(vessels).where(eq(vessels.id, things.own.vesselId))
  if (!vessel) throw new Error('no vessel')
  const [row] = await api.records.db
    .insert(trips)
    .values({ ...tripOf(vessel, startUs), ...change })
    .returning()
  if (!row) throw new Error('nothing was inserted')
  return row.id
}

test('refuses to list by a field or an operator that is not on the list', async () => {
  for (const query of [
    'filter[company_id][eq]=1',
    'filter[is_deleted][eq]=true',
    'filter[visible]=false',
    'filter[constructor][eq]=1',
    'filter[__proto__][eq]=1',
    'filter[id][like]=x',
    'filter[start_time][gt]=yesterday',
    'filter[id);drop%20table%20trips][eq]=1',
    'order[company_id]=asc',
    'order[toString]=asc',
    'order[start_time]=up',
    'limit=-1',
    'where=1',
    '__proto__[x]=1',
  ]) {
    const answer = await api.app.inject({ url: `/api/trips?${query}`, headers: headers.viewer })
    expect([query, answer.statusCode, answer.json().code]).toEqual([query, 400, 'invalid'])
  }
})

test('finds nothing by an invalid id', async () => {
  const url = '/api/trips?filter[id][eq]=1%20or%201=1'
  const answer = await api.app.inject({ url, headers: headers.viewer })
  expect(answer.json()).toEqual({ data: [], total: 0 })
})

test('returns a trip in wire units', async () => {
  const answer = await api.app.inject({ url: `/api/trips/${things.own.tripId}`, headers: headers.viewer })
  const trip = answer.json<Trip>()
  expect(trip).toMatchObject({
    start_time: '2026-06-18T09:00:00.000Z',
    end_time: '2026-06-18T10:00:00.000Z',
    live: false,
    vessel: { id: things.own.vesselId, name: 'Vessel own', system_settings: { impact_limit: 3 } },
    stats: { duration: 60, peak_impact: null, score: null },
  })
  expect(trip.stats.distance).toBeCloseTo(36_000 / 1852, 9)
  expect(trip.stats.max_sog).toBeCloseTo((12 * 3600) / 1852, 9)
})

test('leaves out hidden and deleted trips, and counts what it shows', async () => {
  await addTrip(Date.UTC(2026, 4, 1) * 1000, { visible: false })
  await addTrip(Date.UTC(2026, 4, 2) * 1000, { isDeleted: true })
  const { data, total } = await list('limit=2')
  expect([data.length, total]).toEqual([2, 4])
})

test('orders, filters and pages', async () => {
  const early = await addTrip(Date.UTC(2026, 0, 1) * 1000, { peakImpactG: 5 })
  const late = await addTrip(Date.UTC(2026, 8, 1) * 1000, { peakImpactG: 2, durationS: 10 })
  const one = `filter[vessel_id][eq]=${things.own.vesselId}`
  expect(await ids(one)).toEqual([late, things.own.tripId, early])
  expect(await ids(`${one}&skip=1&limit=1`)).toEqual([things.own.tripId])
  expect(await ids(`${one}&order[peak_impact]=desc`)).toEqual([early, late, things.own.tripId])
  expect(await ids(`${one}&order[duration]=asc`)).toEqual([
    late,
    ...(await ids(`${one}&order[duration]=asc`)).slice(1),
  ])
  expect(await ids(`${one}&filter[start_time][gte]=2026-07-01T00:00:00Z`)).toEqual([late])
  expect(await ids(`${one}&filter[start_time][lt]=${Date.UTC(2026, 1, 1) / 1000}`)).toEqual([early])
  expect(await ids(`filter[id][in]=${early},${late},${things.foreign.tripId}`)).toEqual([late, early])
})

test('limits the list to a department and those below, never beyond the caller’s reach', async () => {
  const inDepartment = async (place: Place, as = headers.viewer) =>
    new Set(
      (await list(`filter[department_id][eq]=${things[place].departmentId}`, as)).data.map(
        ({ vessel }) => vessel.department_id,
      ),
    )
  const { own, child, sibling } = things
  expect(await inDepartment('own')).toEqual(new Set([own.departmentId, child.departmentId]))
  expect(await inDepartment('sibling')).toEqual(new Set([sibling.departmentId]))
  expect(await inDepartment('foreign')).toEqual(new Set())
  expect(await inDepartment('parent', headers.department)).toEqual(
    new Set([own.departmentId, child.departmentId]),
  )
  expect(await inDepartment('sibling', headers.department)).toEqual(new Set())
})

test('opens a trip by the id it had before it was merged, for those who may see it', async () => {
  const [old, foreignOld] = [randomUUID(), randomUUID()]
  await api.records.db.insert(tripAliases).values([
    { id: old, tripId: things.own.tripId },
    { id: foreignOld, tripId: things.foreign.tripId },
  ])
  const opened = await api.app.inject({ url: `/api/trips/${old}`, headers: headers.viewer })
  expect(opened.json().id).toBe(things.own.tripId)
  const foreign = await api.app.inject({ url: `/api/trips/${foreignOld}`, headers: headers.viewer })
  expect(foreign.statusCode).toBe(404)
})

test('calls a trip live while it is open and its last point is at most ten minutes old', async () => {
  const nowMs = clock.nowMs()
  const open = { endUs: null, endCause: null }
  const fresh = await addTrip((nowMs - 3_600_000) * 1000, { ...open, lastRecordUs: (nowMs - 600_000) * 1000 })
  await addTrip((nowMs - 7_200_000) * 1000, { ...open, lastRecordUs: (nowMs - 600_001) * 1000 })
  const { data, total } = await list('', headers.viewer, '/api/trips/live')
  expect([data.map(({ id, live }) => [id, live]), total]).toEqual([[[fresh, true]], 1])
})

test('changes the captain, only to one of the caller’s own, and no other field', async () => {
  const put = (payload: object, as = headers.admin) =>
    api.app.inject({ method: 'PUT', url: `/api/trips/${things.own.tripId}`, headers: as, payload })
  expect((await put({ captain_id: things.own.captainId }, headers.viewer)).statusCode).toBe(403)
  const foreign = await put({ captain_id: things.foreign.captainId })
  const missing = await put({ captain_id: randomUUID() })
  expect([foreign.statusCode, foreign.body]).toEqual([400, missing.body])

  const extra = {
    company_id: randomUUID(),
    is_deleted: true,
    visible: false,
    department_id: things.foreign.departmentId,
  }
  const set = await put({ captain_id: things.sibling.captainId, ...extra, stats: { distance: 0 } })
  expect(set.json()).toMatchObject({ captain: { name: 'Captain sibling' }, is_deleted: false, visible: true })
  expect((await put({ captain_id: null })).json().captain).toBeNull()
})

test('leaves every prototype unchanged', async () => {
  const bodies = [
    '{"captain_id":null,"__proto__":{"polluted":1}}',
    '{"captain_id":null,"constructor":{"prototype":{"polluted":1}}}',
    '{"__proto__":{"captain_id":null}}',
  ]
  for (const payload of bodies) {
    const answer = await api.app.inject({
      method: 'PUT',
      url: `/api/trips/${things.own.tripId}`,
      headers: { ...headers.admin, 'content-type': 'application/json' },
      payload,
    })
    expect([payload, answer.statusCode]).toEqual([payload, 400])
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  }
})
