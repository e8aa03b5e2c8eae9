import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { identitySessions } from '#server/stores/relational/identitySchema.ts'
import { users } from '#server/stores/relational/schema.ts'
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

const clock = fixedClock(Date.now())
let api: TestApi
let things: Record<Place, Thing>
beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
})
afterAll(() => api.close())

const tokenFor = async (role: RoleId) => tokenOf(api.app, await signIn(api.app, emailOf(role)))
const status = async (token: string, url: string) =>
  (await api.app.inject({ url, headers: bearer(token) })).statusCode
const pass = (seconds: number) => clock.set(clock.nowMs() + seconds * 1000)

test('limits a token within five seconds to what its user still may', async () => {
  const token = await tokenFor('organization-admin')
  expect(await status(token, '/api/vessels/rejected')).toBe(200)
  const who = eq(users.email, emailOf('organization-admin'))
  await api.records.db.update(users).set({ roleId: 'organization-viewer' }).where(who)
  pass(5)
  expect(await status(token, '/api/vessels/rejected')).toBe(403)

  await api.records.db
    .update(users)
    .set({ roleId: 'department-viewer', departmentId: things.child.departmentId })
    .where(who)
  pass(5)
  expect(await status(token, `/api/vessels/${things.own.vesselId}`)).toBe(404)
  expect(await status(token, `/api/vessels/${things.child.vesselId}`)).toBe(200)
})

test('refuses a token within five seconds when its session or user is gone', async () => {
  const [ofSession, ofUser] = [await tokenFor('organization-viewer'), await tokenFor('super-viewer')]
  expect([await status(ofSession, '/api/users/me'), await status(ofUser, '/api/users/me')]).toEqual([
    200, 200,
  ])
  const [user] = await api.records.db
    .select()
    .from(users)
    .where(eq(users.email, emailOf('organization-viewer')))
  await api.records.db.delete(identitySessions).where(eq(identitySessions.userId, user?.identityId ?? ''))
  await api.records.db.delete(users).where(eq(users.email, emailOf('super-viewer')))
  pass(5)
  expect([await status(ofSession, '/api/users/me'), await status(ofUser, '/api/users/me')]).toEqual([
    401, 401,
  ])
})

test('applies an event at once', async () => {
  const token = await tokenFor('department-admin')
  expect(await status(token, '/api/vessels/rejected')).toBe(200)
  const [user] = await api.records.db
    .update(users)
    .set({ roleId: 'department-viewer' })
    .where(eq(users.email, emailOf('department-admin')))
    .returning()
  api.bus.publish({ type: 'rights.changed', userId: user?.id ?? '' })
  expect(await status(token, '/api/vessels/rejected')).toBe(403)
})

test('refuses a signed-out token at once, and publishes it to every other process', async () => {
  const cookie = await signIn(api.app, emailOf('department-admin'))
  const token = await tokenOf(api.app, cookie)
  expect(await status(token, '/api/users/me')).toBe(200)
  const events: unknown[] = []
  const leave = api.bus.subscribe('rights.changed', (event) => events.push(event))
  const answer = await api.app.inject({
    ...{ method: 'POST', url: '/identity/sign-out', headers: { cookie, origin: 'http://localhost:3000' } },
    payload: {},
  })
  expect(answer.statusCode).toBe(200)
  expect(events).toHaveLength(1)
  expect(await status(token, '/api/users/me')).toBe(401)
  leave()
})

test('refuses a token when its ten minutes are over', async () => {
  const token = await tokenFor('department-viewer')
  expect(await status(token, '/api/users/me')).toBe(200)
  pass(601)
  expect(await status(token, '/api/users/me')).toBe(401)
})
