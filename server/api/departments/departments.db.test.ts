import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import { departments, organizations } from '#server/stores/relational/schema.ts'
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
const tokens = {} as Record<RoleId, string>

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLE_IDS)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
})
afterAll(() => api.close())

const ask = (as: RoleId, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
  api.app.inject({
    method,
    url: `/api/departments${path}`,
    headers: bearer(tokens[as]),
    ...(payload ? { payload } : {}),
  })
const form = (parent_id: string) => ({
  name: 'Akureyri',
  contact: 'nordur@one.example',
  country: 'Iceland',
  parent_id,
})

test('allows only administrators of the organization to make and remove departments', async () => {
  const { own } = things
  for (const as of ['department-admin', 'organization-viewer', 'super-viewer'] as const) {
    expect((await ask(as, 'POST', '', form(own.departmentId))).statusCode).toBe(403)
    expect((await ask(as, 'DELETE', `/${own.departmentId}`)).statusCode).toBe(403)
  }
  const made = await ask('organization-admin', 'POST', '', form(own.departmentId))
  expect(made.json()).toMatchObject({
    name: 'Akureyri',
    region: '',
    parent_id: own.departmentId,
    count: { users: 0, vessels: 0, captains: 0, trips: 0 },
  })
  expect((await ask('organization-admin', 'DELETE', `/${made.json().id}`)).json()).toEqual({ ok: true })
  expect((await ask('organization-admin', 'GET', `/${made.json().id}`)).statusCode).toBe(404)
})

test('refuses countries and regions that the form does not offer, and accepts the stored ones', async () => {
  const { own } = things
  const answerTo = async (method: 'POST' | 'PUT', path: string, change: object) => {
    const answer = await ask('organization-admin', method, path, change)
    return [answer.statusCode, answer.json().message ?? answer.json().region]
  }
  const wrong = { ...form(own.departmentId), name: 'Nowhere' }
  const noCountry = [400, 'country: There is no such country.']
  expect(await answerTo('POST', '', { ...wrong, country: 'Atlantis' })).toEqual(noCountry)
  expect(await answerTo('POST', '', { ...wrong, region: 'Liguria' })).toEqual([
    400,
    'region: There is no such region of the country.',
  ])
  const made = await ask('organization-admin', 'POST', '', { ...wrong, country: 'Italy', region: 'Liguria' })
  const path = `/${made.json().id}`
  expect(await answerTo('PUT', path, { country: 'Atlantis' })).toEqual(noCountry)
  expect((await answerTo('PUT', path, { region: 'Vesturland' }))[0]).toBe(400)
  expect(await answerTo('PUT', path, { country: 'Italy' })).toEqual([200, 'Liguria'])
  // A new country without a region clears the region.
  expect(await answerTo('PUT', path, { country: 'Iceland' })).toEqual([200, ''])
  await api.records.db
    .update(departments)
    .set({ country: 'Ísland', region: 'Vestfirðir' })
    .where(eq(departments.id, made.json().id))
  const kept = { country: 'Ísland', region: 'Vestfirðir', contact: 'other@one.example' }
  expect(await answerTo('PUT', path, kept)).toEqual([200, 'Vestfirðir'])
  await ask('organization-admin', 'DELETE', path)
})

test('refuses to delete a department that holds anything, and the top level', async () => {
  const refused = await ask('organization-admin', 'DELETE', `/${things.sibling.departmentId}`)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'DELETING_NON_EMPTY_DEPARTMENT_NOT_ALLOWED',
      message: 'You cannot delete a department that has users, vessels and/or captains assigned to it.',
    },
  ])
  const top = await ask('organization-admin', 'DELETE', `/${things.parent.departmentId}`)
  expect(top.statusCode).toBe(400)
})

