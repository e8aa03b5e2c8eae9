/** Links to one trip: a link opens its trip and nothing else, by any route and in any spelling. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedPathOf, wallPathOf } from '#contract/wire/endpoint.ts'
import type { ShareLink } from '#contract/wire/shareLink.ts'
import {
  auditLog,
  comments,
  images,
  organizations,
  shareLinks,
  trips,
  users,
  vessels,
} from '#server/stores/relational/schema.ts'
import { playReadings } from '#server/testing/playMovement.ts'
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
  tripOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { expectRefusedByCalls, expectRefusedByStreams } from '#server/testing/tokenOfLink.ts'
import { ROUTES } from '../routes.ts'

const BEGIN_MS = Date.UTC(2026, 5, 18, 9)
let api: TestApi
let things: Record<Place, Thing>
let admin: { authorization: string }
/** Ids that only signed-in users may read. */
let hidden: string[]
let chosen: string
let unchosen: string

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  admin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
  const { organizationId, vesselId, tripId, vesselNumber } = things.own
  const { db } = api.records
  const comment = async (text: string, about: string | null = tripId) => {
    const row = { organizationId, vesselId, tripId: about, text }
    const [made] = await db.insert(comments).values(row).returning()
    return made?.id ?? ''
  }
  chosen = await comment('Chosen words')
  unchosen = await comment('Unchosen words')
  hidden = PLACES.filter((place) => place !== 'own').flatMap((place) => [
    things[place].tripId,
    things[place].vesselId,
  ])
  await api.telemetry.append([playReadings(vesselNumber, '08:00 12kn, 09:00 12kn, 10:00 12kn, 11:00 12kn')])
})
afterAll(() => api.close())

interface Made {
  id: string
  token: string
}
async function share(more: object = {}, tripId = things.own.tripId): Promise<Made> {
  const payload = { trip_id: tripId, valid_days: 7, ...more }
  const answer = await api.app.inject({ method: 'POST', url: '/api/share-links', headers: admin, payload })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('share_path')])
  const { id, share_path } = answer.json<{ id: string; share_path: string }>()
  return { id, token: share_path.replace('/shared/', '') }
}
const send = (method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
  api.app.inject({ method, url, headers: bearer(token), ...(payload ? { payload } : {}) })
const open = (share_token: string) =>
  api.app.inject({ method: 'POST', url: '/api/shared', payload: { share_token } })
const revoke = (id: string) =>
  api.app.inject({ method: 'DELETE', url: `/api/share-links/${id}`, headers: admin })
const tripUrl = (id = things.own.tripId) => `/api/shared/trips/${id}`

test('shows the trip of a link, without captain and alerts', async () => {
  const { token } = await share({ comment_ids: [chosen] })
  const opened = await open(token)
  expect(opened.json()).toMatchObject({ trip_id: things.own.tripId, event_time: null, num_comments: 1 })
  const answer = await send('GET', tripUrl(), token)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    id: things.own.tripId,
    captain: null,
    captain_id: null,
    num_alerts: 0,
  })
  expect(answer.body).not.toContain(things.own.organizationId)
  expect(answer.body).not.toContain(things.own.departmentId)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  const answered = await send('GET', '/api/shared/comments?limit=50', token)
  expect(answered.body).toContain('Chosen words')
  expect(answered.body).not.toContain('Unchosen words')
  const asked = `/api/shared/comments?filter[id]=${unchosen}`
  expect((await send('GET', asked, token)).body).not.toContain('Unchosen words')
})

test('shows no name that the maker of the link did not choose', async () => {
  const { db } = api.records
  const { organizationId, vesselId, userId } = things.own
  await db.update(vessels).set({ name: 'Boat of that name' }).where(eq(vessels.id, vesselId))
  await db
    .update(organizations)
    .set({ name: 'Owners of that name' })
    .where(eq(organizations.id, organizationId))
  await db.update(users).set({ name: 'Writer of that name' }).where(eq(users.id, userId))
  await db.update(comments).set({ userId }).where(eq(comments.id, chosen))
  const model = { fileKey: 'k', fileName: 'boat.glb', bytes: 1, triangles: 1, uploadedAtMs: 0 }
  await db.update(vessels).set({ model }).where(eq(vessels.id, vesselId))
  const shownBy = async (names: string[] | undefined) => {
    const { token, id } = await share({ comment_ids: [chosen], ...(names && { names }) })
    const bodies = [
      (await open(token)).body,
      (await send('GET', tripUrl(), token)).body,
      (await send('GET', '/api/shared/comments', token)).body,
      (await send('GET', '/api/shared/models', token)).body,
      (await send('POST', `${tripUrl()}/impact_report`, token, {})).body,
    ]
    expect(bodies[2]).toContain('Chosen words')
    expect(bodies[3]).toContain('boat.glb')
    if (!names?.includes('commenters')) expect(bodies.join()).not.toContain(userId)
    await revoke(id)
    return ['Boat', 'Owners', 'Writer'].filter((who) => bodies.join().includes(`${who} of that name`))
  }
  expect(await shownBy(undefined)).toEqual([])
  expect(await shownBy(['nearby'])).toEqual([])
  expect(await shownBy(['vessel'])).toEqual(['Boat'])
  expect(await shownBy(['organization'])).toEqual(['Owners'])
  expect(await shownBy(['commenters'])).toEqual(['Writer'])
  await db.update(vessels).set({ model: null }).where(eq(vessels.id, vesselId))
})

