import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import type { AlertCase } from '#contract/wire/alertCase.ts'
import type { Comment } from '#contract/wire/comment.ts'
import type { ImageReference } from '#contract/wire/image.ts'
import type { BusEvent } from '#server/platform/events.ts'
import { apiKeys, auditLog, comments, images, users } from '#server/stores/relational/schema.ts'
import {
  addKey,
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

const ask = (as: RoleId, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  api.app.inject({ method, url, headers: bearer(tokens[as]), ...(payload ? { payload } : {}) })
const post = (as: RoleId, body: object) => ask(as, 'POST', '/api/comments', body)
const onTrip = (more: object = {}) => ({ trip_id: things.own.tripId, vessel_id: null, text: 'Hull', ...more })

const red = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
async function upload(as: RoleId): Promise<ImageReference> {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(await red())]), 'quay.png')
  const [image] = (await ask(as, 'POST', '/api/images/upload', form)).json<ImageReference[]>()
  if (!image) throw new Error('nothing was uploaded')
  return image
}

test('refuses a comment from a viewer, and about what the caller cannot see', async () => {
  expect((await post('super-viewer', onTrip())).statusCode).toBe(403)
  const elsewhere = [
    onTrip({ trip_id: things.sibling.tripId }),
    onTrip({ trip_id: things.foreign.tripId }),
    onTrip({ trip_id: null, vessel_id: things.foreign.vesselId }),
    onTrip({ vessel_id: things.child.vesselId }),
    onTrip({ trip_id: null }),
  ]
  const before = await api.records.db.$count(comments)
  for (const body of elsewhere) expect((await post('department-viewer', body)).statusCode).toBe(400)
  expect(await api.records.db.$count(comments)).toBe(before)
})

test('stores the caller as author, whoever the request names', async () => {
  const made = await post('department-viewer', onTrip({ user_id: things.foreign.userId }))
  expect(made.json()).toMatchObject({
    user: { name: 'department-viewer' },
    trip_id: things.own.tripId,
    vessel_id: things.own.vesselId,
    text: 'Hull',
    image_references: [],
  })
  const ofVessel = await post('department-viewer', { vessel_id: things.own.vesselId, text: ' Clean \n' })
  expect(ofVessel.json()).toMatchObject({ trip_id: null, vessel_id: things.own.vesselId, text: 'Clean' })
})

test('accepts a text of 5000 symbols at most, and a blank one only with an image', async () => {
  expect((await post('organization-admin', onTrip({ text: 'x'.repeat(5000) }))).statusCode).toBe(200)
  const long = await post('organization-admin', onTrip({ text: 'x'.repeat(5001) }))
  expect([long.statusCode, long.json().message]).toEqual([400, 'text: Maximum 5000 symbols'])
  expect((await post('organization-admin', onTrip({ text: ' \n ' }))).statusCode).toBe(400)
  const image = await upload('organization-admin')
  const blank = await post('organization-admin', onTrip({ text: '', image_ids: [image.id] }))
  expect(blank.json()).toMatchObject({
    text: '',
    image_references: [{ id: image.id, file_name: 'quay.png' }],
  })
})

test('attaches only unused images of the caller, all or none, and at most 20', async () => {
  const [mine, theirs, used] = [
    await upload('organization-admin'),
    await upload('organization-viewer'),
    await upload('organization-admin'),
  ]
  await post('organization-admin', onTrip({ image_ids: [used.id] }))
  const before = await api.records.db.$count(comments)
  for (const id of [theirs.id, used.id, crypto.randomUUID()]) {
    const answer = await post('organization-admin', onTrip({ image_ids: [mine.id, id] }))
    expect(answer.statusCode).toBe(400)
  }
  const many = Array.from({ length: 21 }, () => crypto.randomUUID())
  const tooMany = await post('organization-admin', onTrip({ image_ids: many }))
  expect(tooMany.json().message).toContain('You can only upload up to 20 attachments per comment.')
  expect(await api.records.db.$count(comments)).toBe(before)
  expect(await api.records.db.$count(images, eq(images.id, mine.id))).toBe(1)
  const named = await post('organization-admin', onTrip({ image_ids: [mine.id, mine.id] }))
  expect(named.json<Comment>().image_references).toHaveLength(1)
})

