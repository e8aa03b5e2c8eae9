import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import { NIL_ID } from '#contract/wire/endpoint.ts'
import { DEFAULT_NOTIFICATIONS } from '#contract/wire/rule.ts'
import { listActs } from '#server/records/auditLog.ts'
import { versionsWithin } from '#server/records/versions.ts'
import { departments, geofences, vessels } from '#server/stores/relational/schema.ts'
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
let lineId: string
const tokens = {} as Record<RoleId, string>

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLE_IDS)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
  const { organizationId, departmentId } = things.own
  const coordinates = [
    { latitudeDeg: 64, longitudeDeg: -22 },
    { latitudeDeg: 64.1, longitudeDeg: -22 },
  ]
  const line = { organizationId, departmentId, name: 'Fairway', type: 'line', coordinates }
  const [row] = await api.records.db.insert(geofences).values(line).returning()
  lineId = row?.id ?? ''
})
afterAll(() => api.close())

const ask = (as: RoleId, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url: `/api${url}`, headers: bearer(tokens[as]), ...(payload ? { payload } : {}) })
const condition = {
  variable: { type: 'instant', field: 'sog' },
  operation: 'more_than',
  value: 10,
}
const anywhere = { enabled: false, ids: [], area_operation: 'inside' }
const threshold = () => ({
  type: 'threshold',
  severity: 'warning',
  department_id: things.own.departmentId,
  definition: { geofences: anywhere, logic: { and: [condition] } },
})
const crossing = (geofenceId: string) => ({
  ...threshold(),
  type: 'geofence',
  definition: { geofences: { ids: [geofenceId] }, trigger_on: 'cross' },
})
const within = (...ids: string[]) => ({
  definition: {
    geofences: { enabled: true, ids, area_operation: 'inside' },
    logic: { and: [condition] },
  },
})
const notifying = (...user_ids: string[]) => ({
  notifications: {
    ...DEFAULT_NOTIFICATIONS,
    email: { enabled: true, apply_to_all: false, user_ids },
  },
})
const make = async (change: object = {}) =>
  (await ask('organization-admin', 'POST', '/rules', { ...threshold(), ...change })).json()

test('states why a rule can never hold', async () => {
  const { organizationId, departmentId } = things.own
  const defect = async (change: object) => {
    const { id } = await make(change)
    const listed = (await ask('organization-admin', 'GET', `/rules?filter[id]=${id}`)).json().data[0]
    const found = (await ask('organization-admin', 'GET', `/rules/${id}`)).json()
    expect(found).toEqual(listed)
    return found.cannot_hold
  }
  const of = (field: string) => ({
    definition: {
      geofences: anywhere,
      logic: { and: [{ ...condition, variable: { type: 'instant', field } }] },
    },
  })
  expect(await defect({})).toBeUndefined()
  expect(await defect(of('oil_pressure'))).toBe('no_sensor')
  const [vessel] = await api.records.db.select().from(vessels).where(eq(vessels.id, things.own.vesselId))
  await api.telemetry.append([
    {
      ...{ vesselNumber: vessel?.number ?? 0, fixes: [], motion: [], ais: [], faults: [] },
      scalars: [{ timeUs: Date.now() * 1000, key: 'oil_pressure', instance: 1, value: 2e5, source: 1 }],
    },
  ])
  expect(await defect(of('oil_pressure'))).toBeUndefined()
  expect(await defect(of('oil_pressure_1'))).toBeUndefined()
  expect(await defect(of('oil_pressure_2'))).toBe('no_sensor')
  const [empty] = await api.records.db
    .insert(departments)
    .values({ organizationId, name: 'Empty', parentId: departmentId })
    .returning()
  expect(await defect({ department_id: empty?.id })).toBe('no_vessel')
})

test('refuses viewers, and departments that the caller cannot see', async () => {
  expect((await ask('organization-viewer', 'POST', '/rules', threshold())).statusCode).toBe(403)
  const foreign = { ...threshold(), department_id: things.foreign.departmentId }
  expect((await ask('organization-admin', 'POST', '/rules', foreign)).statusCode).toBe(400)
  const { id } = await make()
  const moved = await ask('organization-admin', 'PUT', `/rules/${id}`, foreign)
  expect([moved.statusCode, moved.json().message]).toEqual([
    400,
    'department_id: there is no such department.',
  ])
})

test.each(['foreign', 'sibling'] as const)('refuses boats, fences and people of %s', async (place) => {
  const { vesselId, geofenceId, userId } = things[place]
  const refusals = [
    { vessels: { apply_to_all: false, ids: [vesselId] } },
    { vessels: { apply_to_all: true, ids: [], excluded_ids: [vesselId] } },
    { ...crossing(geofenceId) },
    within(geofenceId),
    notifying(userId),
  ]
  for (const change of refusals) {
    const answer = await ask('organization-admin', 'POST', '/rules', { ...threshold(), ...change })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringMatching(/there is no such (vessel|geofence|user) in this department/),
    ])
    const { id } = await make()
    const changed = await ask('organization-admin', 'PUT', `/rules/${id}`, { ...threshold(), ...change })
    expect(changed.statusCode).toBe(400)
  }
})

