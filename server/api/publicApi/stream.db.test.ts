import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { StreamEvent } from '#contract/wire/publicStream.ts'
import { alerts, apiKeys, organizations, vessels } from '#server/stores/relational/schema.ts'
import {
  addKey,
  type Place,
  type TestApi,
  type Thing,
  testApi,
  twoOrganizations,
} from '#server/testing/testApi.ts'

let api: TestApi
let things: Record<Place, Thing>
let url: string
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  url = await api.app.listen({ port: 0, host: 'localhost' })
})
afterAll(() => api.close())

const newKey = (roleId: RoleId = 'department-viewer', place: Place = 'own') =>
  addKey(api.records.db, things[place], roleId)
const ofOrganization = (place: Place) => eq(organizations.id, things[place].organizationId)
const grant = (place: Place, apiCreditsADay: number) =>
  api.records.db
    .update(organizations)
    .set({ apiCreditsADay, apiCreditsSpent: 0 })
    .where(ofOrganization(place))
const spent = async (place: Place) =>
  (await api.records.db.select().from(organizations).where(ofOrganization(place)))[0]?.apiCreditsSpent

interface Event {
  name: string
  id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: what an event carries, looked at by tests
  data: any
}

/** Reads events one by one; comments and empty events are left out. */
async function open(headers: Record<string, string>, query = '') {
  const leaving = new AbortController()
  const answer = await fetch(`${url}/public/v1/stream?every=1${query}`, { headers, signal: leaving.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<Event | null> {
    const end = text.indexOf('\n\n')
    if (end < 0) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done || value === undefined) return null
      text += value
      return next()
    }
    const fields = new Map(
      text
        .slice(0, end)
        .split('\n')
        .map((line) => line.split(/: (.*)/s) as [string, string]),
    )
    text = text.slice(end + 2)
    const [name, data] = [fields.get('event'), fields.get('data')]
    if (!name || !data) return next()
    const event = { name, id: fields.get('id'), data: JSON.parse(data) }
    expect(StreamEvent.safeParse({ event: name, ...event }).error?.issues ?? []).toEqual([])
    return event
  }
  return { answer, next, leave: () => leaving.abort() }
}

const NOWHERE = {
  ...{ lat: null, lon: null, cog: null, sog: null, sog_derived: false, impact: null, impact_time: null },
  ...{ temperature: null, wind_speed: null, wind_direction: null, wave_height: null, last_updated: null },
}
function move({ organizationId, departmentId, vesselId }: Thing, lat: number) {
  const nowMs = Date.now()
  const live = {
    ...NOWHERE,
    lat,
    lon: -22,
    sog: 10,
    last_updated: nowMs,
    measured_at: { sog: nowMs - 60_000 },
  }
  api.bus.publish({ type: 'vessel.moved', organizationId, departmentId, vesselId, live })
}
function raise({ organizationId, departmentId, vesselId, alertId }: Thing) {
  api.bus.publish({ type: 'alert.raised', organizationId, departmentId, vesselId, alertId })
}

test('opens only with a valid key that can pay, and reports unknown parameters', async () => {
  const status = async (headers: Record<string, string>, query?: string) =>
    (await open(headers, query)).answer.status
  const { headers } = await newKey()
  expect(await status({})).toBe(401)
  expect(await status(headers, '&topics=sonar')).toBe(400)
  await grant('own', 0)
  expect(await status(headers)).toBe(402)
  await grant('own', 1000)
})

test('streams what the key reaches and nothing else, starting with all of it', async () => {
  const { headers } = await newKey()
  const { answer, next, leave } = await open(headers)
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    'text/event-stream; charset=utf-8',
    'no-store',
  ])
  const first = await next()
  expect([first?.name, first?.data.full]).toEqual(['positions', true])
  const ids = first?.data.vessels.map(({ id }: { id: string }) => id)
  expect(new Set(ids)).toEqual(new Set([things.own.vesselId, things.child.vesselId]))
  for (const place of ['sibling', 'foreign', 'own'] as const) {
    raise(things[place])
    move(things[place], 64.5)
  }
  const events = [await next(), await next()]
  expect(events.map((event) => event?.name).sort()).toEqual(['alert', 'positions'])
  const alert = events.find((event) => event?.name === 'alert')
  expect(alert?.data).toMatchObject({ id: things.own.alertId, vessel_id: things.own.vesselId })
  const moved = events.find((event) => event?.name === 'positions')
  expect(moved?.data).toMatchObject({
    full: false,
    vessels: [{ id: things.own.vesselId, lat: 64.5, measured_at: { sog: expect.any(Number) } }],
  })
  leave()
})

test('resumes a lost connection with what was raised meanwhile', async () => {
  const { headers } = await newKey()
  const since = Date.now() - 1000
  await api.records.db.update(alerts).set({ createdAt: new Date(since - 1000) })
  await api.records.db
    .update(alerts)
    .set({ createdAt: new Date() })
    .where(eq(alerts.id, things.child.alertId))
  const { next, leave } = await open({ ...headers, 'last-event-id': String(since) }, '&topics=alerts')
  expect((await next())?.data.id).toBe(things.child.alertId)
  leave()
})

test('streams what another process raised while its event was lost', async () => {
  const { headers } = await newKey()
  await api.records.db.update(alerts).set({ createdAt: new Date(Date.now() - 60_000) })
  const { next, leave } = await open(headers, '&topics=alerts')
  await api.records.db
    .update(alerts)
    .set({ createdAt: new Date() })
    .where(eq(alerts.id, things.child.alertId))
  api.bus.publish({ type: 'events.missed', sinceMs: Date.now() - 30_000 })
  expect((await next())?.data.id).toBe(things.child.alertId)
  leave()
})

test('ends for a deleted key, and streams less for a lesser role', async () => {
  const { id, headers } = await newKey('organization-viewer', 'parent')
  const { next } = await open(headers, '&topics=positions')
  expect((await next())?.data.vessels).toHaveLength(4)
  await api.records.db
    .update(apiKeys)
    .set({ roleId: 'department-viewer', departmentId: things.own.departmentId })
    .where(eq(apiKeys.id, id))
  api.bus.publish({ type: 'rights.changed', userId: null })
  const again = await next()
  expect([again?.data.full, again?.data.vessels.length]).toEqual([true, 2])
  await api.records.db.delete(apiKeys).where(eq(apiKeys.id, id))
  const over = await next()
  expect([over?.name, over?.data.code]).toEqual(['end', 'not_authenticated'])
  expect(await next()).toBeNull()
})

test('charges a credit for a hundred rows, and ends with a message when none is left', async () => {
  const { organizationId, departmentId } = things.foreign
  const many = Array.from({ length: 100 }, (_, n) => ({ organizationId, departmentId, name: `Boat ${n}` }))
  await api.records.db.insert(vessels).values(many)
  const { headers } = await newKey('organization-viewer', 'foreign')
  await grant('foreign', 2)
  const whole = await open(headers, '&topics=positions')
  const first = await whole.next()
  expect([first?.name, first?.data.vessels.length > 100, await spent('foreign')]).toEqual([
    'positions',
    true,
    2,
  ])
  whole.leave()
  await grant('foreign', 1)
  const { next } = await open(headers, '&topics=positions')
  const last = await next()
  expect([last?.name, last?.data.code, await spent('foreign')]).toEqual(['end', 'API_LIMIT_REACHED', 1])
  expect(await next()).toBeNull()
})
