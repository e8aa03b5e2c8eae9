import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import { versionsWithin } from '#server/records/versions.ts'
import { geofences, rules } from '#server/stores/relational/schema.ts'
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

/** Time stamp that a change carries of the copy that it was made from: here, the present moment. */
const now = () => ({ modified_at: new Date().toISOString() })
const ask = (as: RoleId, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url: `/api${url}`, headers: bearer(tokens[as]), ...(payload ? { payload } : {}) })
const circle = () => ({
  name: 'Old harbour',
  type: 'circle',
  coordinates: [{ lat: 64.15, lon: -21.94 }],
  radius: 250,
  department_id: things.own.departmentId,
})
const line = { type: 'line', coordinates: [circleAt(0), circleAt(1)], radius: null }
function circleAt(lon: number) {
  return { lat: 64, lon }
}
const at = (...places: [number, number][]) => places.map(([lat, lon]) => ({ lat, lon }))
const rulesOf = (geofenceId: string) =>
  ask('organization-admin', 'GET', `/rules?filter[geofence_id]=${geofenceId}`)

test('refuses viewers, and departments that the caller cannot see', async () => {
  expect((await ask('organization-viewer', 'POST', '/geofences', circle())).statusCode).toBe(403)
  const elsewhere = { ...circle(), department_id: things.foreign.departmentId }
  const answer = await ask('organization-admin', 'POST', '/geofences', elsewhere)
  expect(answer.statusCode).toBe(400)
  const moved = await ask('organization-admin', 'PUT', `/geofences/${things.own.geofenceId}`, {
    department_id: things.foreign.departmentId,
    ...now(),
  })
  expect(moved.statusCode).toBe(400)
})

test('makes a geofence with a rule for crossings, in blue and no harbor unless requested', async () => {
  const made = await ask('organization-admin', 'POST', '/geofences', circle())
  expect(made.json()).toMatchObject({ ...circle(), is_harbor: false, color: 'BLUE' })
  const { data } = (await rulesOf(made.json().id)).json()
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({
    type: 'geofence',
    severity: 'info',
    enabled: true,
    department_id: things.own.departmentId,
    definition: { geofences: { ids: [made.json().id] }, trigger_on: 'cross', duration_sec: 10 },
    vessels: { apply_to_all: true, ids: [] },
  })
  const plain = await ask('organization-admin', 'POST', '/geofences', { ...circle(), createRule: false })
  expect((await rulesOf(plain.json().id)).json().data).toEqual([])
})

test.each([
  ['a name of blanks', { name: '  ' }, 'Name is required'],
  ['a long name', { name: 'x'.repeat(51) }, 'Name can be at most 50 characters.'],
  ['a name of two lines', { name: 'Old\nharbour' }, 'Control characters are not allowed'],
  ['a name that turns round', { name: 'Old \u202eruobrah' }, 'Control characters are not allowed'],
  ['a circle without a radius', { radius: null }, 'radius'],
  ['a circle with two centres', { coordinates: [circleAt(0), circleAt(1)] }, 'one centre'],
  ['a polygon of two corners', { ...line, type: 'polygon' }, 'at least 3'],
  ['a line of one point', { ...line, coordinates: [circleAt(0)] }, 'at least 2'],
  ['a line with a radius', { ...line, radius: 5 }, 'radius'],
  ['a line as a harbor', { ...line, is_harbor: true }, 'Harbors are polygons or circles.'],
  ['a place off the earth', { coordinates: [{ lat: 91, lon: 0 }] }, 'lat'],
  [
    'a bow tie',
    { ...line, type: 'polygon', coordinates: at([0, 0], [1, 1], [0, 1], [1, 0]) },
    'cross itself',
  ],
  ['half the globe', { ...line, coordinates: at([0, -90], [0, 0], [0, 90]) }, 'half round'],
  ['a million points', { ...line, coordinates: Array(1001).fill(circleAt(0)) }, 'coordinates'],
])('refuses %s and stores nothing', async (_, change, message) => {
  const before = await api.records.db.$count(geofences)
  const answer = await ask('organization-admin', 'POST', '/geofences', { ...circle(), ...change })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toContain(message)
  expect(await api.records.db.$count(geofences)).toBe(before)
})

test('changes the given fields and keeps the rest, and makes no line a harbor', async () => {
  const { id } = (await ask('organization-admin', 'POST', '/geofences', { ...circle(), ...line })).json()
  const changed = await ask('organization-admin', 'PUT', `/geofences/${id}`, {
    name: 'Fairway',
    color: 'ORANGE',
    coordinates: [circleAt(2), circleAt(3), circleAt(4)],
    ...now(),
  })
  expect(changed.json()).toMatchObject({ name: 'Fairway', color: 'ORANGE', type: 'line', radius: null })
  expect(changed.json().coordinates).toHaveLength(3)
  const harbor = await ask('organization-admin', 'PUT', `/geofences/${id}`, { is_harbor: true, ...now() })
  expect(harbor.json().message).toBe('Harbors are polygons or circles.')
  expect((await ask('organization-admin', 'GET', `/geofences?filter[id]=${id}`)).json().data).toEqual([
    changed.json(),
  ])
})

