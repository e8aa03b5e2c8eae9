/** Ids of others in every spelling, by every route and method. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
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
import { ROUTES } from '../routes.ts'

let api: TestApi
let things: Record<Place, Thing>
const tokens: Partial<Record<RoleId, string>> = {}
const LESSER = ['organization-admin', 'organization-viewer', 'department-admin', 'department-viewer'] as const
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  for (const roleId of LESSER) tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
})
afterAll(() => api.close())

const get = (url: string, as: RoleId = 'organization-admin', headers: Record<string, string> = {}) =>
  api.app.inject({ url, headers: { ...bearer(tokens[as] ?? ''), ...headers } })

const spellings = (id: string): string[] => [
  id,
  id.toUpperCase(),
  `{${id}}`,
  `%7B${id}%7D`,
  `urn:uuid:${id}`,
  id.replaceAll('-', ''),
  `0${id}`,
  `${id}%00`,
  `${id}%20`,
  `%20${id}`,
  `${id}/`,
  `${id}%2F`,
  `${id}.json`,
  `${id};a=b`,
  `${id}?id=${id}`,
  `${id}%2F..%2F${id}`,
  `../${id}`,
  `%2e%2e%2f${id}`,
  `..%5C${id}`,
  `*`,
  `:id`,
  `%`,
  `${id.slice(0, -1)}%30`,
  `null`,
  `1`,
]

test('finds nothing of other organizations by id, however the id is spelled', async () => {
  const { foreign } = things
  const items: [path: string, id: string][] = [
    ['/api/vessels/', foreign.vesselId],
    ['/api/trips/', foreign.tripId],
    ['/api/users/', foreign.userId],
    ['/api/departments/', foreign.departmentId],
    ['/api/alerts/', foreign.alertId],
    ['/api/sensors/', foreign.sensorId],
  ]
  for (const [path, id] of items) {
    const missing = spellings(randomUUID())
    for (const [n, spelling] of spellings(id).entries()) {
      const answer = await get(`${path}${spelling}`)
      const toMissing = await get(`${path}${missing[n]}`)
      expect([path, spelling, answer.statusCode, answer.body]).toEqual([
        path,
        spelling,
        toMissing.statusCode,
        toMissing.body,
      ])
      // A path that normalizes to a page answers with the console, which is not built here.
      expect([path, spelling, [400, 404, 503].includes(answer.statusCode)]).toEqual([path, spelling, true])
    }
  }
})

test('answers not found for what cannot be an id, on every route', async () => {
  tokens['super-admin'] = await tokenOf(api.app, await signIn(api.app, emailOf('super-admin')))
  const answerOf = async (method: string, url: string, payload?: object) => {
    const headers = bearer(tokens[url.startsWith('/api/super') ? 'super-admin' : 'organization-admin'] ?? '')
    const answer = await api.app.inject({
      method: method as 'POST',
      url,
      headers,
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.body }
  }
  const withParams = ROUTES.map(({ endpoint }) => endpoint).filter(({ path }) => path.includes('/:'))
  expect(withParams.length).toBeGreaterThan(20)
  for (const { method, path } of withParams) {
    const unknown = await answerOf(
      method,
      path.replaceAll(/:\w+/g, () => randomUUID()),
    )
    const nonsense = await answerOf(method, path.replaceAll(/:\w+/g, 'nonsense'))
    expect([method, path, nonsense]).toEqual([method, path, unknown])
  }
  expect(await answerOf('GET', '/api/trips/nonsense')).toMatchObject({ status: 404 })

  const resolution = { value: 60, type: 'seconds' }
  const asking: [path: string, body: (id: string) => object, status: number][] = [
    ['/fetcher/paths', (id) => ({ trip_ids: [id] }), 200],
    [
      '/fetcher/time-series',
      (id) => ({ filters: { trip_id: id }, fields: [{ field: 'sog' }], resolution }),
      404,
    ],
    ['/statistics/safety', (id) => ({ request_type: 'trip', trip_id: id }), 404],
    [`/api/trips/${things.own.tripId}/merge`, (id) => ({ with_trip_id: id }), 404],
    ['/api/comments', (id) => ({ trip_id: id, vessel_id: null, text: 'Fine' }), 400],
  ]
  for (const [path, body, status] of asking) {
    const unknown = await answerOf('POST', path, body(randomUUID()))
    expect([path, unknown.status]).toEqual([path, status])
    expect([path, await answerOf('POST', path, body('nonsense'))]).toEqual([path, unknown])
  }
  for (const list of ['trips', 'alerts', 'comments', 'vessels', 'users']) {
    const url = (id: string) => `/api/${list}?filter[id][eq]=${id}`
    expect([list, await answerOf('GET', url('nonsense'))]).toEqual([
      list,
      await answerOf('GET', url(randomUUID())),
    ])
    expect((await answerOf('GET', url('nonsense'))).body).toBe('{"data":[],"total":0}')
  }
})

test('refuses the calls of super users to everyone else', async () => {
  const paths = [
    '/api/super/organizations',
    '/api/super/organizations/',
    '/api/super//organizations',
    '/api//super/organizations',
    '//api/super/organizations',
    '/API/super/organizations',
    '/api/Super/Organizations',
    '/api/super%2Forganizations',
    '/api/%73uper/organizations',
    '/api/users/../super/organizations',
    '/api/users/..%2Fsuper/organizations',
    '/api/super/organizations;x',
    '/api/super/organizations?access=anyone',
    '/api/super/organizations/%2e',
    '/api/super/organizations%00',
    '/api/super/data',
    `/api/super/organizations/${things.foreign.organizationId}`,
    '/api/super/organizations/:id',
  ]
  const disguises: Record<string, string>[] = [
    {},
    { 'x-http-method-override': 'GET' },
    { 'x-original-url': '/api/users/me' },
    { 'x-rewrite-url': '/api/super/organizations' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-role-id': 'super-admin' },
    { host: 'localhost' },
  ]
  for (const as of LESSER) {
    for (const path of paths) {
      for (const disguise of disguises) {
        const answer = await get(path, as, disguise)
        expect([as, path, answer.statusCode >= 400]).toEqual([as, path, true])
        expect(answer.body).not.toContain('Two')
      }
      const head = await api.app.inject({ method: 'HEAD', url: path, headers: bearer(tokens[as] ?? '') })
      const options = await api.app.inject({
        method: 'OPTIONS',
        url: path,
        headers: bearer(tokens[as] ?? ''),
      })
      expect([head.statusCode >= 400, options.statusCode >= 400]).toEqual([true, true])
    }
  }
})

test('refuses other methods than the one of a call', async () => {
  const viewer = bearer(tokens['department-viewer'] ?? '')
  const { vesselId, userId } = things.own
  const tries = [
    { method: 'GET', url: `/api/users/${userId}`, headers: { 'x-http-method-override': 'DELETE' } },
    { method: 'POST', url: `/api/users/${userId}`, headers: { 'x-http-method-override': 'DELETE' } },
    { method: 'POST', url: `/api/users/${userId}?_method=DELETE`, headers: {} },
    { method: 'PATCH', url: `/api/users/${userId}`, headers: {} },
    { method: 'PUT', url: `/api/vessels/${vesselId}/location`, headers: {} },
    { method: 'TRACE', url: `/api/vessels/${vesselId}`, headers: {} },
  ] as const
  for (const { method, url, headers } of tries) {
    const answer = await api.app.inject({ method: method as 'GET', url, headers: { ...viewer, ...headers } })
    expect([method, url, answer.statusCode >= 400]).toEqual([method, url, true])
  }
  expect((await get(`/api/users/${userId}`)).statusCode).toBe(200)
})

test('returns nothing of other organizations in lists, whatever the filter', async () => {
  const { foreign } = things
  const secrets = [
    foreign.vesselId,
    foreign.tripId,
    foreign.userId,
    foreign.captainId,
    foreign.alertId,
    'Two',
  ]
  const lists = [
    'vessels',
    'trips',
    'users',
    'captains',
    'alerts',
    'departments',
    'audit',
    'vessels/map',
    'trips/live',
  ]
  const filters = [
    `filter[company_id][eq]=${foreign.organizationId}`,
    `filter[company_id]=${foreign.organizationId}`,
    `filter[organizationId][in]=${foreign.organizationId}`,
    `filter[department_id][eq]=${foreign.departmentId}`,
    `filter[department_id][in]=${foreign.departmentId},${things.own.departmentId}`,
    `filter[department_id][ne]=${things.own.departmentId}`,
    `filter[department_id][eq]=${foreign.departmentId}&filter[department_id][eq]=${foreign.departmentId}`,
    `filter[id][eq]=${foreign.vesselId}`,
    `filter[id][in]=${Object.values(foreign).join(',')}`,
    `filter[id][ne]=${things.own.vesselId}`,
    `filter[vessel_id][in]=${foreign.vesselId},${foreign.vesselId}`,
    `filter[or][0][company_id]=${foreign.organizationId}`,
    `filter[name][like]=%25`,
    `filter[name][eq]=' or 1=1 --`,
    `filter[name][contains]=%25`,
    `filter[__proto__][eq]=1`,
    `filter[constructor][eq]=1`,
    `order[company_id]=asc`,
    `order[name;select pg_sleep(9)]=asc`,
    `order[__proto__]=asc`,
    `limit=1000000000`,
    `skip=-1`,
    `company_id=${foreign.organizationId}`,
    `departmentIds=null`,
    `scope[organizationId]=${foreign.organizationId}`,
  ]
  for (const list of lists) {
    for (const filter of filters) {
      for (const as of ['organization-admin', 'department-viewer'] as const) {
        const answer = await get(`/api/${list}?${encodeURI(filter)}`, as)
        expect([list, filter, answer.statusCode < 500]).toEqual([list, filter, true])
        for (const secret of secrets) {
          // The answer may repeat the request, and nothing else.
          if (!filter.includes(secret))
            expect([list, filter, answer.body.includes(secret)]).toEqual([list, filter, false])
        }
        if (answer.statusCode === 200 && 'data' in answer.json()) {
          for (const { id } of answer.json().data) expect(secrets).not.toContain(id)
        }
      }
    }
  }
})

test('pollutes no prototype, by body, query or path', async () => {
  const poisons = [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"name":{"__proto__":{"polluted":1}}}',
    '{"__proto__":null}',
    '[{"__proto__":{"polluted":1}}]',
    '"__proto__"',
    'null',
  ]
  const token = bearer(tokens['organization-admin'] ?? '')
  for (const { endpoint } of ROUTES) {
    const url = endpoint.path.replace(/:\w+/g, '__proto__')
    for (const payload of poisons) {
      const query = '__proto__[polluted]=1&constructor[prototype][polluted]=1&filter[__proto__][polluted]=1'
      const { method } = endpoint
      const answer =
        method === 'GET'
          ? await api.app.inject({ method, url: `${url}?${query}`, headers: token })
          : await api.app.inject({
              method,
              url: `${url}?${query}`,
              headers: { ...token, 'content-type': 'application/json' },
              payload,
            })
      expect([method, url, payload, answer.statusCode < 500]).toEqual([method, url, payload, true])
      expect(({} as { polluted?: number }).polluted).toBeUndefined()
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('pollutes no prototype by the names of a form', async () => {
  const token = bearer(tokens['organization-admin'] ?? '')
  const names = [
    '__proto__',
    '__proto__[polluted]',
    'constructor',
    'constructor[prototype][polluted]',
    'toString',
  ]
  const { vesselId } = things.own
  const [images, logs] = ['/api/images/upload', `/api/vessels/${vesselId}/logs`]
  for (const url of [images, logs, `/api/vessels/${vesselId}/model`, '/api/charts']) {
    for (const name of names) {
      for (const value of ['1', new Blob(['1'])]) {
        const payload = new FormData()
        payload.append(name, value as Blob)
        const answer = await api.app.inject({ method: 'POST', url, headers: token, payload })
        expect([url, name, answer.statusCode]).toEqual([url, name, 400])
        expect(({} as { polluted?: number }).polluted).toBeUndefined()
      }
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([])
})
