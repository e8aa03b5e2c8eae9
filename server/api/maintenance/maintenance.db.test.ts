import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import { DAY_MS, HOUR_MS } from '#contract/domain/time.ts'
import { countEngines } from '#server/processing/formulas/engines/countEngines.ts'
import { refreshEngines, storeSegments } from '#server/records/engines.ts'
import { auditLog, engines } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
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

const NOW = Date.UTC(2026, 8, 20, 12)
/** The engine runs for three hours until noon, ten days ago. */
const RAN_MS = NOW - 10 * DAY_MS - 3 * HOUR_MS
let api: TestApi
let things: Record<Place, Thing>
const tokens = {} as Record<RoleId, string>
let engineId = ''

beforeAll(async () => {
  api = await testApi({ clock: fixedClock(NOW) })
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLE_IDS)
    tokens[roleId] = await tokenOf(api.app, await signIn(api.app, emailOf(roleId)))
  await run()
})
afterAll(() => api.close())

/** Stores three hours of an engine with a counter, and counts them as processing does. */
async function run() {
  const { vesselNumber, vesselId } = things.own
  const scalars = Array.from({ length: 181 }, (_, minute) => {
    const timeUs = (RAN_MS + minute * 60_000) * 1000
    return { timeUs, key: 'engine_hours' as const, instance: 1, value: 3_600_000 + minute * 60 }
  })
  await api.telemetry.append([{ vesselNumber, scalars, fixes: [], motion: [], ais: [], faults: [] }])
  const span = { vesselNumber, fromUs: RAN_MS * 1000, toUs: (RAN_MS + 3 * HOUR_MS) * 1000 }
  const [counted] = await countEngines(api.telemetry, [span], [])
  if (!counted) throw new Error('nothing was counted')
  await api.records.db.transaction(async (tx) => {
    await storeSegments(tx, vesselId, counted)
    await refreshEngines(tx, vesselId, counted.fromUs, NOW)
  })
  const [engine] = await api.records.db.select().from(engines).where(eq(engines.vesselId, vesselId))
  engineId = engine?.id ?? ''
}

const ask = (as: RoleId, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url: `/api${url}`, headers: bearer(tokens[as]), ...(payload ? { payload } : {}) })
const admin = async (...[method, url, payload]: [Parameters<typeof ask>[1], string, object?]) => {
  const answer = await ask('department-admin', method, url, payload)
  return { status: answer.statusCode, ...answer.json() }
}
const addTask = async (task: object) => {
  const { data } = await admin('POST', `/vessels/${things.own.vesselId}/maintenance-tasks`, { tasks: [task] })
  return data[0]
}

test('lets viewers read, and only administrators write', async () => {
  const { vesselId } = things.own
  const tasks = { tasks: [{ title: 'Oil', every_months: 12 }] }
  for (const viewer of ['department-viewer', 'organization-viewer', 'super-viewer'] as const) {
    expect((await ask(viewer, 'GET', '/maintenance-tasks')).statusCode).toBe(200)
    expect((await ask(viewer, 'GET', `/vessels/${vesselId}/engines`)).json().total).toBe(1)
    expect((await ask(viewer, 'POST', `/vessels/${vesselId}/maintenance-tasks`, tasks)).statusCode).toBe(403)
    const reading = { at: new Date(NOW).toISOString(), hours: 1 }
    expect((await ask(viewer, 'POST', `/engines/${engineId}/hours`, reading)).statusCode).toBe(403)
  }
  const elsewhere = await ask('department-admin', 'GET', `/vessels/${things.foreign.vesselId}/engines`)
  expect(elsewhere.statusCode).toBe(404)
  // An engine of another vessel is none of this one.
  const sibling = `/vessels/${things.child.vesselId}/maintenance-tasks`
  const foreignEngine = { title: 'Oil', every_hours: 100, engine_id: engineId }
  expect((await ask('organization-admin', 'POST', sibling, { tasks: [foreignEngine] })).statusCode).toBe(400)
})