test('refuses to move a department in a circle, or out of sight', async () => {
  const { own, child, sibling, parent, foreign } = things
  const move = async (as: RoleId, id: string, parent_id: string) =>
    (await ask(as, 'PUT', `/${id}`, { parent_id })).statusCode
  expect(await move('organization-admin', own.departmentId, child.departmentId)).toBe(400)
  expect(await move('organization-admin', own.departmentId, own.departmentId)).toBe(400)
  expect(await move('organization-admin', own.departmentId, foreign.departmentId)).toBe(400)
  expect(await move('organization-admin', parent.departmentId, own.departmentId)).toBe(400)
  expect(await move('department-admin', child.departmentId, sibling.departmentId)).toBe(400)
  // An unchanged parent may be sent even though the caller cannot see it.
  expect(await move('department-admin', own.departmentId, parent.departmentId)).toBe(200)
  const both = await Promise.all([
    move('organization-admin', own.departmentId, sibling.departmentId),
    move('organization-admin', sibling.departmentId, own.departmentId),
  ])
  expect(both.sort()).toEqual([200, 400])
  const put = (id: string) => ask('organization-admin', 'PUT', `/${id}`, { parent_id: parent.departmentId })
  expect([(await put(own.departmentId)).statusCode, (await put(sibling.departmentId)).statusCode]).toEqual([
    200, 200,
  ])
})

test('keeps fields that an edit does not name', async () => {
  const { id } = (
    await ask('organization-admin', 'POST', '', { ...form(things.own.departmentId), region: 'Vesturland' })
  ).json()
  const changed = (await ask('organization-admin', 'PUT', `/${id}`, { name: 'Dalvík' })).json()
  expect(changed).toMatchObject({
    name: 'Dalvík',
    region: 'Vesturland',
    country: 'Iceland',
    contact: 'nordur@one.example',
  })
})

test('orders, filters and pages departments by what they contain', async () => {
  const list = async (query: string) =>
    (await ask('organization-admin', 'GET', `?${query}`))
      .json()
      .data.map(({ name }: { name: string }) => name)
  const full = (await ask('organization-admin', 'GET', '?order[users]=desc')).json().data
  const users: number[] = full.map(({ count }: { count: { users: number } }) => count.users)
  expect(users).toEqual(users.toSorted((a, b) => b - a))
  expect(users[0]).toBeGreaterThan(users.at(-1) ?? Number.NaN)
  expect(await list('order[name]=asc&limit=2&skip=1')).toEqual(['Dalvík', 'One'])
  expect(await list('filter[name][contains]=dalvik')).toEqual(['Dalvík'])
  expect(await list(`filter[department_id][eq]=${things.own.departmentId}`)).toEqual([
    'Child',
    'Dalvík',
    'Own',
  ])
})

test('refuses to change departments when the organization works without them', async () => {
  const { db } = api.records
  const [row] = await db.select().from(departments).where(eq(departments.id, things.own.departmentId))
  const one = eq(organizations.id, row?.organizationId ?? '')
  await db.update(organizations).set({ departmentsFeature: false }).where(one)
  const { departmentId } = things.own
  for (const answer of [
    await ask('organization-admin', 'POST', '', form(departmentId)),
    await ask('organization-admin', 'PUT', `/${departmentId}`, { name: 'X' }),
    await ask('organization-admin', 'DELETE', `/${departmentId}`),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
  }
  await db.update(organizations).set({ departmentsFeature: true }).where(one)
})

test('refuses a name that another department has, ignoring case and accents, also when two come at once', async () => {
  const { own } = things
  const make = (name: string) => ask('organization-admin', 'POST', '', { ...form(own.departmentId), name })
  const first = (await make('Ísafjörður')).json()
  const refusal = { code: 'NAME_IN_USE', message: 'A department of this name exists already.' }
  for (const name of ['Ísafjörður', ' ISAFJORDUR ', 'ísafjorður']) {
    const answer = await make(name)
    expect([name, answer.statusCode, answer.json()]).toEqual([name, 409, refusal])
  }
  const second = (await make('Bolungarvík')).json()
  expect((await ask('organization-admin', 'PUT', `/${second.id}`, { name: 'isafjordur' })).json()).toEqual(
    refusal,
  )
  expect((await ask('organization-admin', 'PUT', `/${first.id}`, { name: 'ÍSAFJÖRÐUR' })).statusCode).toBe(
    200,
  )
  const rivals = await Promise.all(['Hólmavík', 'holmavik', 'HÓLMAVÍK'].map(make))
  expect(rivals.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
})
