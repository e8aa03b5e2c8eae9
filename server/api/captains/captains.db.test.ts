import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import { auditLog, departments, trips, vessels } from '#server/stores/relational/schema.ts'
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

let api: TestApi
let things: Record<Place, Thing>
const tokens = {} as Record<RoleId, string>

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLE_IDS)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
})
afterAll(() => api?.close())

const ask = (as: RoleId, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url, headers: bearer(tokens[as]), ...(payload && { payload }) })
const create = async (departmentId = things.own.departmentId, name = 'Nína') =>
  (await ask('organization-admin', 'POST', '/api/captains', { name, department_id: departmentId })).json()
const read = async (id: string) => (await ask('organization-viewer', 'GET', `/api/captains/${id}`)).json()

/** A trip of a captain, as the analysis leaves it. */
async function sail(captainId: string, minute: number, change: Partial<typeof trips.$inferInsert> = {}) {
  const { vesselId, organizationId } = things.own
  const startUs = Date.UTC(2026, 4, 1, 0, minute * 100) * 1000
  const [row] = await api.records.db
    .insert(trips)
    .values({ ...tripOf({ id: vesselId, organizationId }, startUs), captainId, ...change })
    .returning()
  return row?.id ?? ''
}

test('refuses a captain in a department out of reach, or without a name', async () => {
  const { own, sibling, foreign } = things
  const answerTo = async (as: RoleId, name: string, department_id: string) => {
    const answer = await ask(as, 'POST', '/api/captains', { name, department_id })
    return [answer.statusCode, answer.json().message]
  }
  expect((await answerTo('department-viewer', 'Nína', own.departmentId))[0]).toBe(403)
  expect(await answerTo('department-admin', 'Nína', sibling.departmentId)).toEqual([
    400,
    'department_id: there is no such department.',
  ])
  expect((await answerTo('organization-admin', 'Nína', foreign.departmentId))[0]).toBe(400)
  expect((await answerTo('organization-admin', ' ', own.departmentId))[1]).toContain('Name is required')
  expect((await answerTo('organization-admin', 'x'.repeat(51), own.departmentId))[1]).toContain(
    'Name must be at most 50 characters.',
  )
  const { id } = await create()
  const move = { name: 'Nína', department_id: sibling.departmentId }
  expect((await ask('department-admin', 'PUT', `/api/captains/${id}`, move)).statusCode).toBe(400)
})

test('makes and renames a captain, and audits it', async () => {
  const made = await create()
  expect(made).toMatchObject({ name: 'Nína', rank: { level: 0, title: 'trainee', rp: 0, avg_rp: null } })
  const changed = await ask('department-admin', 'PUT', `/api/captains/${made.id}`, {
    name: 'Nína Ösp',
    department_id: things.own.departmentId,
  })
  expect(changed.json().name).toBe('Nína Ösp')
  const acts = await api.records.db.select().from(auditLog).where(eq(auditLog.subjectId, made.id))
  expect(acts.map(({ act }) => act)).toEqual(['captain.create', 'captain.update'])
  expect(acts[1]?.after).toEqual({ name: 'Nína Ösp' })
})

test('orders the list by rank and by trips, captains without any at the end', async () => {
  const ids = [
    await create(undefined, 'Idle'),
    await create(undefined, 'Often'),
    await create(undefined, 'Far'),
  ]
  const [idle, often, far] = ids.map(({ id }) => id)
  await sail(often, 10, { rankPoints: 100 })
  await sail(often, 11, { rankPoints: 100 })
  await sail(often, 12, { rankPoints: 900_000, isDeleted: true })
  await sail(far, 13, { rankPoints: 5000 })
  const listed = async (order: string) => {
    const answer = await ask('organization-viewer', 'GET', `/api/captains?limit=100&${order}`)
    return (answer.json().data as { id: string }[])
      .map(({ id }) => id)
      .filter((id) => [idle, often, far].includes(id))
  }
  expect(await listed('order[rank]=desc')).toEqual([far, often, idle])
  expect(await listed('order[trips]=desc')).toEqual([often, far, idle])
})