test('tells when a task is due at the pace of the boat', async () => {
  const [engine] = (await admin('GET', `/vessels/${things.own.vesselId}/engines`)).data
  expect(engine).toMatchObject({ instance: 1, hours: 1003, hours_source: 'counter', removed_at: null })
  // Three hours in ten days and three hours.
  expect(engine.hours_per_day).toBeCloseTo(0.29, 2)
  const task = await addTask({ title: 'Oil', engine_id: engineId, every_hours: 100, last_done_hours: 906 })
  expect(task).toMatchObject({ state: 'soon', due_by: 'hours', left_hours: 3, last_done_hours: 906 })
  const days = (Date.parse(task.due_at) - NOW) / DAY_MS
  expect(days).toBeGreaterThan(9)
  expect(days).toBeLessThan(11)
})

test('refuses a task without a limit, with two kinds of them, or without its engine', async () => {
  const url = `/vessels/${things.own.vesselId}/maintenance-tasks`
  for (const task of [
    { title: 'Oil' },
    { title: 'Oil', every_months: 12, due_on: '2027-01-01' },
    { title: 'Oil', every_hours: 100 },
    { title: 'Oil', every_months: 12, last_done_on: '2027-01-01' },
    { title: ' ', every_months: 12 },
  ])
    expect((await ask('department-admin', 'POST', url, { tasks: [task] })).statusCode).toBe(400)
})

test('begins the next interval where the work was done, and writes the service book', async () => {
  const task = await addTask({
    ...{ title: 'Impeller', engine_id: engineId, every_hours: 200, every_months: 12 },
    ...{ last_done_on: '2025-06-01', last_done_hours: 700 },
  })
  expect(task).toMatchObject({ state: 'due', left_hours: -103 })
  const done = { done_on: '2026-09-20', cost: 180, currency: 'EUR', parts: 'Impeller kit', done_by: 'Jón' }
  expect(
    (await admin('POST', `/maintenance-tasks/${task.id}/done`, { done_on: '2026-09-20', cost: 1 })).status,
  ).toBe(400)
  const line = await admin('POST', `/maintenance-tasks/${task.id}/done`, done)
  expect(line).toMatchObject({ ...done, status: 200, title: 'Impeller', hours: 1003, task_id: task.id })
  const { data } = await admin('GET', `/maintenance-tasks?filter[id]=${task.id}`)
  expect(data[0]).toMatchObject({ state: 'ok', last_done_hours: 1003, left_hours: 200 })
  // Work of long ago that is written down now does not move the next date back.
  await admin('POST', `/maintenance-tasks/${task.id}/done`, { done_on: '2024-09-20', hours: 500 })
  expect((await admin('GET', `/maintenance-tasks?filter[id]=${task.id}`)).data[0]).toMatchObject({
    left_hours: 200,
  })
  const book = await admin('GET', `/service-records?filter[task_id]=${task.id}`)
  expect(book.data.map(({ done_on }: { done_on: string }) => done_on)).toEqual(['2026-09-20', '2024-09-20'])
  await admin('DELETE', `/service-records/${book.data[1].id}`)
  // The book keeps its lines when the task is removed.
  await admin('DELETE', `/maintenance-tasks/${task.id}`)
  const { data: left } = await admin('GET', `/service-records?filter[id]=${book.data[0].id}`)
  expect(left).toMatchObject([{ title: 'Impeller', task_id: null }])
})