test('refuses the token of a link everywhere else, however it is sent', async () => {
  const { token } = await share()
  await expectRefusedByCalls(api, token, wallPathOf, { ...things.own, eventTime: new Date(0).toISOString() })
})

test('refuses the token at sockets and streams', async () => {
  const { token } = await share()
  await expectRefusedByStreams(api, token)
})

test('has only calls of one trip on its own surface', async () => {
  const { token } = await share()
  const served: string[] = []
  for (const { endpoint } of ROUTES) {
    const url = sharedPathOf(endpoint).replace(/:(\w+)/g, () => things.own.tripId)
    const payload = endpoint.method === 'GET' ? {} : { payload: {} }
    const answer = await api.app.inject({ method: endpoint.method, url, headers: bearer(token), ...payload })
    if (answer.statusCode !== 404) served.push(`${endpoint.method} ${endpoint.path}`)
  }
  expect(served.sort()).toEqual([
    'GET /api/comments',
    'GET /api/models',
    'GET /api/trips/:id',
    'GET /api/trips/:id/sensors',
    'POST /api/trips/:id/impact_report',
    'POST /fetcher/paths',
    'POST /fetcher/time-series',
    'POST /statistics/fuel',
    'POST /statistics/safety',
  ])
})

test('reads no other trip, vessel, captain or time through a link', async () => {
  const { organizationId, vesselId, tripId } = things.own
  const [later] = await api.records.db
    .insert(trips)
    .values(tripOf({ id: vesselId, organizationId }, (BEGIN_MS + 2 * 3_600_000) * 1000))
    .returning()
  const others = [
    ...PLACES.filter((one) => one !== 'own').map((one) => things[one].tripId),
    later?.id ?? '',
    randomUUID(),
  ]
  const { token } = await share()
  const fields = [{ field: 'sog' }]
  const resolution = { value: 1, type: 'minutes' }
  for (const other of others) {
    for (const answer of [
      await send('GET', tripUrl(other), token),
      await send('GET', `${tripUrl(other)}/sensors`, token),
      await send('POST', `${tripUrl(other)}/impact_report`, token, {}),
      await send('POST', '/api/shared/fetcher/paths', token, { trip_ids: [other], points: 10 }),
      await send('POST', '/api/shared/fetcher/paths', token, { trip_ids: [tripId, other], points: 10 }),
      await send('POST', '/api/shared/fetcher/time-series', token, {
        filters: { trip_id: other },
        fields,
        resolution,
      }),
      await send('POST', '/api/shared/statistics/safety', token, { request_type: 'trip', trip_id: other }),
      await send('POST', '/api/shared/statistics/fuel', token, { request_type: 'trip', trip_id: other }),
    ])
      expect([other, answer.statusCode, answer.json().code]).toEqual([other, 404, 'not_found'])
  }
  const whole = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-12-31T00:00:00Z' }
  const many = { request_type: 'agg', vessel_id: vesselId, ...whole }
  for (const path of ['safety', 'fuel'])
    expect((await send('POST', `/api/shared/statistics/${path}`, token, many)).statusCode).toBe(404)
  const byVessel = { filters: { vessel_id: vesselId, ...whole }, fields, resolution }
  expect((await send('POST', '/api/shared/fetcher/time-series', token, byVessel)).statusCode).toBe(404)
  const mixed = { filters: { trip_id: tripId, vessel_id: things.sibling.vesselId }, fields, resolution }
  expect((await send('POST', '/api/shared/fetcher/time-series', token, mixed)).statusCode).toBe(404)

  // The boat also sailed before and after; no request may show that.
  const times = async (filters: object) => {
    const answer = await send('POST', '/api/shared/fetcher/time-series', token, {
      ...{ filters: { trip_id: tripId, ...filters }, fields, resolution },
    })
    const [series] = answer.json<{ data?: { series: { time: number }[] }[] }>().data ?? []
    return series?.series.map(({ time }) => time) ?? answer.statusCode
  }
  const shownTimes = (await times({
    start_time: BEGIN_MS / 1000 - 7200,
    end_time: BEGIN_MS / 1000 + 7200,
  })) as number[]
  expect([Math.min(...shownTimes), Math.max(...shownTimes) <= BEGIN_MS + 3_600_000]).toEqual([BEGIN_MS, true])
  expect(await times({ start_time: BEGIN_MS / 1000 - 7200, end_time: BEGIN_MS / 1000 - 3600 })).toBe(404)
  expect(await times({ end_time: BEGIN_MS / 1000 - 10 })).toBe(404)
  for (const id of hidden) expect(JSON.stringify(shownTimes)).not.toContain(id)
})