test('requires a right to delete another person’s comment, and removes its images', async () => {
  const image = await upload('department-viewer')
  const { id } = (await post('department-viewer', onTrip({ image_ids: [image.id] }))).json<Comment>()
  expect((await ask('organization-viewer', 'DELETE', `/api/comments/${id}`)).statusCode).toBe(403)
  expect((await ask('super-viewer', 'DELETE', `/api/comments/${id}`)).statusCode).toBe(403)
  expect((await ask('department-viewer', 'GET', image.original_url)).statusCode).toBe(200)
  expect((await ask('department-admin', 'DELETE', `/api/comments/${id}`)).json()).toEqual({ ok: true })
  expect((await ask('department-viewer', 'GET', image.original_url)).statusCode).toBe(404)
  expect(await api.records.db.$count(images, eq(images.id, image.id))).toBe(0)
  expect((await ask('department-viewer', 'DELETE', `/api/comments/${id}`)).statusCode).toBe(404)
  const lines = await api.records.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)
  expect(lines).toMatchObject([
    { act: 'comment.create', after: { text: 'Hull', images: 1 } },
    { act: 'comment.delete', before: { text: 'Hull', images: 1 } },
  ])
})

test('allows everyone to delete their own comments', async () => {
  for (const roleId of ['organization-viewer', 'department-viewer'] as const) {
    const { id } = (await post(roleId, onTrip())).json<Comment>()
    expect((await ask(roleId, 'DELETE', `/api/comments/${id}`)).json()).toEqual({ ok: true })
  }
})

test('counts the comments of a trip, and publishes each change to trip listeners', async () => {
  const received: BusEvent[] = []
  const leave = api.bus.subscribe('trip.changed', (event) => received.push(event))
  const url = `/api/trips/${things.child.tripId}`
  const { id } = (await post('department-admin', onTrip({ trip_id: things.child.tripId }))).json<Comment>()
  expect((await ask('department-admin', 'GET', url)).json().num_comments).toBe(1)
  await ask('department-admin', 'DELETE', `/api/comments/${id}`)
  expect((await ask('department-admin', 'GET', url)).json().num_comments).toBe(0)
  leave()
  const { tripId, vesselId, departmentId, organizationId } = things.child
  const expectedEvent = { type: 'trip.changed', tripId, vesselId, departmentId, organizationId }
  expect(received).toEqual([expectedEvent, expectedEvent])
})

test('keeps comments of a deleted person, without a name', async () => {
  const image = await upload('organization-viewer')
  const { id } = (await post('organization-viewer', onTrip({ image_ids: [image.id] }))).json<Comment>()
  await api.records.db.delete(users).where(eq(users.email, emailOf('organization-viewer')))
  const { data } = (await ask('organization-admin', 'GET', `/api/comments?filter[id]=${id}`)).json()
  expect(data).toMatchObject([{ text: 'Hull', user: null, image_references: [{ id: image.id }] }])
  expect((await ask('organization-admin', 'GET', image.thumbnail_url)).statusCode).toBe(200)
})

