import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Board } from '#contract/wire/board.ts'
import { alerts, auditLog, departments, messages, trips, vessels } from '#server/stores/relational/schema.ts'
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
let manager: { authorization: string }
let viewer: { authorization: string }

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  const as = async (role: 'department-admin' | 'department-viewer') =>
    bearer(await tokenOf(api.app, await signIn(api.app, emailOf(role))))
  manager = await as('department-admin')
  viewer = await as('department-viewer')
})
afterAll(() => api.close())

const read = async (headers = manager) => (await api.app.inject({ url: '/api/board', headers })).json<Board>()

const expectedBackOf = (vesselId: string) =>
  api.app.inject({ url: `/api/vessels/${vesselId}/expected-back`, headers: manager })

async function raise(minutesAgo: number, severity: string, more: object = {}): Promise<string> {
  const { organizationId, vesselId } = things.own
  const triggerUs = (Date.now() - minutesAgo * 60_000) * 1000
  const row = { organizationId, vesselId, type: 'external', severity, text: `${severity} ${minutesAgo}` }
  const [made] = await api.records.db
    .insert(alerts)
    .values({ ...row, triggerUs, ...more })
    .returning()
  return made?.id ?? ''
}

test('lets a viewer read the board, and neither write a note nor expect a boat', async () => {
  const { departmentId, vesselId } = things.own
  const note = { department_id: departmentId, text: 'x' }
  const expected = { expected_back: new Date().toISOString() }
  for (const answer of [
    await api.app.inject({ method: 'POST', url: '/api/watch-notes', headers: viewer, payload: note }),
    await api.app.inject({
      ...{ method: 'PUT', url: `/api/vessels/${vesselId}/expected-back`, headers: viewer },
      payload: expected,
    }),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
  expect((await read(viewer)).department.id).toBe(departmentId)
})

test('shows the alerts of a boat as one episode, the worst and newest first', async () => {
  await raise(30, 'warning')
  const critical = await raise(20, 'critical')
  for (const minutes of [9, 8, 7]) await raise(minutes, 'warning')
  await raise(5, 'info')
  await raise(6, 'critical', { acknowledgedAt: new Date() })
  await raise(25 * 60, 'critical')
  const [user] = await api.records.db.query.users.findMany({ limit: 1 })
  await api.records.db.insert(messages).values({
    ...{ organizationId: things.own.organizationId, alertId: critical, channel: 'email' as const },
    ...{ userId: user?.id ?? null, reason: 'rule' as const, state: 'sent' as const, nextAt: new Date() },
  })
  const board = await read()
  expect(board.episodes.map(({ severity, count }) => [severity, count])).toEqual([['critical', 5]])
  expect(board.episodes[0]?.alerts.map(({ text }) => text)).toEqual([
    ...['critical 20', 'warning 7', 'warning 8', 'warning 9', 'warning 30'],
  ])
  expect(board.waiting).toBe(5)
  expect(
    board.critical.map(({ id, notified, notified_total }) => [id, notified[0]?.to, notified_total]),
  ).toEqual([[critical, user?.name, 1]])
})

test('shows a boat that is out with its expected return, which its manager sets', async () => {
  const { organizationId, vesselId } = things.own
  const startUs = (Date.now() - 3_600_000) * 1000
  await api.records.db
    .insert(trips)
    .values({ ...tripOf({ id: vesselId, organizationId }, startUs), endUs: null, endCause: null })
  const expected_back = new Date(Date.now() - 60_000).toISOString()
  const answer = await api.app.inject({
    ...{ method: 'PUT', url: `/api/vessels/${vesselId}/expected-back`, headers: manager },
    payload: { expected_back },
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, { expected_back }])
  const [line] = await api.records.db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1)
  expect([line?.act, line?.userName, line?.after]).toEqual([
    ...['vessel.expected-back', 'department-admin', { expected_back }],
  ])
  const { boats } = await read()
  // The boat has no device, so it has never reported.
  expect(boats).toMatchObject([{ vessel_id: vesselId, expected_back, overdue: 'silent', last_word: null }])
  // One vessel alone answers the same.
  const own = await expectedBackOf(vesselId)
  expect([own.statusCode, own.json()]).toEqual([200, { expected_back }])
  await api.records.db.update(vessels).set({ expectedBackAt: null })
  expect((await expectedBackOf(vesselId)).json()).toEqual({ expected_back: null })
  expect((await expectedBackOf(things.foreign.vesselId)).statusCode).toBe(404)
})

test('keeps the notes of a department, newest first, with their authors', async () => {
  const { departmentId } = things.own
  for (const text of ['First', 'Second\n\nwith two parts', 'Third', 'Fourth']) {
    const payload = { department_id: departmentId, text }
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/watch-notes',
      headers: manager,
      payload,
    })
    expect(answer.json()).toMatchObject({ text, user: { name: 'department-admin' } })
  }
  expect((await read()).notes).toHaveLength(3)
  const list = await api.app.inject({
    url: `/api/watch-notes?filter[department_id][eq]=${departmentId}`,
    headers: viewer,
  })
  expect(list.json().total).toBe(4)
  // The board of a department below has notes of its own.
  const below = `/api/board?department_id=${things.child.departmentId}`
  expect((await api.app.inject({ url: below, headers: manager })).json<Board>().notes).toEqual([])
})

test('calls the top level by the name of the organization', async () => {
  const headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
  const { organization, department } = await read(headers)
  const rows = await api.records.db.select().from(departments)
  expect(department.name).toBe(organization)
  expect(rows.find(({ id }) => id === department.id)?.parentId).toBeNull()
})
