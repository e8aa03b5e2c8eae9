import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/permissions.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import type { Clock } from '#server/platform/clock.ts'
import { apiKeys, organizations } from '#server/stores/relational/schema.ts'
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

let api: TestApi
let things: Record<Place, Thing>
let nowMs = Date.UTC(2026, 5, 18, 23, 59)
const clock: Clock = { nowMs: () => nowMs }
beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
})
afterAll(() => api.close())

let made = 0
async function key(where: Place, roleId: RoleId) {
  const secret = `bk_${'x'.repeat(40)}${++made}`
  const { organizationId, departmentId } = things[where]
  const row = { organizationId, departmentId, roleId, name: 'Weather bot', secretHash: hashOfKey(secret) }
  const [{ id } = { id: '' }] = await api.records.db
    .insert(apiKeys)
    .values({ ...row, firstDigits: 'bk_x', lastDigits: 'x' })
    .returning()
  return { id, headers: bearer(secret) }
}
const get = (headers: Record<string, string>, url: string) => api.app.inject({ url, headers })

test('a key that nobody made opens nothing', async () => {
  const answer = await get(bearer(`bk_${'y'.repeat(43)}`), '/api/vessels')
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_authenticated'])
})

test('a key reaches what its role may in its department, and is no person', async () => {
  const { headers } = await key('own', 'department-viewer')
  expect((await get(headers, '/api/vessels')).json().total).toBe(2)
  expect((await get(headers, `/api/vessels/${things.sibling.vesselId}`)).statusCode).toBe(404)
  expect((await get(headers, '/api/users')).statusCode).toBe(403)
  expect((await get(headers, '/api/users/me')).statusCode).toBe(403)
  expect((await get(headers, '/api/super/organizations')).statusCode).toBe(403)
  const upload = await api.app.inject({ method: 'POST', url: '/downloads/raw-data', headers, payload: {} })
  expect(upload.statusCode).not.toBe(200)
})

test('what a key did stands under its name in the audit log', async () => {
  const { headers, id } = await key('parent', 'organization-admin')
  const { departmentId } = things.own
  const fence = {
    ...{ name: 'Reef', department_id: departmentId, type: 'circle', createRule: false },
    ...{ coordinates: [{ lat: 64, lon: -22 }], radius: 500 },
  }
  const answer = await api.app.inject({ method: 'POST', url: '/api/geofences', headers, payload: fence })
  expect(answer.statusCode).toBe(200)
  const { data } = (await get(headers, '/api/audit?limit=1')).json()
  expect(data[0]).toMatchObject({
    act: 'geofence.create',
    actor: { type: 'api-key', id, name: 'Weather bot' },
  })
})

test('each call costs its key and its organization, a refused one nothing, and a new day begins anew', async () => {
  const { db } = api.records
  const { headers, id } = await key('parent', 'organization-viewer')
  const ofOrganization = eq(organizations.id, things.own.organizationId)
  await db
    .update(organizations)
    .set({ apiCreditsADay: 2, apiCreditsSpent: 0, apiCreditsDay: null })
    .where(ofOrganization)
  expect((await get(headers, '/api/vessels')).statusCode).toBe(200)
  expect((await get(headers, `/api/vessels/${things.foreign.vesselId}`)).statusCode).toBe(404)
  expect((await get(headers, '/api/vessels')).statusCode).toBe(200)
  const over = await get(headers, '/api/vessels')
  expect([over.statusCode, over.json().code]).toEqual([402, 'API_LIMIT_REACHED'])
  const superAdmin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('super-admin'))))
  const info = async () =>
    (await get(superAdmin, `/api/super/organizations/${things.own.organizationId}`)).json().public_api_info
  expect(await info()).toEqual({ max_credits: 2, remaining_credits: 0 })

  nowMs += 60_000
  expect((await get(headers, '/api/vessels')).statusCode).toBe(200)
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id))
  expect(row).toMatchObject({ usedCreditsTotal: 3, lastUsedAt: new Date(nowMs) })
  const again = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('super-viewer'))))
  const { public_api_info } = (
    await get(again, `/api/super/organizations/${things.own.organizationId}`)
  ).json()
  expect(public_api_info).toEqual({ max_credits: 2, remaining_credits: 1 })
})