test('shows two minutes around the impact of a link, and no figures', async () => {
  const eventMs = BEGIN_MS + 1_800_000
  const { token } = await share({ event_time: new Date(eventMs).toISOString() })
  const trip = (await send('GET', tripUrl(), token)).json()
  expect([
    trip.start_time,
    trip.end_time,
    trip.stats.avg_sog,
    trip.stats.distance,
    trip.stats.score_basis,
  ]).toEqual([
    new Date(eventMs - 120_000).toISOString(),
    new Date(eventMs + 120_000).toISOString(),
    ...[null, 0, []],
  ])
  const body = {
    filters: { trip_id: things.own.tripId },
    ...{ fields: [{ field: 'sog' }], resolution: { value: 1, type: 'seconds' } },
  }
  const [sog] = (await send('POST', '/api/shared/fetcher/time-series', token, body)).json().data
  const shownTimes = sog.series.map(({ time }: { time: number }) => time)
  expect([
    Math.min(...shownTimes) >= eventMs - 120_000,
    Math.max(...shownTimes) <= eventMs + 120_000,
  ]).toEqual([true, true])
  const asked = { request_type: 'trip', trip_id: things.own.tripId }
  expect((await send('POST', '/api/shared/statistics/safety', token, asked)).statusCode).toBe(404)
  const path = (
    await send('POST', '/api/shared/fetcher/paths', token, { trip_ids: [things.own.tripId], points: 900 })
  ).json()
  const seen = path.data[0].points.map(({ timestamp }: { timestamp: number }) => timestamp)
  for (const at of seen) expect(Math.abs(at - eventMs)).toBeLessThanOrEqual(120_000)
})

test('shows images of the chosen comments alone', async () => {
  const { organizationId } = things.own
  const add = async (commentId: string) => {
    const [row] = await api.records.db
      .insert(images)
      .values({ organizationId, commentId, fileKey: `k-${commentId}`, fileName: 'a.jpg' })
      .returning()
    await api.files.put(`images/k-${commentId}-thumbnail.jpg`, Buffer.from('x'))
    return row?.id ?? ''
  }
  const [of, other] = [await add(chosen), await add(unchosen)]
  const { token, id } = await share({ comment_ids: [chosen] })
  const answered = (await send('GET', '/api/shared/comments', token)).body
  expect(answered).toContain(`/api/shared/${token}/images/${of}/thumbnail`)
  expect(answered).not.toContain(other)
  const image = (which: string) => api.app.inject({ url: `/api/shared/${token}/images/${which}/thumbnail` })
  expect([(await image(of)).statusCode, (await image(other)).statusCode]).toEqual([200, 404])
  await revoke(id)
  expect((await image(of)).statusCode).toBe(404)
})

test('answers alike for unknown, expired, revoked and missing links, at every call', async () => {
  const over = await share({ valid_days: 1 })
  const revoked = await share()
  const gone = await share()
  await revoke(revoked.id)
  const past = { expiresAt: new Date(Date.now() - 1) }
  await api.records.db.update(shareLinks).set(past).where(eq(shareLinks.id, over.id))
  const own = eq(trips.id, things.own.tripId)
  await api.records.db.update(trips).set({ isDeleted: true }).where(own)
  const answers = async (token: string) => {
    const all = [
      await open(token),
      await send('GET', tripUrl(), token),
      await send('GET', '/api/shared/comments', token),
      await send('POST', '/api/shared/fetcher/paths', token, { trip_ids: [things.own.tripId], points: 10 }),
      await api.app.inject({ url: `/api/shared/${token}/images/${randomUUID()}/thumbnail` }),
    ]
    return all.map(({ statusCode, body }) => [statusCode, body])
  }
  const unknown = await answers('A'.repeat(43))
  expect(unknown.map(([status]) => status)).toEqual([404, 404, 404, 404, 404])
  for (const { token } of [over, revoked, gone]) expect(await answers(token)).toEqual(unknown)
  await api.records.db.update(trips).set({ isDeleted: false }).where(own)
  expect((await open(gone.token)).statusCode).toBe(200)
  expect((await open(over.token)).statusCode).toBe(404)
  await api.records.db
    .update(vessels)
    .set({ deletedAt: new Date() })
    .where(eq(vessels.id, things.own.vesselId))
  expect(await answers(gone.token)).toEqual(unknown)
  await api.records.db.update(vessels).set({ deletedAt: null }).where(eq(vessels.id, things.own.vesselId))
})