test('excludes boats from a rule for all boats, and does not list the rule for them', async () => {
  const { vesselId } = things.own
  const rulesOf = async () => {
    const { data } = (await ask('organization-admin', 'GET', `/rules?filter[vessel_id]=${vesselId}`)).json()
    return (data as { id: string }[]).map(({ id }) => id)
  }
  const vessels = { apply_to_all: true, ids: [], excluded_ids: [vesselId, vesselId] }
  const made = await make({ vessels })
  expect(made.vessels).toEqual({ apply_to_all: true, ids: [], excluded_ids: [vesselId] })
  expect(await rulesOf()).not.toContain(made.id)
  const chosen = {
    ...threshold(),
    vessels: { apply_to_all: false, ids: [vesselId], excluded_ids: [vesselId] },
  }
  const changed = (await ask('organization-admin', 'PUT', `/rules/${made.id}`, chosen)).json()
  expect(changed.vessels).toEqual({ apply_to_all: false, ids: [vesselId] })
  expect(await rulesOf()).toContain(made.id)
})

test('stores repetition for a threshold rule, and for no other', async () => {
  const repeat = { times: 3, within_sec: 600 }
  const { definition } = threshold()
  expect((await make({ definition: { ...definition, repeat } })).definition).toMatchObject({ repeat })
  for (const wrong of [
    { times: 1, within_sec: 600 },
    { times: 101, within_sec: 600 },
    { times: 3, within_sec: 59 },
  ]) {
    const payload = { ...threshold(), definition: { ...definition, repeat: wrong } }
    expect((await ask('organization-admin', 'POST', '/rules', payload)).statusCode).toBe(400)
  }
})

test('has defaults: all boats, in the console and at the helm', async () => {
  const made = await make()
  expect(made).toMatchObject({
    ...threshold(),
    enabled: true,
    message: null,
    version: 1,
    vessels: { apply_to_all: true, ids: [] },
    notifications: { email: { enabled: false }, helm: { enabled: true }, console: { enabled: true } },
  })
  expect((await ask('organization-viewer', 'GET', `/rules/${made.id}`)).json()).toEqual(made)
})

test('takes an empty choice as everybody, and removes repeated choices', async () => {
  const { vesselId, userId, geofenceId } = things.own
  const all = await make({ vessels: { apply_to_all: false, ids: [] } })
  expect(all.vessels).toEqual({ apply_to_all: true, ids: [] })
  const some = await make({
    vessels: { apply_to_all: false, ids: [vesselId, vesselId] },
    ...within(geofenceId),
    ...notifying(userId),
  })
  expect(some).toMatchObject({ vessels: { apply_to_all: false, ids: [vesselId] }, ...notifying(userId) })
})

test('accepts a line for crossing, but neither for entering nor for restricting a threshold rule', async () => {
  expect((await make(within(lineId))).message).toContain('a line cannot restrict a threshold rule')
  const line = crossing(lineId)
  const entered = { ...line, definition: { ...line.definition, trigger_on: 'enter' } }
  expect((await make(entered)).message).toContain('a line can only be crossed')
  expect((await make(line)).definition.trigger_on).toBe('cross')
  expect((await make(within())).message).toContain('choose at least one geofence')
})

function fieldOf(variable: object) {
  return { definition: { geofences: anywhere, logic: { and: [{ ...condition, variable }] } } }
}

test.each([
  [{ department_id: null }, 'department_id: Department is required'],
  [{ severity: 'grave' }, 'severity: '],
  [{ definition: { geofences: anywhere, logic: { and: [{ ...condition, value: null }] } } }, 'You must'],
  [
    {
      definition: {
        geofences: anywhere,
        logic: { and: [{ ...condition, variable: { type: 'vfp', field: 'sog', period_sec: 4 } }] },
      },
    },
    'Duration must be at least 5 seconds',
  ],
  [{ definition: { geofences: anywhere, logic: { and: [] } } }, 'definition.logic.and'],
  [fieldOf({ type: 'instant', field: 'height_of_mast' }), 'there is no height_of_mast'],
  [fieldOf({ type: 'vfp', source: 'vessel-status', field: 'hour', period_sec: 60 }), 'as it is at a moment'],
  [
    { notifications: { ...DEFAULT_NOTIFICATIONS, escalation: { after_sec: 300, user_ids: [NIL_ID] } } },
    'there is no such user',
  ],
])('reports what is wrong with %j', async (change, message) => {
  const made = await ask('organization-admin', 'POST', '/rules', { ...threshold(), ...change })
  expect([made.statusCode, made.json().message]).toEqual([400, expect.stringContaining(message)])
  const { id } = await make()
  const changed = await ask('organization-admin', 'PUT', `/rules/${id}`, { ...threshold(), ...change })
  expect([changed.statusCode, changed.json().message]).toEqual([400, expect.stringContaining(message)])
})