test('ranks by points of the trips that count, and lowers the rank when a trip is deleted', async () => {
  const { id } = await create()
  const scored = (rankPoints: number, score: number) => ({
    rankPoints,
    stats: { score, fuel_consumption: 100, co2_emissions: 260, avg_fuel_rate_l_nm: 5, red_impacts: 2 },
  })
  await sail(id, 1, scored(19_000, 80))
  const second = await sail(id, 2, {
    ...scored(2000, 90),
    stats: { ...scored(0, 90).stats, avg_fuel_rate_l_nm: 10 },
  })
  await sail(id, 3, { visible: false, ...scored(500_000, 100) })
  await sail(id, 4, { rankPoints: 0, avgImpactG: 0.5 })
  expect(await read(id)).toMatchObject({
    rank: { level: 1, title: 'beginner', rp: 21_000, avg_rp: 10_500, avg_trip_score: 85 },
    count: { trips: 3 },
    stats: {
      nr_trips: 3,
      total_duration: 180,
      red_impacts: 4,
      avg_fuel_consumption: 100,
      avg_co2_emissions: 260,
      // 200 L on 20 + 10 nmi.
      avg_fuel_rate_l_nm: expect.closeTo(200 / 30, 6),
      avg_impact: 0.5,
    },
  })
  const listed = await ask('organization-viewer', 'GET', `/api/captains?filter[id]=${id}`)
  expect(listed.json().data[0]).toMatchObject({
    rank: { title: 'beginner', rp: 21_000 },
    count: { trips: 3 },
  })
  await ask('organization-admin', 'DELETE', `/api/trips/${second}`)
  expect((await read(id)).rank).toMatchObject({ title: 'trainee', rp: 19_000 })
})

test('keeps a deleted captain’s name on their trips', async () => {
  const { own } = things
  const { db } = api.records
  const { id } = await create(own.departmentId, 'Gone Later')
  await db.update(vessels).set({ captainId: id }).where(eq(vessels.id, own.vesselId))
  const tripId = await sail(id, 9)
  expect((await ask('organization-viewer', 'DELETE', `/api/captains/${id}`)).statusCode).toBe(403)
  expect((await ask('organization-admin', 'DELETE', `/api/captains/${id}`)).json()).toEqual({ ok: true })
  expect((await ask('organization-admin', 'GET', `/api/captains/${id}`)).statusCode).toBe(404)
  expect((await ask('organization-admin', 'DELETE', `/api/captains/${id}`)).statusCode).toBe(404)
  const { data } = (await ask('organization-admin', 'GET', `/api/captains?filter[id]=${id}`)).json()
  expect(data).toEqual([])
  const trip = (await ask('organization-admin', 'GET', `/api/trips/${tripId}`)).json()
  expect(trip.captain).toEqual({ id, name: 'Gone Later' })
  // A deleted captain cannot be given to a trip any more.
  const [vessel] = await db.select().from(vessels).where(eq(vessels.id, own.vesselId))
  expect(vessel?.captainId).toBeNull()
  const given = await ask('organization-admin', 'PUT', `/api/trips/${own.tripId}`, { captain_id: id })
  expect(given.statusCode).toBe(400)
})

test('allows a department to be deleted after its last captain was deleted', async () => {
  const { organizationId, departmentId: parentId } = things.parent
  const { db } = api.records
  const [department] = await db
    .insert(departments)
    .values({ organizationId, parentId, name: 'Short' })
    .returning()
  const departmentId = department?.id ?? ''
  const { id } = await create(departmentId)
  const remove = () => ask('organization-admin', 'DELETE', `/api/departments/${departmentId}`)
  expect((await remove()).json().code).toBe('DELETING_NON_EMPTY_DEPARTMENT_NOT_ALLOWED')
  await ask('organization-admin', 'DELETE', `/api/captains/${id}`)
  const counted = await ask('organization-admin', 'GET', `/api/departments/${departmentId}`)
  expect(counted.json().count.captains).toBe(0)
  expect((await remove()).json()).toEqual({ ok: true })
})

test('sums all trips for an organization', async () => {
  const { organizationId } = things.own
  const counted = (await api.records.db.select().from(trips)).filter(
    (trip) => trip.organizationId === organizationId && trip.visible && !trip.isDeleted,
  )
  const figures = (await ask('department-viewer', 'GET', '/api/organization/statistics')).json()
  expect(figures).toMatchObject({ nr_trips: counted.length, total_duration: counted.length * 60 })
})

test('accepts a call that announces JSON and has an empty body', async () => {
  const { id } = await create()
  const headers = { ...bearer(tokens['organization-admin']), 'content-type': 'application/json' }
  const made = await api.app.inject({ method: 'POST', url: '/api/captains', headers })
  expect([made.statusCode, made.json().code]).toEqual([400, 'invalid'])
  expect(made.json().message).toContain('name')
  const gone = await api.app.inject({ method: 'DELETE', url: `/api/captains/${id}`, headers })
  expect([gone.statusCode, gone.json()]).toEqual([200, { ok: true }])
  const poisoned = { method: 'POST' as const, url: '/api/captains', headers, payload: '{"__proto__": {}}' }
  expect((await api.app.inject(poisoned)).statusCode).toBe(400)
})
