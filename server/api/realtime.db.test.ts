import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { ROLE_IDS, roleMay, seesWholeOrganization } from '#contract/domain/permissions.ts'
import { ALIVE_EVERY_MS, type ServerMessage, TOPICS } from '#contract/wire/realtime.ts'
import type { WireMapVessel, WireVesselLive } from '#contract/wire/vessel.ts'
import { trips, users, vessels } from '#server/stores/relational/schema.ts'
import {
  emailOf,
  PLACES,
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
let address: string
const open: WebSocket[] = []

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as { port: number }
  address = `ws://127.0.0.1:${port}/realtime`
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(() => api.close())

const token = async (role: Parameters<typeof emailOf>[0]) =>
  tokenOf(api.app, await signIn(api.app, emailOf(role)))

/** A socket that stores the messages it received. */
async function connect(headers: Record<string, string> = {}) {
  const socket = new WebSocket(address, { headers })
  open.push(socket)
  const received: ServerMessage[] = []
  let closedWith: number | null = null
  let aliveCount = 0
  socket.on('message', (data) => {
    const message: ServerMessage = JSON.parse(String(data))
    if (message.type === 'alive') aliveCount += 1
    else received.push(message)
  })
  socket.on('close', (code) => {
    closedWith = code
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  const of = (topic: string) =>
    received.flatMap((message) => (message.type === 'data' && message.topic === topic ? message : []))
  return {
    socket,
    received,
    of,
    send: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    closedWith: () => closedWith,
    aliveCount: () => aliveCount,
    refusals: () =>
      received.flatMap((message) => (message.type === 'refused' ? [[message.topic, message.code]] : [])),
    vessels: () =>
      of('vessel_map_view').map(({ full, data }) => [
        full,
        (data as WireMapVessel[]).map(({ name }) => name).sort(),
      ]),
  }
}

async function signedIn(role: Parameters<typeof emailOf>[0], ...topics: string[]) {
  const client = await connect()
  client.send({ type: 'sign-in', token: await token(role) })
  for (const topic of topics) client.send({ type: 'subscribe', topic })
  await expect.poll(() => client.received.length).toBe(1 + topics.length)
  return client
}

const live = (change: Partial<WireVesselLive> = {}): WireVesselLive => ({
  lat: 64,
  lon: -22,
  cog: 90,
  sog: 12,
  sog_derived: false,
  impact: null,
  impact_time: null,
  temperature: null,
  wind_speed: null,
  wind_direction: null,
  wave_height: null,
  last_updated: Date.now(),
  ...change,
})

async function move(place: Place, change: Partial<WireVesselLive> = {}) {
  const { vesselId, departmentId } = things[place]
  const [vessel] = await api.records.db.select().from(vessels).where(eq(vessels.id, vesselId))
  const organizationId = vessel?.organizationId ?? ''
  api.bus.publish({ type: 'vessel.moved', organizationId, departmentId, vesselId, live: live(change) })
}

test('sends nothing to a caller who is not signed in', async () => {
  for (const message of [
    { type: 'subscribe', topic: 'vessel_map_view' },
    { type: 'subscribe', topic: 'vessel_map_view', once: true },
    { type: 'sign-in', token: 'a.b.c' },
  ]) {
    const client = await connect()
    client.send(message)
    await expect.poll(client.closedWith).toBe(4401)
    expect(client.refusals()).toEqual([[null, 'not_authenticated']])
  }
})

test('refuses a page of another site', async () => {
  await expect(connect({ origin: 'https://elsewhere.example' })).rejects.toThrow('403')
  await connect({ origin: address.replace('ws:', 'http:').replace('/realtime', '') })
})

test('sends the whole fleet of the scope at once and then what moves in it', async () => {
  const everybody = await signedIn('organization-viewer', 'vessel_map_view')
  const department = await signedIn('department-viewer', 'vessel_map_view')
  const names = (...places: Place[]) => places.map((place) => `Vessel ${place}`).sort()
  expect(everybody.vessels()).toEqual([[true, names('own', 'sibling', 'parent', 'child')]])
  expect(department.vessels()).toEqual([[true, names('own', 'child')]])
  await move('foreign')
  await move('sibling')
  await expect.poll(() => everybody.vessels().at(-1)).toEqual([false, names('sibling')])
  await move('child')
  await expect.poll(() => department.vessels().at(-1)).toEqual([false, names('child')])
  expect(JSON.stringify([everybody.received, department.received])).not.toContain(things.foreign.vesselId)
  expect(JSON.stringify(department.received)).not.toContain(things.sibling.vesselId)
})

test('sends the time of each value that is older than the newest', async () => {
  const { vesselId } = things.own
  const client = await signedIn('organization-viewer', 'vessel_map_view', `vessels/v3/${vesselId}`)
  const at = Date.now()
  const dataOf = (topic: string) =>
    client.received
      .flatMap((message) => (message.type === 'data' && message.topic === topic ? [message.data] : []))
      .flat()
      .findLast((one) => (one as WireVesselLive | null)?.last_updated === at) as WireVesselLive | undefined
  await move('own', { last_updated: at, measured_at: { sog: at - 60_000 } })
  for (const topic of ['vessel_map_view', `vessels/v3/${vesselId}`])
    await expect.poll(() => dataOf(topic)?.measured_at).toEqual({ sog: at - 60_000 })
  await move('own', { last_updated: at, sog: 13 })
  for (const topic of ['vessel_map_view', `vessels/v3/${vesselId}`]) {
    await expect.poll(() => dataOf(topic)?.sog).toBe(13)
    expect(dataOf(topic)).not.toHaveProperty('measured_at')
  }
})

test('sends signs of life to a signed-in caller, though nothing moves', async () => {
  const stranger = await connect()
  const client = await signedIn('department-viewer')
  await expect.poll(client.aliveCount, { timeout: 3 * ALIVE_EVERY_MS }).toBeGreaterThan(1)
  expect(stranger.aliveCount()).toBe(0)
})

test('follows one vessel, with its status', async () => {
  const topic = `vessels/v3/${things.own.vesselId}`
  const client = await signedIn('department-viewer', topic)
  await move('own', { sog: 5, cog: 45 })
  await expect.poll(() => client.of(topic).at(-1)?.data).toMatchObject({ sog: 5, cog: 45, status: 'sailing' })
})

test('refuses alike a vessel out of reach, a missing one, and an unknown topic', async () => {
  const client = await signedIn('department-viewer')
  const topics = [
    `vessels/v3/${things.foreign.vesselId}`,
    `vessels/v3/${things.sibling.vesselId}`,
    `vessels/v3/${randomUUID()}`,
    'vessels/v3/*',
    'vessels/v3/+',
    'vessels/#',
    '#',
    '__proto__',
    'constructor',
  ]
  for (const topic of topics) client.send({ type: 'subscribe', topic })
  await expect.poll(client.refusals).toEqual(topics.map((topic) => [topic, 'not_found']))
  await move('foreign')
  await move('sibling')
  await move('own')
  expect(client.received.filter(({ type }) => type === 'data')).toEqual([])
})

test('opens each topic to roles with the right to its content, within their reach, and to no other', async () => {
  for (const roleId of ROLE_IDS) {
    const client = await signedIn(roleId)
    const expected: unknown[] = []
    for (const [name, { access }] of Object.entries(TOPICS))
      for (const place of name.endsWith(':id') ? PLACES : (['own'] as const)) {
        const topic = name.replace(':id', things[place].vesselId)
        const isOpen = access === 'signed-in' || roleMay(roleId, access)
        const reaches = seesWholeOrganization(roleId)
          ? place !== 'foreign'
          : place === 'own' || place === 'child'
        client.send({ type: 'subscribe', topic })
        if (!isOpen || !reaches) expected.push([topic, isOpen ? 'not_found' : 'not_allowed'])
      }
    client.send({ type: 'subscribe', topic: 'the last' })
    await expect.poll(() => client.refusals().at(-1)).toEqual(['the last', 'not_found'])
    expect([roleId, client.refusals()]).toEqual([roleId, [...expected, ['the last', 'not_found']]])
  }
})

test('answers once and closes', async () => {
  const client = await signedIn('organization-viewer')
  client.send({ type: 'subscribe', topic: 'vessel_map_view', once: true })
  client.send({ type: 'subscribe', topic: 'preparation' })
  await expect.poll(() => client.of('preparation').length).toBe(1)
  await move('own')
  api.bus.publish({ type: 'preparation.progressed', done: 1, total: 2, what: 'history' })
  await expect
    .poll(() => client.of('preparation').at(-1)?.data)
    .toEqual({ done: 1, total: 2, what: 'history' })
  expect(client.vessels()).toHaveLength(1)
  api.bus.publish({ type: 'preparation.progressed', done: 2, total: 2, what: 'history' })
  await expect.poll(() => client.of('preparation').at(-1)?.data).toBeNull()
})

test('sends ids of trips that started to those who may see them, and puts them on the map', async () => {
  const everybody = await signedIn('organization-viewer', 'trips', 'vessel_map_view')
  const department = await signedIn('department-viewer', 'trips')
  const [vessel] = await api.records.db.select().from(vessels).where(eq(vessels.id, things.sibling.vesselId))
  if (!vessel) throw new Error('no vessel')
  const [trip] = await api.records.db
    .insert(trips)
    .values(tripOf(vessel, Date.now() * 1000))
    .returning()
  if (!trip) throw new Error('no trip')
  const { organizationId, departmentId, id: vesselId } = vessel
  api.bus.publish({ type: 'trip.started', organizationId, departmentId, vesselId, tripId: trip.id })
  await expect.poll(() => everybody.of('trips').at(-1)?.data).toEqual([trip.id])
  const onMap = () => (everybody.of('vessel_map_view').at(-1)?.data ?? []) as WireMapVessel[]
  await expect.poll(() => onMap()[0]?.trip_id, { timeout: 5000 }).toBe(trip.id)
  expect(department.of('trips').map(({ data }) => data)).toEqual([[]])
})

test('sends that rules of the organization changed, and of no other', async () => {
  const client = await signedIn('organization-viewer', 'rules')
  const { organizationId } = things.own
  expect(client.of('rules').map(({ data }) => data)).toEqual([[]])
  api.bus.publish({ type: 'rules.changed', organizationId: things.foreign.organizationId })
  api.bus.publish({ type: 'rules.changed', organizationId })
  await expect.poll(() => client.of('rules').at(-1)?.data).toEqual([organizationId])
})

test('applies lost and new rights while the socket is open', async () => {
  const client = await signedIn('department-admin', 'vessel_map_view', `vessels/v3/${things.own.vesselId}`)
  const { db } = api.records
  const who = eq(users.email, emailOf('department-admin'))
  const [user] = await db
    .update(users)
    .set({ departmentId: things.sibling.departmentId })
    .where(who)
    .returning()
  api.bus.publish({ type: 'rights.changed', userId: user?.id ?? '' })
  await expect.poll(() => client.vessels().at(-1)).toEqual([true, ['Vessel sibling']])
  await expect.poll(client.refusals).toEqual([[`vessels/v3/${things.own.vesselId}`, 'not_found']])
  await db.delete(users).where(who)
  api.bus.publish({ type: 'rights.changed', userId: user?.id ?? '' })
  await expect.poll(client.closedWith).toBe(4401)
})

test('closes when the session ends, without an event', async () => {
  const cookie = await signIn(api.app, emailOf('super-viewer'))
  const client = await connect()
  client.send({ type: 'sign-in', token: await tokenOf(api.app, cookie) })
  await expect.poll(() => client.received.length).toBe(1)
  const headers = { cookie, origin: 'http://localhost:3000' }
  await api.app.inject({ method: 'POST', url: '/identity/sign-out', headers, payload: {} })
  await expect.poll(client.closedWith, { timeout: 5000 }).toBe(4401)
})

test('closes when another user signs in on the same socket', async () => {
  const client = await signedIn('organization-viewer')
  client.send({ type: 'sign-in', token: await token('organization-viewer') })
  await expect.poll(() => client.received.length).toBe(2)
  client.send({ type: 'subscribe', topic: 'trips', token: await token('super-admin') })
  client.send({ type: 'sign-in', token: await token('super-admin') })
  await expect.poll(client.closedWith).toBe(4401)
})

test('reports an invalid message and continues', async () => {
  const client = await signedIn('organization-viewer')
  const odd = [
    '',
    'x',
    '[]',
    'null',
    '{"type":"__proto__"}',
    JSON.stringify({ type: 'subscribe' }),
    'x'.repeat(9000),
  ]
  for (const message of odd) client.send(message)
  await expect.poll(client.refusals).toEqual(odd.map(() => [null, 'invalid']))
  client.send({ type: 'subscribe', topic: 'trips' })
  await expect.poll(() => client.of('trips').length).toBe(1)
})

test('follows a super user into another organization and leaves the first', async () => {
  const client = await signedIn('super-admin', 'vessel_map_view', `vessels/v3/${things.own.vesselId}`)
  const before = client.received.length
  const { organizationId, vesselId } = things.foreign
  const answer = await api.app.inject({
    method: 'PUT',
    url: '/api/super/switch-organization',
    headers: { authorization: `Bearer ${await token('super-admin')}` },
    payload: { new_company_id: organizationId },
  })
  expect(answer.statusCode).toBe(200)
  await expect.poll(() => client.vessels().at(-1)).toEqual([true, ['Vessel foreign']])
  await expect.poll(client.refusals).toEqual([[`vessels/v3/${things.own.vesselId}`, 'not_found']])
  await move('own')
  await move('foreign')
  await expect.poll(() => client.vessels().at(-1)).toEqual([false, ['Vessel foreign']])
  const data = client.received.slice(before).filter(({ type }) => type === 'data')
  expect(JSON.stringify(data)).not.toContain(things.own.vesselId)
  expect(JSON.stringify(data)).toContain(vesselId)
})

test('sends settings of a whole organization to each of its open helms, and no other', async () => {
  const { own, foreign } = things
  const topic = `helm/${own.vesselId}`
  const client = await signedIn('department-viewer', topic)
  const receivedCount = () => client.of(topic).length
  const before = receivedCount()
  api.bus.publish({ type: 'organization.changed', organizationId: foreign.organizationId })
  const ask = async (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    as: 'super-admin' | 'organization-admin',
    payload?: object,
  ) => {
    const headers = { authorization: `Bearer ${await token(as)}` }
    const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const contact = 'one@one.example'
  await ask('PUT', '/api/organization', 'organization-admin', {
    ...{ name: 'One', contact, settings: { force_captain_login: true } },
  })
  await expect.poll(receivedCount).toBe(before + 1)
  await ask('PUT', `/api/super/organizations/${own.organizationId}`, 'super-admin', {
    features: { route_guidance: true },
  })
  await expect.poll(receivedCount).toBe(before + 2)
  const { id } = await ask('POST', '/api/captains', 'organization-admin', {
    ...{ name: 'Anna', department_id: own.departmentId },
  })
  await expect.poll(receivedCount).toBe(before + 3)
  await ask('PUT', `/api/captains/${id}`, 'organization-admin', {
    ...{ name: 'Anna Lind', department_id: own.departmentId },
  })
  await expect.poll(receivedCount).toBe(before + 4)
  await ask('DELETE', `/api/captains/${id}`, 'organization-admin')
  await expect.poll(receivedCount).toBe(before + 5)
})

test('closes when an administrator deletes the person', async () => {
  const client = await signedIn('organization-viewer')
  const [user] = await api.records.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('organization-viewer')))
  const answer = await api.app.inject({
    method: 'DELETE',
    url: `/api/users/${user?.id}`,
    headers: { authorization: `Bearer ${await token('organization-admin')}` },
  })
  expect(answer.statusCode).toBe(200)
  await expect.poll(client.closedWith).toBe(4401)
})

// This test comes last: its event makes the server send to all clients, some of it a moment later.
test('reads and sends everything again when events of other processes may have been lost', async () => {
  const topics = ['vessel_map_view', 'trips', 'alerts', 'rules']
  const client = await signedIn('department-viewer', ...topics)
  await api.records.db
    .update(vessels)
    .set({ name: 'Renamed elsewhere' })
    .where(eq(vessels.id, things.own.vesselId))
  api.bus.publish({ type: 'events.missed', sinceMs: Date.now() - 15_000 })
  await expect.poll(() => client.vessels().at(-1)?.[1]).toEqual(['Renamed elsewhere', 'Vessel child'])
  // An event for all subjects makes the console read the topic's data again.
  await expect
    .poll(() => topics.map((topic) => client.of(topic).filter(({ full }) => full).length))
    .toEqual(topics.map(() => 2))
})
