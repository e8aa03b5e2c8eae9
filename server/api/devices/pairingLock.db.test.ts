import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RoleId } from '#contract/domain/permissions.ts'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { createDevice, issuePairingCode } from '#server/records/devices.ts'
import { attempts, auditLog, users, vessels } from '#server/stores/relational/schema.ts'
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

const START_MS = Date.UTC(2026, 6, 1)
const clock = fixedClock(START_MS)
let api: TestApi
let things: Record<Place, Thing>
let lockedId: string

beforeAll(async () => {
  api = await testApi({ clock })
  things = await twoOrganizations(api.records.db)
  const [row] = await api.records.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, emailOf('department-admin')))
  lockedId = row?.id ?? ''
})
afterAll(() => api.close())
beforeEach(() => api.records.db.delete(attempts))

async function ask(as: RoleId, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  // Tokens do not last as long as the clock is moved.
  const headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf(as))))
  const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, ...answer.json() }
}
const after = (minutes: number) => clock.set(START_MS + minutes * MINUTE_MS)
const pair = (code = '00000000', as: RoleId = 'department-admin') =>
  ask(as, 'POST', `/api/vessels/${things.own.vesselId}/pair-device`, { pairing_code: code })
const lockUrl = (id = lockedId) => `/api/users/${id}/pairing-lock`
const lockedUntil = async () =>
  (await ask('organization-admin', 'GET', `/api/users/${lockedId}`)).pairing_locked_until
const freshCode = async () => {
  const { organizationId, departmentId } = things.own
  const [row] = await api.records.db
    .insert(vessels)
    .values({ organizationId, departmentId, name: 'Hafdís' })
    .returning({ id: vessels.id })
  const device = await createDevice(api.records.db, {})
  const { code } = await issuePairingCode(api.records.db, device.id, clock.nowMs())
  return { code, vesselId: row?.id ?? '' }
}
const minute = (minutes: number) => new Date(START_MS + minutes * MINUTE_MS).toISOString()

test('refuses to end a lock without the right, and for a person out of reach', async () => {
  expect(await ask('department-viewer', 'DELETE', lockUrl())).toMatchObject({ status: 403 })
  expect(await ask('organization-viewer', 'DELETE', lockUrl())).toMatchObject({ status: 403 })
  const { userId } = things.foreign
  expect(await ask('organization-admin', 'DELETE', lockUrl(userId))).toMatchObject({ status: 404 })
  // A department's administrator could not have made an administrator of the organization.
  const [above] = await api.records.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, emailOf('organization-admin')))
  expect([403, 404]).toContain((await ask('department-admin', 'DELETE', lockUrl(above?.id))).status)
})

test('locks for fifteen minutes from the tenth wrong code, not from the first', async () => {
  after(0)
  for (let i = 0; i < 9; i++) expect((await pair()).status).toBe(400)
  after(14)
  expect(await lockedUntil()).toBeNull()
  expect((await pair()).status).toBe(400)
  expect(await lockedUntil()).toBe(minute(29))
  // The first nine are older than fifteen minutes by now.
  after(28)
  const { code, vesselId } = await freshCode()
  const right = () =>
    ask('department-admin', 'POST', `/api/vessels/${vesselId}/pair-device`, { pairing_code: code })
  expect(await right()).toMatchObject({ status: 429, code: 'too_many' })
  expect(await lockedUntil()).toBe(minute(29))
  const list = await ask('organization-admin', 'GET', '/api/users?limit=50')
  expect(
    list.data
      .filter((one: { pairing_locked_until: string | null }) => one.pairing_locked_until)
      .map((one: { id: string }) => one.id),
  ).toEqual([lockedId])
  // After the lock ten codes may be wrong again.
  after(29)
  expect(await lockedUntil()).toBeNull()
  for (let i = 0; i < 9; i++) expect((await pair()).status).toBe(400)
  expect((await right()).status).toBe(200)
})

test('pairs again at once when an administrator ends the lock, and audits it', async () => {
  after(100)
  for (let i = 0; i < 10; i++) await pair()
  expect((await pair()).status).toBe(429)
  await api.records.db.delete(auditLog)
  expect(await ask('organization-admin', 'DELETE', lockUrl())).toMatchObject({ status: 200, ok: true })
  expect(await lockedUntil()).toBeNull()
  expect((await pair()).status).toBe(400)
  // The call changes nothing when no lock exists.
  expect(await ask('organization-admin', 'DELETE', lockUrl())).toMatchObject({ status: 200 })
  const acts = await api.records.db.select().from(auditLog)
  expect(acts.map(({ act, subjectId }) => [act, subjectId])).toEqual([['user.pairing-lock-end', lockedId]])
})

test('ends at most five locks an hour, so that ended locks do not allow guessing codes', async () => {
  after(200)
  for (let lock = 0; lock < 6; lock++) {
    for (let i = 0; i < 10; i++) await pair()
    const { status } = await ask('organization-admin', 'DELETE', lockUrl())
    expect([lock, status]).toEqual([lock, lock < 5 ? 200 : 429])
  }
})