test('switches off alone, changes as a whole, and keeps its type', async () => {
  const made = await make()
  const put = (body: object) => ask('organization-admin', 'PUT', `/rules/${made.id}`, body)
  const off = (await put({ enabled: false })).json()
  expect(off).toEqual({ ...made, enabled: false, version: 2 })
  const changed = (await put({ ...threshold(), severity: 'critical', message: ' Too fast ' })).json()
  expect(changed).toMatchObject({ severity: 'critical', message: 'Too fast', version: 3, id: made.id })
  const turned = await put(crossing(things.own.geofenceId))
  expect([turned.statusCode, turned.json().message]).toEqual([400, 'type: a rule keeps its type.'])
  expect((await put({})).statusCode).toBe(400)
})

test('refuses an edit when another person has changed the rule since it was read', async () => {
  const made = await make()
  const put = (change: object) =>
    ask('organization-admin', 'PUT', `/rules/${made.id}`, { ...threshold(), ...change })
  expect((await put({ message: 'Theirs', version: made.version })).statusCode).toBe(200)
  expect((await put({ message: 'Mine', version: made.version })).statusCode).toBe(409)
  expect((await put({ message: 'Mine', version: made.version + 1 })).statusCode).toBe(200)
})

test('keeps people and boats of a rule when something else changes, wherever they belong by now', async () => {
  const { userId } = things.own
  const { organizationId } = things.own
  const [gone] = await api.records.db
    .insert(geofences)
    .values({
      ...{ organizationId, departmentId: things.own.departmentId, name: 'Gone', type: 'circle' },
      ...{ coordinates: [{ latitudeDeg: 1, longitudeDeg: 1 }], radiusM: 5 },
    })
    .returning()
  const rule = { ...crossing(gone?.id ?? ''), ...notifying(userId) }
  const { id } = await make(rule)
  await ask('organization-admin', 'DELETE', `/geofences/${gone?.id}`)
  const changed = await ask('organization-admin', 'PUT', `/rules/${id}`, { ...rule, severity: 'critical' })
  expect(changed.statusCode).toBe(200)
})

test('lists no rule of one department for a boat of another', async () => {
  const { id } = await make()
  const rulesOf = async (vesselId: string) => {
    const url = `/rules?limit=100&filter[vessel_id]=${vesselId}`
    const { data } = (await ask('organization-admin', 'GET', url)).json()
    return data.map((rule: { id: string }) => rule.id)
  }
  expect(await rulesOf(things.own.vesselId)).toContain(id)
  expect(await rulesOf(things.sibling.vesselId)).not.toContain(id)
  const top = await make({ department_id: things.parent.departmentId })
  expect(await rulesOf(things.own.vesselId)).toContain(top.id)
})

test('finds a rule by the words of the list, in the reader’s language', async () => {
  const { id } = await make({ message: 'Of a kind', ...within(things.own.geofenceId) })
  const other = await make()
  const fence = await api.records.db.query.geofences.findFirst({
    where: eq(geofences.id, things.own.geofenceId),
  })
  const found = async (words: string, language = 'en') => {
    const url = `/api/rules?limit=100&filter[text][contains]=${encodeURIComponent(words)}`
    const headers = { ...bearer(tokens['organization-admin']), 'accept-language': language }
    const { data, total } = (await api.app.inject({ method: 'GET', url, headers })).json()
    expect(total).toBe(data.length)
    return data.map((rule: { id: string }) => rule.id)
  }
  expect(await found('OF A KIND')).toEqual([id])
  expect(await found(`10 kn, in ${fence?.name}`)).toContain(id)
  expect(await found(`10 kn, in ${fence?.name}`)).not.toContain(other.id)
  expect(await found('speed over ground above 10 kn')).toEqual(expect.arrayContaining([id, other.id]))
  expect(await found('velocità', 'it')).toContain(other.id)
  expect(await found('velocità')).toEqual([])
  expect(await found('nobody says this')).toEqual([])
})

test('deletes a rule, keeps its versions with their times, and audits who did it', async () => {
  const { id } = await make({ message: 'Speeding' })
  await ask('organization-admin', 'PUT', `/rules/${id}`, { enabled: false })
  expect((await ask('organization-viewer', 'DELETE', `/rules/${id}`)).statusCode).toBe(403)
  expect((await ask('organization-admin', 'DELETE', `/rules/${id}`)).json()).toEqual({ ok: true })
  expect((await ask('organization-admin', 'GET', `/rules/${id}`)).statusCode).toBe(404)
  const { organizationId } = things.own
  const ofTime = { fromMs: 0, toMs: Date.now() + 1000 }
  const kept = await versionsWithin(api.records.db, 'rule', organizationId, ofTime)
  expect(kept.filter(({ subjectId }) => subjectId === id)).toMatchObject([
    { content: { enabled: true }, untilMs: expect.any(Number) },
    { content: { enabled: false }, untilMs: expect.any(Number) },
  ])
  const filter = [{ field: 'subject_id', operator: 'eq' as const, value: id }]
  const acts = await listActs(api.records.db, organizationId, { skip: 0, limit: 10, order: [], filter })
  expect(acts.rows).toMatchObject([
    { act: 'rule.delete', subjectName: 'Speeding' },
    { act: 'rule.update', before: { enabled: true }, after: { enabled: false } },
    { act: 'rule.create' },
  ])
})
