import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { createUser } from '#server/access/createUser.ts'
import { listActs } from '#server/records/auditLog.ts'
import {
  bearer,
  emailOf,
  PASSWORD,
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
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
})
afterAll(() => api.close())

const tokens = new Map<string, string>()
async function as(email: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  if (!tokens.has(email)) tokens.set(email, await tokenOf(api.app, await signIn(api.app, email)))
  const headers = bearer(tokens.get(email) ?? '')
  return api.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) })
}
const admin = emailOf('organization-admin')
const place = (where: Place, role_id: RoleId) => ({ department_id: things[where].departmentId, role_id })

let made = 0
async function person(where: Place, roleId: RoleId) {
  const email = `member${++made}@one.example`
  const { organizationId, departmentId } = things[where]
  const { id } = await createUser(api.records, {
    ...{ organizationId, departmentId, roleId, name: 'Birna', email, password: PASSWORD },
  })
  return { id, email }
}

test('refuses to give oneself a department, one out of reach, or more than one’s own role', async () => {
  const viewer = await person('own', 'department-viewer')
  const body = { name: 'Birna', ...place('own', 'department-viewer') }
  const further = (...memberships: object[]) => ({ ...body, memberships })
  const put = (email: string, payload: object) => as(email, 'PUT', `/users/${viewer.id}`, payload)
  expect((await put(viewer.email, further(place('child', 'department-admin')))).statusCode).toBe(403)
  const leader = emailOf('department-admin')
  expect((await put(leader, further(place('sibling', 'department-viewer')))).statusCode).toBe(400)
  expect((await put(leader, further(place('foreign', 'department-viewer')))).statusCode).toBe(400)
  expect((await put(leader, further(place('child', 'organization-admin')))).statusCode).toBe(403)
  expect((await put(admin, further(place('child', 'organization-viewer')))).statusCode).toBe(400)
  const twice = await put(admin, further(place('own', 'department-admin')))
  expect(twice.json()).toMatchObject({ code: 'invalid', message: expect.stringContaining('chosen once') })
  expect((await put(leader, further(place('child', 'department-admin')))).statusCode).toBe(200)
})

test('reaches the union of all departments, each with its own role', async () => {
  const { id, email } = await person('sibling', 'department-viewer')
  const seenBefore = (await as(email, 'GET', '/vessels')).json()
  expect(seenBefore.total).toBe(1)
  const body = { name: 'Birna', ...place('sibling', 'department-viewer') }
  const memberships = [place('child', 'department-admin')]
  expect((await as(admin, 'PUT', `/users/${id}`, { ...body, memberships })).json()).toMatchObject({
    memberships,
  })

  const names = (await as(email, 'GET', '/vessels?order[name]=asc'))
    .json()
    .data.map((one: { name: string }) => one.name)
  expect(names).toEqual(['Vessel child', 'Vessel sibling'])
  const departments = (await as(email, 'GET', '/departments'))
    .json()
    .data.map((one: { name: string }) => one.name)
  expect(departments).toEqual(['Child', 'Sibling'])
  const model = (where: Place) => as(email, 'DELETE', `/vessels/${things[where].vesselId}/model`)
  expect((await model('sibling')).statusCode).toBe(404)
  const narrowed = `/vessels?filter[department_id][eq]=${things.sibling.departmentId}`
  expect((await as(email, 'GET', narrowed)).json().total).toBe(1)
  expect((await as(email, 'GET', '/users')).json().data.map((one: { id: string }) => one.id)).toEqual(
    expect.arrayContaining([id, things.child.userId]),
  )

  const { permissions } = (await as(email, 'GET', '/users/me')).json()
  expect(permissions).toContain('vessel:vessel-view:*')
  expect(permissions).toContain(`vessel:vessel-edit:${things.child.departmentId}`)
  expect(permissions).not.toContain('vessel:vessel-edit:*')
})

test('removes a membership at once and leaves an audit line', async () => {
  const { id, email } = await person('sibling', 'department-viewer')
  const body = { name: 'Birna', ...place('sibling', 'department-viewer') }
  await as(admin, 'PUT', `/users/${id}`, { ...body, memberships: [place('child', 'department-viewer')] })
  expect((await as(email, 'GET', `/vessels/${things.child.vesselId}`)).statusCode).toBe(200)
  const kept = await as(admin, 'PUT', `/users/${id}`, { ...body, name: 'Birna Rán' })
  expect(kept.json().memberships).toHaveLength(1)
  await as(admin, 'PUT', `/users/${id}`, { ...body, memberships: [] })
  expect((await as(email, 'GET', `/vessels/${things.child.vesselId}`)).statusCode).toBe(404)
  const query = { skip: 0, limit: 1, order: [], filter: [] }
  const { rows } = await listActs(api.records.db, things.own.organizationId, query)
  expect(rows[0]).toMatchObject({
    ...{ act: 'user.update', actorType: 'user', userName: 'organization-admin' },
    before: { memberships: [place('child', 'department-viewer')] },
    after: { memberships: [] },
  })
})

test('shows a person to the manager of one of their departments, without changes elsewhere', async () => {
  const { id } = await person('sibling', 'department-admin')
  const body = { name: 'Birna', ...place('sibling', 'department-admin') }
  await as(admin, 'PUT', `/users/${id}`, { ...body, memberships: [place('child', 'department-viewer')] })
  const leader = emailOf('department-admin')
  expect((await as(leader, 'GET', `/users/${id}`)).statusCode).toBe(200)
  expect((await as(leader, 'PUT', `/users/${id}`, body)).statusCode).toBe(403)
  expect((await as(leader, 'DELETE', `/users/${id}`)).statusCode).toBe(403)
})

test('counts a department as not empty when a person belongs to it besides another', async () => {
  const parent_id = things.parent.departmentId
  const form = { name: 'Guests', contact: 'g@one.example', country: 'Iceland', parent_id }
  const { id: department_id } = (await as(admin, 'POST', '/departments', form)).json()
  const { id } = await person('sibling', 'department-viewer')
  const body = { name: 'Birna', ...place('sibling', 'department-viewer') }
  const memberships = [{ department_id, role_id: 'department-viewer' }]
  await as(admin, 'PUT', `/users/${id}`, { ...body, memberships })
  expect((await as(admin, 'GET', `/departments/${department_id}`)).json().count.users).toBe(1)
  const refused = await as(admin, 'DELETE', `/departments/${department_id}`)
  expect(refused.json().code).toBe('DELETING_NON_EMPTY_DEPARTMENT_NOT_ALLOWED')
  expect((await as(admin, 'DELETE', `/users/${id}`)).statusCode).toBe(200)
  expect((await as(admin, 'DELETE', `/departments/${department_id}`)).statusCode).toBe(200)
})
