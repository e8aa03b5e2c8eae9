/**
 * Every endpoint of the contract, asked by every role for things in every place: what a caller may not do is refused,
 * and what lies outside their scope looks as if it did not exist.
 */

import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { isSuper, ROLE_IDS, type RoleId, roleMay, seesWholeCompany } from '#contract/permissions.ts'
import { saveRejections } from '#server/records/rejections.ts'
import { ROUTES } from './routes.ts'
import {
  bearer,
  emailOf,
  PLACES,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from './testApi.ts'

interface Case {
  /** Parts of the call that name the thing. */
  call?: (thing: Thing) => { params?: Record<string, string>; body?: object }
  /** The answer holds the thing, or names it, exactly when the caller may see it. Without it: nothing of a thing. */
  shows?: (answer: string, thing: Thing) => boolean
  /** What an invisible thing is answered with: 404 when it is asked for by name, 200 without it in lists. */
  hidden: 404 | 200
}

const vesselItem: Case = {
  call: ({ vesselId }) => ({ params: { id: vesselId } }),
  hidden: 404,
}
const list = (idOf: (thing: Thing) => string): Case => ({
  shows: (answer, thing) => answer.includes(idOf(thing)),
  hidden: 200,
})
const nothingOfThings: Case = { hidden: 200 }
const range = { start_time: '2026-06-18T09:00:00Z', end_time: '2026-06-18T09:10:00Z' }
const series = { fields: [{ field: 'sog' }], resolution: { value: 1, type: 'seconds' } }

const CASES: Readonly<Record<string, Case>> = {
  'GET /api/users/me': nothingOfThings,
  'PUT /api/organization/update_last_login': nothingOfThings,
  'GET /api/organization': nothingOfThings,
  'GET /api/roles/options': nothingOfThings,
  'GET /api/holy-books/fields-bible': nothingOfThings,
  'GET /api/departments': list(({ departmentId }) => `"id":"${departmentId}"`),
  'GET /api/vessels/map': list(({ vesselId }) => vesselId),
  'GET /api/vessels': list(({ vesselId }) => vesselId),
  'GET /api/vessels/:id': vesselItem,
  'GET /api/vessels/:id/location': vesselItem,
  'GET /api/vessels/rejected': list(({ vesselId }) => vesselId),
  'GET /api/trips': list(({ tripId }) => tripId),
  'GET /api/trips/live': nothingOfThings,
  'GET /api/trips/:id': { ...vesselItem, call: ({ tripId }) => ({ params: { id: tripId } }) },
  'PUT /api/trips/:id': {
    ...vesselItem,
    call: ({ tripId, captainId }) => ({ params: { id: tripId }, body: { captain_id: captainId } }),
  },
  'POST /api/trips/:id/impact_report': {
    ...vesselItem,
    call: ({ tripId }) => ({ params: { id: tripId }, body: {} }),
  },
  'GET /api/trips/:id/sensors': { ...vesselItem, call: ({ tripId }) => ({ params: { id: tripId } }) },
  'GET /api/vessels/:id/sensors': {
    ...vesselItem,
    shows: (answer, { sensorId }) => answer.includes(sensorId),
  },
  'GET /api/sensors/:id': { ...vesselItem, call: ({ sensorId }) => ({ params: { id: sensorId } }) },
  'PUT /api/sensors/:id': {
    ...vesselItem,
    call: ({ sensorId }) => ({
      params: { id: sensorId },
      body: { description: 'Bow', use_with_safety_speed: false },
    }),
  },
  'GET /api/captains': list(({ captainId }) => captainId),
  'POST /fetcher/time-series': {
    ...vesselItem,
    call: ({ vesselId }) => ({ body: { ...series, filters: { vessel_id: vesselId, ...range } } }),
  },
  'POST /fetcher/paths': {
    ...list(({ tripId }) => tripId),
    call: ({ tripId }) => ({ body: { trip_ids: [tripId] } }),
  },
  'POST /fetcher/vessel-status': {
    ...list(({ vesselId }) => vesselId),
    call: ({ vesselId }) => ({ body: { vessel_ids: [vesselId] } }),
  },
}

let api: TestApi
let things: Record<Place, Thing>
const tokens = {} as Record<RoleId, string>
const endpoints = await endpointsOfContract()

beforeAll(async () => {
  api = await testApi()
  const { db } = api.records
  things = await twoOrganizations(db)
  for (const roleId of ROLE_IDS)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
  await saveRejections(
    db,
    Object.values(things).map(({ vesselId }) => ({
      deviceId: null,
      vesselId,
      reason: 'malformed',
      detail: '',
      count: 1,
    })),
  )
})
afterAll(() => api.close())

test('serves every endpoint of the contract and knows a case for each that is not for anyone', () => {
  const names = endpoints.map(nameOf).sort()
  expect(ROUTES.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual(names)
  const guarded = endpoints.filter(({ access }) => access !== 'anyone')
  expect(Object.keys(CASES).sort()).toEqual(guarded.map(nameOf).sort())
})

describe.each(
  endpoints.filter(({ access }) => access !== 'anyone').map((one) => [nameOf(one), one] as const),
)('%s', (name, endpoint) => {
  const known = CASES[name] ?? nothingOfThings

  test('is closed without a good token', async () => {
    for (const authorization of [undefined, 'Bearer ', 'Bearer x.y.z', `Basic ${tokens['super-admin']}`]) {
      const answer = await ask(endpoint, things.own, authorization ? { authorization } : {})
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_authenticated'])
    }
  })

  test.each(ROLE_IDS)('shows %s what they may see and nothing else', async (roleId) => {
    const missing = {
      ...things.own,
      vesselId: randomUUID(),
      tripId: randomUUID(),
      captainId: randomUUID(),
      sensorId: randomUUID(),
    }
    const toNothing = await ask(endpoint, missing, bearer(tokens[roleId]))
    for (const place of PLACES) {
      const thing = things[place]
      const answer = await ask(endpoint, thing, bearer(tokens[roleId]))
      const say = [roleId, place, answer.statusCode]
      if (!mayAsk(endpoint, roleId)) {
        expect([...say, answer.json().code]).toEqual([roleId, place, 403, 'not_allowed'])
      } else if (isVisibleTo(roleId, place)) {
        expect(say).toEqual([roleId, place, 200])
        if (known.shows) expect([...say, known.shows(answer.body, thing)]).toEqual([...say, true])
      } else {
        expect(say).toEqual([roleId, place, known.hidden])
        if (known.hidden === 404) expect(answer.body).toBe(toNothing.body)
        if (known.shows) expect([...say, known.shows(answer.body, thing)]).toEqual([...say, false])
        for (const id of [thing.vesselId, thing.tripId, thing.captainId])
          expect(answer.body).not.toContain(id)
      }
    }
  })
})

function ask(endpoint: AnyEndpoint, thing: Thing, headers: Record<string, string>) {
  const { params = {}, body } = CASES[nameOf(endpoint)]?.call?.(thing) ?? {}
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const payload = endpoint.method === 'GET' ? {} : { payload: body ?? {} }
  return api.app.inject({ method: endpoint.method, url, headers, ...payload })
}

function nameOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`
}

const mayAsk = ({ access }: AnyEndpoint, roleId: RoleId) => {
  if (access === 'anyone' || access === 'signed-in') return true
  if (access === 'super') return isSuper(roleId)
  return access === 'super-admin' ? roleId === 'super-admin' : roleMay(roleId, access)
}

const isVisibleTo = (roleId: RoleId, place: Place) =>
  seesWholeCompany(roleId) ? place !== 'foreign' : place === 'own' || place === 'child'

/** Whatever the contract exports that has a method, a path and a rule of access; the maps have a server of their own. */
async function endpointsOfContract(): Promise<AnyEndpoint[]> {
  const folder = new URL('../../contract/', import.meta.url)
  const files = readdirSync(folder).filter((name) => /^\w+\.ts$/.test(name) && name !== 'basemap.ts')
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}