test('writes the service book as a table and a document', async () => {
  const url = `/vessels/${things.own.vesselId}/service-book`
  const table = await ask('department-viewer', 'GET', `${url}/csv`)
  expect(table.headers['content-type']).toContain('text/csv')
  expect(table.body).toContain('2026-09-20,"Impeller",1,1003.0,')
  const document = await ask('department-viewer', 'GET', `${url}/pdf?language=it`)
  expect(document.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const foreign = `/vessels/${things.foreign.vesselId}/service-book/csv`
  expect((await ask('department-viewer', 'GET', foreign)).statusCode).toBe(404)
})

test('closes work that is done once', async () => {
  const task = await addTask({ title: 'New cushions', due_on: '2026-09-25' })
  expect(task).toMatchObject({ state: 'soon', due_by: 'date' })
  await admin('POST', `/maintenance-tasks/${task.id}/done`, { done_on: '2026-09-20' })
  const open = await admin('GET', `/maintenance-tasks?filter[vessel_id]=${things.own.vesselId}`)
  expect(open.data.map(({ id }: { id: string }) => id)).not.toContain(task.id)
  const again = await admin('POST', `/maintenance-tasks/${task.id}/done`, { done_on: '2026-09-20' })
  expect(again.status).toBe(409)
  const { data } = await admin('GET', '/maintenance-tasks?filter[closed]=true')
  expect(data).toMatchObject([{ id: task.id }])
})

test('changes a task and keeps when it was last done', async () => {
  const task = await addTask({ title: 'Zinc', every_months: 6, last_done_on: '2026-05-01' })
  const changed = await admin('PUT', `/maintenance-tasks/${task.id}`, { title: 'Zincs', every_months: 12 })
  expect(changed).toMatchObject({
    ...{ title: 'Zincs', last_done_at: task.last_done_at },
    due_at: '2027-05-01T12:00:00.000Z',
  })
  const [noted] = await api.records.db.select().from(auditLog).where(eq(auditLog.act, 'maintenance.update'))
  expect(noted).toMatchObject({ before: { title: 'Zinc', every_months: 6 }, after: { title: 'Zincs' } })
})

test('corrects the hours by hand, within a segment, and keeps a log', async () => {
  // An hour after the engine began to run.
  const at = new Date(RAN_MS + HOUR_MS).toISOString()
  const corrected = await admin('POST', `/engines/${engineId}/hours`, { at, hours: 1500, note: 'Display' })
  expect(corrected).toMatchObject({ status: 200, hours: 1502 })
  const log = await admin('GET', `/engines/${engineId}/hours`)
  expect(log).toMatchObject({ total: 1 })
  expect(log.data[0]).toMatchObject({ kind: 'corrected', hours: 1500, at, note: 'Display' })
  const future = { at: new Date(NOW + HOUR_MS).toISOString(), hours: 1 }
  expect((await admin('POST', `/engines/${engineId}/hours`, future)).status).toBe(400)
})

test('begins with the hours of another engine after a replacement', async () => {
  const task = await addTask({ title: 'Belts', engine_id: engineId, every_hours: 500 })
  const at = new Date(RAN_MS + 2 * HOUR_MS).toISOString()
  const engine = { kind: 'diesel', model: 'D4', serial_number: 'A 1' }
  const made = await admin('POST', `/engines/${engineId}/replacement`, { ...engine, at, hours: 10 })
  expect(made).toMatchObject({ ...engine, status: 200, instance: 1, hours: 11, installed_at: at })
  const { data } = await admin('GET', `/vessels/${things.own.vesselId}/engines`)
  expect(data).toMatchObject([
    { id: made.id },
    // Until its replacement, an hour after the correction.
    { id: engineId, removed_at: at, hours: 1501 },
  ])
  const [moved] = (await admin('GET', `/maintenance-tasks?filter[id]=${task.id}`)).data
  expect(moved).toMatchObject({ engine: { id: made.id }, last_done_hours: 10, left_hours: 499 })
  const again = await admin('POST', `/engines/${engineId}/replacement`, { ...engine, at, hours: 0 })
  expect(again.status).toBe(409)
})

test('adds an engine that sends no data, once for each number', async () => {
  const url = `/vessels/${things.own.vesselId}/engines`
  const generator = { instance: 3, kind: 'diesel', model: 'Generator', serial_number: null, hours: 250 }
  expect(await admin('POST', url, generator)).toMatchObject({ hours: 250, hours_source: 'hand' })
  expect((await admin('POST', url, generator)).status).toBe(409)
})
