import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identitySessions } from '#server/stores/relational/identitySchema.ts'
import { users } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import {
  bearer,
  emailOf,
  signIn,
  type TestApi,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { openCallers } from './callers.ts'
import { tokenVerifier } from './tokens.ts'

const clock = fixedClock(Date.now())
let api: TestApi
let nowMs: number
let token: string
beforeAll(async () => {
  api = await testApi({ clock })
  await twoOrganizations(api.records.db)
})
afterAll(() => api.close())
beforeEach(async () => {
  nowMs = Date.now()
  clock.set(nowMs)
  await setRole('organization-admin')
  token = await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin')))
})

const setRole = (roleId: string) =>
  api.records.db
    .update(users)
    .set({ roleId })
    .where(eq(users.email, emailOf('organization-admin')))

const ask = async () =>
  (await api.app.inject({ url: '/api/public-api-keys', headers: bearer(token) })).statusCode

test('applies a changed role after four seconds when the news of the change is lost', async () => {
  const { db } = api.records
  const setRole = (roleId: string) =>
    db
      .update(users)
      .set({ roleId })
      .where(eq(users.email, emailOf('organization-admin')))
  expect(await ask()).toBe(200)
  await setRole('department-viewer')
  clock.set(nowMs + 3999)
  expect(await ask()).toBe(200)
  clock.set(nowMs + 4000)
  expect(await ask()).toBe(403)
})

test('refuses a cached caller within four seconds of the end of the session', async () => {
  expect(await ask()).toBe(200)
  const { sid } = decodeJwt(token)
  const expiresAt = new Date(nowMs + 1000)
  await api.records.db
    .update(identitySessions)
    .set({ expiresAt })
    .where(eq(identitySessions.id, String(sid)))
  clock.set(nowMs + 4000)
  expect(await ask()).toBe(401)
})

test('finds no caller behind claims from the moment at which they expire', async () => {
  const { sub = '', sid, exp = 0 } = decodeJwt(token)
  const claims = { identityId: sub, sessionId: String(sid), expiresMs: exp * 1000 }
  const { db } = api.records
  const callers = openCallers({
    ...{ db, bus: api.bus, clock },
    tokens: tokenVerifier(async () => [], clock),
  })
  clock.set(claims.expiresMs - 1)
  expect(await callers.ofClaims([claims])).toMatchObject([{ roleId: 'organization-admin' }])
  clock.set(claims.expiresMs)
  expect(await callers.ofClaims([claims])).toEqual([null])
  expect(await callers.ofClaims([{ ...claims, expiresMs: claims.expiresMs + 1, identityId: 'x' }])).toEqual([
    null,
  ])
  callers.close()
})