test('stops sharing what has become more than was shared', async () => {
  const { vesselId, organizationId } = things.sibling
  const [next] = await api.records.db
    .insert(trips)
    .values(tripOf({ id: vesselId, organizationId }, (BEGIN_MS + 2 * 3_600_000) * 1000))
    .returning()
  const [first, second] = [await share({}, things.sibling.tripId), await share({}, next?.id)]
  const impact = await share({ event_time: new Date(BEGIN_MS + 60_000).toISOString() }, things.sibling.tripId)
  const merge = await api.app.inject({
    ...{ method: 'POST', url: `/api/trips/${things.sibling.tripId}/merge`, headers: admin },
    payload: { with_trip_id: next?.id },
  })
  expect(merge.statusCode).toBe(200)
  expect([(await open(first.token)).statusCode, (await open(second.token)).statusCode]).toEqual([404, 404])
  expect((await open(impact.token)).statusCode).toBe(200)
})

test('audits who made, revoked and first opened a link, counts openings, and stores no token', async () => {
  const { id, token } = await share()
  for (let n = 0; n < 3; n++) await open(token)
  const list = await api.app.inject({
    url: `/api/share-links?filter[trip_id]=${things.own.tripId}&limit=100`,
    headers: admin,
  })
  const mine = list.json().data.find((one: { id: string }) => one.id === id)
  expect(mine).toMatchObject({ openings: 3, state: 'active', last_opened_at: expect.any(String) })
  await revoke(id)
  const acts = await api.records.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
  expect(acts.map(({ act, actorType }) => [act, actorType]).sort()).toEqual([
    ['share-link.create', 'user'],
    ['share-link.open', 'system'],
    ['share-link.revoke', 'user'],
  ])
  const rows = JSON.stringify([await api.records.db.select().from(shareLinks), acts, list.body, api.logged])
  expect(rows).not.toContain(token)
})

test('accepts only comments of the trip, and only an impact within it', async () => {
  const make = async (more: object) => {
    const payload = { trip_id: things.own.tripId, valid_days: 7, ...more }
    const answer = await api.app.inject({ method: 'POST', url: '/api/share-links', headers: admin, payload })
    return [answer.statusCode, answer.json().code]
  }
  for (const place of PLACES)
    expect(await make({ comment_ids: [things[place].commentId] })).toEqual([400, 'invalid'])
  expect(await make({ event_time: '2026-06-18T08:59:59Z' })).toEqual([400, 'invalid'])
  expect(await make({ valid_days: 91 })).toEqual([400, 'invalid'])
  expect(await make({ valid_days: 0 })).toEqual([400, 'invalid'])
})

test('lists each state of links, only to those who may change the trips', async () => {
  const { db } = api.records
  const [open, revoked, expired] = [await share(), await share(), await share()]
  await revoke(revoked.id)
  await db
    .update(shareLinks)
    .set({ expiresAt: new Date(1) })
    .where(eq(shareLinks.id, expired.id))
  const asked = async (query: string, as = admin) =>
    api.app.inject({ url: `/api/share-links?limit=100&${query}`, headers: as })
  const ids = async (state: string) => {
    const { data } = (await asked(`filter[state][eq]=${state}`)).json<{ data: ShareLink[] }>()
    expect(data.map((link) => link.state)).toEqual(data.map(() => state))
    return data.map(({ id }) => id)
  }
  for (const [state, own] of [
    ['active', open],
    ['revoked', revoked],
    ['expired', expired],
  ] as const)
    expect((await ids(state)).filter((id) => [open, revoked, expired].some((one) => one.id === id))).toEqual([
      own.id,
    ])
  const viewer = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-viewer'))))
  expect((await asked('', viewer)).statusCode).toBe(403)
})
