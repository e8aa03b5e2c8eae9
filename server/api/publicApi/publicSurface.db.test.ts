import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { DAY_MS } from '#contract/domain/time.ts'
import { openVault } from '#server/platform/vault.ts'
import { auditLog, captains, namedWrites } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import {
  addKey,
  type Place,
  type TestApi,
  type Thing,
  testApi,
  twoOrganizations,
} from '#server/testing/testApi.ts'

const clock = fixedClock(Date.UTC(2026, 5, 18, 12))
let api: TestApi
let things: Record<Place, Thing>
beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
})
afterAll(() => api.close())

const newKey = (roleId: RoleId = 'organization-admin') =>
  addKey(api.records.db, things[roleId.startsWith('department') ? 'own' : 'parent'], roleId)
const get = (url: string, headers: Record<string, string>) =>
  api.app.inject({ url: `/public/v1${url}`, headers })

test('answers "not modified" to the current version, for the same price', async () => {
  const { headers } = await newKey()
  const first = await get('/vessels', headers)
  const etag = String(first.headers.etag)
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
  const same = await get('/vessels', { ...headers, 'if-none-match': `"other", ${etag}` })
  expect([same.statusCode, same.body, same.headers.etag, same.headers['credits-spent']]).toEqual([
    304,
    '',
    etag,
    '1',
  ])
  // A caller with another scope gets another answer, whatever etag the request carries.
  const narrow = await newKey('department-viewer')
  const other = await get('/vessels', { ...narrow.headers, 'if-none-match': etag })
  expect([other.statusCode, other.headers.etag === etag]).toEqual([200, false])
  expect((await get('/vessels', { ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200)
})

const create = (headers: Record<string, string>, as: string, name = 'Nína', url = '/public/v1/captains') =>
  api.app.inject({
    ...{ method: 'POST', url, headers: { ...headers, 'idempotency-key': as } },
    payload: { name, department_id: things.own.departmentId },
  })
const named = (name: string) => api.records.db.$count(captains, eq(captains.name, name))

test('does a write with an idempotency key once, and repeats its answer for nothing', async () => {
  const { headers } = await newKey()
  const first = await create(headers, 'a-1', 'Once')
  const again = await create(headers, 'a-1', 'Once')
  expect([first.statusCode, again.statusCode, again.json()]).toEqual([200, 200, first.json()])
  expect([again.headers['idempotent-replayed'], again.headers['credits-spent']]).toEqual(['true', undefined])
  expect(await named('Once')).toBe(1)
  expect(await api.records.db.$count(auditLog, eq(auditLog.subjectId, first.json().id))).toBe(1)
})

test('refuses an idempotency key of another call, and separates those of every API key', async () => {
  const { headers } = await newKey()
  await create(headers, 'b-1', 'First')
  const other = await create(headers, 'b-1', 'Second')
  expect([other.statusCode, other.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  const elsewhere = await create(headers, 'b-1', 'First', '/public/v1/captains?again')
  expect(elsewhere.statusCode).toBe(422)
  expect(await named('Second')).toBe(0)
  expect((await create((await newKey()).headers, 'b-1', 'First')).statusCode).toBe(200)
  expect(await named('First')).toBe(2)
  expect((await create(headers, 'two words', 'Third')).statusCode).toBe(400)
})

test('does one of many writes with one idempotency key at once', async () => {
  const { headers } = await newKey()
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(headers, 'c-1', 'Racer')))
  expect(await named('Racer')).toBe(1)
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  // Requests before the first is done are refused as in use; requests after it get its answer.
  for (const answer of refused) expect(answer.json().code).toBe('IDEMPOTENCY_KEY_IN_USE')
  const made = answers.filter(({ statusCode }) => statusCode === 200)
  expect(new Set(made.map(({ body }) => body)).size).toBe(1)
})

test('accepts a refused write again under its idempotency key, but not one that broke off', async () => {
  const { headers, id } = await newKey()
  expect((await create(headers, 'd-1', '')).statusCode).toBe(400)
  expect((await create(headers, 'd-1', 'Mended')).statusCode).toBe(200)
  const broken = await create(headers, 'd-2', 'Broken')
  const ofBroken = eq(namedWrites.name, 'd-2')
  await api.records.db.update(namedWrites).set({ answer: null }).where(ofBroken)
  const again = await create(headers, 'd-2', 'Broken')
  expect([broken.statusCode, again.statusCode, again.json().code]).toEqual([
    200,
    409,
    'IDEMPOTENCY_KEY_IN_USE',
  ])
  expect(await api.records.db.$count(namedWrites, eq(namedWrites.apiKeyId, id))).toBe(2)
})

test('frees an idempotency key after a day', async () => {
  const { headers } = await newKey()
  await create(headers, 'e-1', 'Daily')
  clock.set(clock.nowMs() + DAY_MS - 1)
  expect((await create(headers, 'e-1', 'Later')).statusCode).toBe(422)
  clock.set(clock.nowMs() + 2)
  expect((await create(headers, 'e-1', 'Later')).statusCode).toBe(200)
})

test('answers a viewer who repeats an idempotency key nothing of the caller with the right', async () => {
  const { headers } = await newKey('department-viewer')
  expect((await create(headers, 'f-1')).statusCode).toBe(403)
  expect(await api.records.db.$count(namedWrites, eq(namedWrites.name, 'f-1'))).toBe(0)
})

test('stores the answer to a write encrypted, and says that a result is unknown whose key was replaced', async () => {
  const { headers } = await newKey()
  const { id } = (await create(headers, 'g-1', 'Sealed')).json()
  const ofWrite = eq(namedWrites.name, 'g-1')
  const [{ answer } = { answer: '' }] = await api.records.db.select().from(namedWrites).where(ofWrite)
  expect(answer).toMatch(/^sealed:/)
  expect(answer).not.toContain(id)
  const other = openVault([randomBytes(32)]).seal('{}', 'elsewhere')
  await api.records.db.update(namedWrites).set({ answer: other }).where(ofWrite)
  expect((await create(headers, 'g-1', 'Sealed')).json().code).toBe('IDEMPOTENCY_KEY_IN_USE')
  expect(await named('Sealed')).toBe(1)
})
