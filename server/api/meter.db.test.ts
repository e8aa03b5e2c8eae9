import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import type { Clock } from '#server/platform/clock.ts'
import { apiKeys, organizations } from '#server/stores/relational/schema.ts'
import {
  addKey,
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

let api: TestApi
let things: Record<Place, Thing>
let nowMs = Date.UTC(2026, 5, 18, 23, 59)
const clock: Clock = { nowMs: () => nowMs }
beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
})
afterAll(() => api.close())

const key = (where: Place, roleId: RoleId) => addKey(api.records.db, things[where], roleId)
const get = (headers: Record<string, string>, url: string) => api.app.inject({ url, headers })

test('refuses an invented key', async () => {
  const answer = await get(bearer(`bk_${'y'.repeat(43)}`), '/public/v1/vessels')
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_authenticated'])
})

test('slows background work during calls with a valid key alone', async () => {
  const rests = () => api.throttle.restMs(1, 1)
  await get(bearer(`bk_${'y'.repeat(43)}`), '/public/v1/vessels')
  expect(rests()).toBe(1)
  await get((await key('own', 'department-viewer')).headers, '/public/v1/vessels')
  expect(rests()).toBeGreaterThan(1)
})

test('allows a key what its role may in its department, on its own surface', async () => {
  const { headers } = await key('own', 'department-viewer')
  expect((await get(headers, '/public/v1/vessels')).json().total).toBe(2)
  expect((await get(headers, `/public/v1/vessels/${things.sibling.vesselId}`)).statusCode).toBe(404)
  expect((await get(headers, '/api/vessels')).statusCode).toBe(401)
  expect((await get(headers, '/public/v1/users')).statusCode).toBe(404)
})

test('answers each call with its cost and the rest of the day’s credits', async () => {
  const { db } = api.records
  const { headers } = await key('parent', 'organization-viewer')
  await db
    .update(organizations)
    .set({ apiCreditsADay: 52, apiCreditsSpent: 0 })
    .where(eq(organizations.id, things.own.organizationId))
  const creditsIn = ({ headers }: { headers: object }) =>
    Object.entries(headers).filter(([name]) => /^(ratelimit-|credits-|retry-)/.test(name))
  const left = (remaining: number, spent: number) => [
    ['ratelimit-limit', '52'],
    ['ratelimit-remaining', String(remaining)],
    ['ratelimit-reset', '60'],
    ['credits-spent', String(spent)],
  ]
  expect(creditsIn(await get(headers, '/public/v1/vessels'))).toEqual(left(51, 1))
  const missing = await get(headers, `/public/v1/vessels/${things.foreign.vesselId}`)
  expect(creditsIn(missing)).toEqual(left(51, 0))
  const payload = { trip_id: things.own.tripId, requestType: 'calc' }
  const url = '/public/v1/downloads/raw-data'
  const asked = await api.app.inject({ method: 'POST', url, headers, payload })
  expect(creditsIn(asked)).toEqual(left(1, 50))
  const over = await api.app.inject({ method: 'POST', url, headers, payload })
  expect([over.statusCode, creditsIn(over)]).toEqual([402, [...left(1, 0), ['retry-after', '60']]])
})

test('audits what a key did under its name', async () => {
  const { headers, id } = await key('parent', 'organization-admin')
  const { departmentId } = things.own
  const fence = {
    ...{ name: 'Reef', department_id: departmentId, type: 'circle', createRule: false },
    ...{ coordinates: [{ lat: 64, lon: -22 }], radius: 500 },
  }
  const answer = await api.app.inject({
    method: 'POST',
    url: '/public/v1/geofences',
    headers,
    payload: fence,
  })
  expect(answer.statusCode).toBe(200)
  const admin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
  const { data } = (await get(admin, '/api/audit?limit=1')).json()
  expect(data[0]).toMatchObject({
    act: 'geofence.create',
    actor: { type: 'api-key', id, name: 'Weather bot' },
  })
})

test('refuses raw data when too few credits are left, and charges nothing', async () => {
  const { db } = api.records
  const { headers } = await key('parent', 'organization-viewer')
  const ofOrganization = eq(organizations.id, things.own.organizationId)
  const { vesselId: vessel_id, vesselNumber } = things.own
  const startUs = Date.UTC(2026, 5, 18, 9) * 1000
  const scalars = Array.from({ length: 250 }, (_, i) => ({
    ...{ timeUs: startUs + i * 1_000_000, key: 'sog' as const, instance: 0, value: 5 },
  }))
  await api.telemetry.append([{ vesselNumber, scalars, fixes: [], ais: [], motion: [], faults: [] }])
  const payload = {
    ...{ fields: [{ field: 'sog' }], resolution: { value: 1, type: 'seconds' } },
    filters: { vessel_id, start_time: '2026-06-18T09:00:00Z', end_time: '2026-06-18T09:04:09Z' },
  }
  const raw = () =>
    api.app.inject({ method: 'POST', url: '/public/v1/fetcher/time-series', headers, payload })
  const grant = (apiCreditsADay: number) =>
    db.update(organizations).set({ apiCreditsADay, apiCreditsSpent: 0 }).where(ofOrganization)
  const spent = async () => (await db.select().from(organizations).where(ofOrganization))[0]?.apiCreditsSpent
  await grant(2)
  const refused = await raw()
  expect([refused.statusCode, refused.json().code, await spent()]).toEqual([402, 'API_LIMIT_REACHED', 0])
  await grant(3)
  expect([(await raw()).statusCode, await spent()]).toEqual([200, 3])
})

test('charges the key and its organization for each call, nothing for a refusal, and restarts each day', async () => {
  const { db } = api.records
  const { headers, id } = await key('parent', 'organization-viewer')
  const ofOrganization = eq(organizations.id, things.own.organizationId)
  await db
    .update(organizations)
    .set({ apiCreditsADay: 2, apiCreditsSpent: 0, apiCreditsDay: null })
    .where(ofOrganization)
  expect((await get(headers, '/public/v1/vessels')).statusCode).toBe(200)
  expect((await get(headers, `/public/v1/vessels/${things.foreign.vesselId}`)).statusCode).toBe(404)
  expect((await get(headers, '/public/v1/vessels')).statusCode).toBe(200)
  const over = await get(headers, '/public/v1/vessels')
  expect([over.statusCode, over.json().code]).toEqual([402, 'API_LIMIT_REACHED'])
  const superAdmin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('super-admin'))))
  const info = async () =>
    (await get(superAdmin, `/api/super/organizations/${things.own.organizationId}`)).json().public_api_info
  expect(await info()).toEqual({ max_credits: 2, remaining_credits: 0 })

  nowMs += 60_000
  expect((await get(headers, '/public/v1/vessels')).statusCode).toBe(200)
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id))
  expect(row).toMatchObject({ usedCreditsTotal: 3, lastUsedAt: new Date(nowMs) })
  const again = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('super-viewer'))))
  const { public_api_info } = (
    await get(again, `/api/super/organizations/${things.own.organizationId}`)
  ).json()
  expect(public_api_info).toEqual({ max_credits: 2, remaining_credits: 1 })
})