test('refuses an edit when another person has changed the fence since it was read', async () => {
  const made = (await ask('organization-admin', 'POST', '/geofences', circle())).json()
  const put = (change: object) => ask('organization-admin', 'PUT', `/geofences/${made.id}`, change)
  const { modified_at } = made
  const theirs = (await put({ name: 'Theirs', color: 'RED', modified_at })).json()

  const mine = { name: 'Mine', color: 'RED', is_harbor: true }
  const refused = await put({ ...mine, modified_at })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { code: 'conflict', message: 'Changed by somebody else in the meantime: name.' },
  ])
  const { data } = (await ask('organization-admin', 'GET', `/geofences?filter[id]=${made.id}`)).json()
  expect(data).toEqual([theirs])

  const blind = await put(mine)
  expect([blind.statusCode, blind.json().message]).toEqual([400, expect.stringContaining('modified_at')])

  // Changing fields that the other user left alone succeeds, and a user who has seen the other's change may replace it.
  expect((await put({ radius: 300, modified_at })).statusCode).toBe(200)
  expect((await put({ radius: 400, modified_at: theirs.modified_at })).statusCode).toBe(409)
  const replaced = await put({ ...mine, modified_at: theirs.modified_at })
  expect(replaced.json()).toMatchObject({ ...mine, radius: 300 })
})

test('deletes named rules together with the fence, but only those about it', async () => {
  const { id } = (await ask('organization-admin', 'POST', '/geofences', circle())).json()
  const [rule] = (await rulesOf(id)).json().data
  const foreign = await ask('organization-admin', 'DELETE', `/geofences/${id}`, {
    rule_ids: [rule.id, things.own.ruleId],
  })
  expect(foreign.statusCode).toBe(400)
  expect((await rulesOf(id)).json().total).toBe(1)
  const gone = await ask('organization-admin', 'DELETE', `/geofences/${id}`, { rule_ids: [rule.id] })
  expect(gone.json()).toEqual({ ok: true, disabled_rules: [] })
  expect(await api.records.db.$count(rules, eq(rules.id, rule.id))).toBe(0)
  expect(await api.records.db.$count(rules, eq(rules.id, things.own.ruleId))).toBe(1)
  expect((await ask('organization-admin', 'DELETE', `/geofences/${id}`)).statusCode).toBe(404)
})

test('disables the other rules about the deleted fence alone, and returns which', async () => {
  const [first, second] = [
    (await ask('organization-admin', 'POST', '/geofences', circle())).json(),
    (await ask('organization-admin', 'POST', '/geofences', { ...circle(), createRule: false })).json(),
  ]
  const limitedTo = async (ids: string[]) =>
    (
      await ask('organization-admin', 'POST', '/rules', {
        ...{ type: 'threshold', severity: 'warning', department_id: things.own.departmentId },
        definition: {
          geofences: { enabled: true, ids, area_operation: 'inside' },
          logic: { and: [{ variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 6 }] },
        },
      })
    ).json().id
  const [crossing] = (await rulesOf(first.id)).json().data
  const alone = await limitedTo([first.id])
  const both = await limitedTo([first.id, second.id])
  const answer = (await ask('organization-admin', 'DELETE', `/geofences/${first.id}`)).json()
  expect(answer.disabled_rules).toHaveLength(2)
  expect(answer.disabled_rules).toEqual(
    expect.arrayContaining([
      { id: crossing.id, message: null },
      { id: alone, message: null },
    ]),
  )
  const rule = async (id: string) => (await ask('organization-admin', 'GET', `/rules/${id}`)).json()
  expect(await rule(crossing.id)).toMatchObject({ enabled: false, cannot_hold: 'no_geofence' })
  expect(await rule(alone)).toMatchObject({ enabled: false, cannot_hold: 'no_geofence' })
  const other = await rule(both)
  expect([other.enabled, other.cannot_hold]).toEqual([true, undefined])
  // The last one goes too.
  expect(
    (await ask('organization-admin', 'DELETE', `/geofences/${second.id}`)).json().disabled_rules,
  ).toEqual([{ id: both, message: null }])
})

test('keeps the versions of a fence and its rule, with their times', async () => {
  const { id } = (await ask('organization-admin', 'POST', '/geofences', circle())).json()
  await ask('organization-admin', 'PUT', `/geofences/${id}`, { radius: 300, ...now() })
  const [rule] = (await rulesOf(id)).json().data
  await ask('organization-admin', 'DELETE', `/geofences/${id}`, { rule_ids: [rule.id] })
  const ofTime = { fromMs: 0, toMs: Date.now() + 1000 }
  const kept = async (kind: 'rule' | 'geofence', subject: string) =>
    (await versionsWithin(api.records.db, kind, things.own.organizationId, ofTime)).filter(
      ({ subjectId }) => subjectId === subject,
    )
  const untilMs = expect.any(Number)
  expect(await kept('geofence', id)).toMatchObject([
    { content: { radiusM: 250 }, untilMs },
    { content: { radiusM: 300 }, untilMs },
  ])
  expect(await kept('rule', rule.id)).toMatchObject([{ content: { definition: rule.definition }, untilMs }])
})