test('counts each group and returns its newest three comments, groups in order of their newest', async () => {
  const { db } = api.records
  const { organizationId, vesselId, tripId } = things.own
  await db.delete(comments).where(eq(comments.vesselId, vesselId))
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 9, minute))
  const commentAt = (minute: number, about: string | null) => ({
    ...{ organizationId, vesselId, tripId: about, text: `At ${minute}`, createdAt: at(minute) },
  })
  await db
    .insert(comments)
    .values([
      ...[0, 1, 2, 3, 9].map((minute) => commentAt(minute, tripId)),
      ...[4, 5, 6, 7, 8].map((minute) => commentAt(minute, null)),
    ])
  const groups = async (query: string) => {
    const filter = `filter[vessel_id][eq]=${vesselId}${query}`
    const answer = await ask('department-viewer', 'GET', `/api/comments/groups?${filter}`)
    const { data, total } = answer.json()
    return [
      total,
      ...data.map((group: { trip: { id: string } | null; count: number; comments: Comment[] }) => [
        group.trip?.id ?? null,
        group.count,
        group.comments.map(({ text }) => text),
      ]),
    ]
  }
  const ofTrip = [tripId, 5, ['At 9', 'At 3', 'At 2']]
  const ofVessel = [null, 5, ['At 8', 'At 7', 'At 6']]
  expect(await groups('')).toEqual([2, ofTrip, ofVessel])
  expect(await groups('&limit=1&skip=1')).toEqual([2, ofVessel])
  expect(await groups('&filter[entity][eq]=trip')).toEqual([1, ofTrip])
  expect(await groups(`&filter[created_at][lt]=${at(2).toISOString()}`)).toEqual([
    1,
    [tripId, 2, ['At 1', 'At 0']],
  ])
})

test('shows a program’s comment under the name of its key, also when the key is deleted', async () => {
  const { db } = api.records
  const add = async (name: string) => {
    const { id, headers } = await addKey(db, things.own, 'department-viewer', name)
    const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
      api.app.inject({
        method,
        url: `/public/v1${path}`,
        headers,
        ...(payload ? { payload } : {}),
      })
    return { id, call }
  }
  const [bot, other] = [await add('Weather bot'), await add('Other bot')]
  const written = (await bot.call('POST', '/comments', onTrip())).json<Comment>()
  expect(written).toMatchObject({ user: null, api_key: { id: bot.id, name: 'Weather bot' } })
  const onAlert = await bot.call('POST', `/alerts/${things.own.alertId}/comments`, { text: 'Seen' })
  expect(onAlert.json().notes.at(-1)).toMatchObject({ by: null, api_key: { name: 'Weather bot' } })
  const admin = await addKey(db, things.own, 'department-admin', 'Watch bot')
  const path = `/public/v1/alerts/${things.own.alertId}/acknowledge`
  const seen = await api.app.inject({ method: 'PUT', url: path, headers: admin.headers })
  expect(seen.json().acknowledged).toMatchObject({ by: null, api_key: { name: 'Watch bot' } })
  const [person] = (
    await ask('department-admin', 'GET', `/api/alerts/${things.own.alertId}/case`)
  ).json<AlertCase>().assignees
  const assign = async (payload: object) => {
    const url = `/public/v1/alerts/${things.own.alertId}/assign`
    return (await api.app.inject({ method: 'PUT', url, headers: admin.headers, payload })).json<AlertCase>()
      .alert
  }
  const program = { by: null, api_key: { id: admin.id, name: 'Watch bot' } }
  expect(await assign({ user_id: person?.id })).toMatchObject({ assigned: { user: person, ...program } })
  expect(await assign({ user_id: null })).toMatchObject({ assigned: null })
  expect((await other.call('DELETE', `/comments/${written.id}`)).statusCode).toBe(403)
  const second = (await bot.call('POST', '/comments', onTrip())).json<Comment>()
  expect((await bot.call('DELETE', `/comments/${second.id}`)).statusCode).toBe(200)
  expect((await bot.call('POST', '/comments', onTrip({ image_ids: [crypto.randomUUID()] }))).statusCode).toBe(
    403,
  )
  await db.delete(apiKeys).where(eq(apiKeys.id, bot.id))
  const { data } = (await ask('department-viewer', 'GET', `/api/comments?filter[id]=${written.id}`)).json()
  expect(data).toMatchObject([{ user: null, api_key: { name: 'Weather bot' } }])
})
