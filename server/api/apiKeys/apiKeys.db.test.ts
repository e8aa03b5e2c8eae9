import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { auditLog, organizations } from '#server/stores/relational/schema.ts'
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
let admin: string
const nowMs = Date.UTC(2026, 5, 18, 21, 30)
beforeAll(async () => {
  api = await testApi({ clock: { nowMs: () => nowMs } })
  things = await twoOrganizations(api.records.db)
  admin = await as('organization-admin')
})
afterAll(() => api.close())

const as = async (role: RoleId) => tokenOf(api.app, await signIn(api.app, emailOf(role)))
const PATH = '/api/public-api-keys'
async function ask(token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await api.app.inject({
    method,
    url,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const botIn = (place: Place, role_id: RoleId) => ({
  ...{ name: 'Weather bot', role_id, department_id: things[place].departmentId },
})

test('refuses to make, list, rename or delete a key for anyone but an administrator of the organization', async () => {
  const viewer = await as('organization-viewer')
  const { body } = await ask(admin, 'POST', `${PATH}/v2`, botIn('own', 'department-viewer'))
  const statuses = [
    await ask(viewer, 'POST', `${PATH}/v2`, botIn('own', 'department-viewer')),
    await ask(viewer, 'PUT', `${PATH}/v2/${body.id}`, botIn('own', 'department-viewer')),
    await ask(viewer, 'DELETE', `${PATH}/${body.id}`),
    await ask(await as('department-admin'), 'GET', `${PATH}/usage`),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})

test('shows a key once, accepts it from then on, and refuses it once it is deleted', async () => {
  const made = await ask(admin, 'POST', `${PATH}/v2`, botIn('own', 'department-viewer'))
  expect(made.status).toBe(200)
  const { id, key, first_digits, last_digits } = made.body
  expect(key).toMatch(/^bk_[\w-]{43}$/)
  expect([key.startsWith(first_digits), key.endsWith(last_digits)]).toEqual([true, true])
  const listed = await api.app.inject({ url: `${PATH}?limit=40`, headers: bearer(admin) })
  expect([listed.statusCode, listed.body.includes(id), listed.body.includes(key)]).toEqual([200, true, false])
  expect((await ask(key, 'GET', '/public/v1/vessels')).status).toBe(200)
  expect((await ask(admin, 'DELETE', `${PATH}/${id}`)).status).toBe(200)
  expect((await ask(key, 'GET', '/public/v1/vessels')).status).toBe(401)
  expect((await ask(admin, 'DELETE', `${PATH}/${id}`)).status).toBe(404)
  const lines = await api.records.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
  expect(lines.map(({ act }) => act)).toEqual(['api-key.create', 'api-key.delete'])
  expect(JSON.stringify(lines)).not.toContain(key)
})

test('gives a key a role that suits its department, and never one above the organization', async () => {
  const refusals = [
    botIn('parent', 'department-viewer'),
    botIn('own', 'organization-viewer'),
    botIn('parent', 'super-viewer'),
    botIn('foreign', 'organization-viewer'),
    { ...botIn('own', 'department-viewer'), name: '' },
    { ...botIn('own', 'department-viewer'), name: 'x'.repeat(51) },
  ]
  for (const body of refusals) {
    expect((await ask(admin, 'POST', `${PATH}/v2`, body)).body).toMatchObject({ code: 'invalid' })
  }
  const superAdmin = await as('super-admin')
  expect((await ask(superAdmin, 'POST', `${PATH}/v2`, botIn('parent', 'super-admin'))).status).toBe(400)
})

test('refuses to make keys for a key, whatever its role', async () => {
  const { body } = await ask(admin, 'POST', `${PATH}/v2`, botIn('parent', 'organization-admin'))
  for (const [path, status] of [
    [PATH, 401],
    ['/public/v1/public-api-keys', 404],
  ] as const) {
    const answers = [
      await ask(body.key, 'POST', `${path}/v2`, botIn('own', 'department-viewer')),
      await ask(body.key, 'PUT', `${path}/v2/${body.id}`, botIn('parent', 'organization-admin')),
      await ask(body.key, 'DELETE', `${path}/${body.id}`),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status])
  }
})

test('renames a key without changing it, and shows what it may do from then on', async () => {
  const { body } = await ask(admin, 'POST', `${PATH}/v2`, botIn('own', 'department-viewer'))
  const { key, id } = body
  const captain = { name: 'Nína', department_id: things.own.departmentId }
  expect((await ask(key, 'POST', '/public/v1/captains', captain)).status).toBe(403)
  const changed = { ...botIn('own', 'department-admin'), name: 'Harbour screen' }
  expect((await ask(admin, 'PUT', `${PATH}/v2/${id}`, changed)).body).toMatchObject({
    ...{ id, name: 'Harbour screen', role_id: 'department-admin' },
  })
  expect((await ask(key, 'POST', '/public/v1/captains', captain)).status).toBe(200)
})

test('shows the credits of all keys together, and when they start again', async () => {
  await api.records.db
    .update(organizations)
    .set({ apiCreditsADay: 500, apiCreditsSpent: 120, apiCreditsDay: '2026-06-18' })
    .where(eq(organizations.id, things.own.organizationId))
  expect((await ask(admin, 'GET', `${PATH}/usage`)).body).toEqual({
    ...{ max_credits: 500, remaining_credits: 380, resets_at: '2026-06-19T00:00:00.000Z' },
  })
})
