/** Links to a wall screen: a link opens the board of its department and nothing else, and only a person acts there. */
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Board } from '#contract/wire/board.ts'
import { sharedPathOf, wallPathOf } from '#contract/wire/endpoint.ts'
import { WALL_PASS } from '#contract/wire/wallPass.ts'
import { createUser } from '#server/access/createUser.ts'
import { identitySessions } from '#server/stores/relational/identitySchema.ts'
import { alerts, auditLog, wallLinks, wallPasses } from '#server/stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  PASSWORD,
  PLACES,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { codeOfApp } from '#server/testing/testAuthenticator.ts'
import { expectRefusedByCalls, expectRefusedByStreams } from '#server/testing/tokenOfLink.ts'
import { ROUTES } from '../routes.ts'

let api: TestApi
let things: Record<Place, Thing>
let admin: { authorization: string }

beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  admin = bearer(await tokenOf(api.app, await signIn(api.app, emailOf('organization-admin'))))
})
afterAll(() => api.close())

async function link(place: Place = 'own'): Promise<{ id: string; token: string }> {
  const payload = { name: 'Harbour office', department_id: things[place].departmentId }
  const answer = await api.app.inject({ method: 'POST', url: '/api/wall-links', headers: admin, payload })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('wall_path')])
  const { id, wall_path } = answer.json<{ id: string; wall_path: string }>()
  return { id, token: wall_path.replace('/wall/', '') }
}
const board = (token: string) => api.app.inject({ url: '/api/wall/board', headers: bearer(token) })
const act = (method: 'PUT' | 'POST', url: string, token: string, pass: string, payload: object = {}) =>
  api.app.inject({
    method,
    url: `/api/wall${url}`,
    headers: { ...bearer(token), [WALL_PASS]: pass },
    payload,
  })
const enter = (token: string, more: object) =>
  api.app.inject({ method: 'POST', url: '/api/wall/sign-in', payload: { wall_token: token, ...more } })
const passOf = async (token: string, email = emailOf('department-admin')) =>
  (await enter(token, { email, password: PASSWORD })).json<{ pass: string }>().pass

async function raise(place: Place): Promise<string> {
  const { organizationId, vesselId } = things[place]
  const row = { organizationId, vesselId, type: 'external', severity: 'critical', text: `Fire ${place}` }
  const [made] = await api.records.db
    .insert(alerts)
    .values({ ...row, triggerUs: Date.now() * 1000 })
    .returning()
  return made?.id ?? ''
}
const lastAct = async () => {
  const [row] = await api.records.db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1)
  return [row?.act, row?.userName]
}

test('refuses callers who may not change the organization', async () => {
  for (const role of ['department-admin', 'department-viewer', 'organization-viewer'] as const) {
    const headers = bearer(await tokenOf(api.app, await signIn(api.app, emailOf(role))))
    const payload = { name: 'Harbour office', department_id: things.own.departmentId }
    for (const answer of [
      await api.app.inject({ method: 'POST', url: '/api/wall-links', headers, payload }),
      await api.app.inject({ url: '/api/wall-links', headers }),
      await api.app.inject({ method: 'DELETE', url: `/api/wall-links/${things.own.vesselId}`, headers }),
    ])
      expect([role, answer.statusCode, answer.json().code]).toEqual([role, 403, 'not_allowed'])
  }
})

test('shows the department of the link and those below, and keeps only a hash', async () => {
  const { token } = await link()
  for (const place of PLACES) await raise(place)
  const answer = await board(token)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  const { vessels = [], episodes } = answer.json<Board>()
  const seen = [things.own.vesselId, things.child.vesselId].sort()
  expect(vessels.map(({ id }) => id).sort()).toEqual(seen)
  expect(episodes.map(({ vessel_id }) => vessel_id).sort()).toEqual(seen)
  for (const place of ['sibling', 'parent', 'foreign'] as const)
    expect(answer.body).not.toContain(`Fire ${place}`)
  expect(JSON.stringify(await api.records.db.select().from(wallLinks))).not.toContain(token)
})

test('refuses the token everywhere else, however it is sent', async () => {
  const { token } = await link()
  await expectRefusedByCalls(api, token, sharedPathOf, {
    ...things.own,
    eventTime: new Date(0).toISOString(),
  })
})

test('refuses the token at sockets and streams', async () => {
  const { token } = await link()
  await expectRefusedByStreams(api, token)
})

test('has only the board and two acts on its own surface', async () => {
  const { token } = await link()
  const served: string[] = []
  for (const { endpoint } of ROUTES) {
    const url = wallPathOf(endpoint).replace(/:(\w+)/g, () => things.own.vesselId)
    const payload = endpoint.method === 'GET' ? {} : { payload: {} }
    const answer = await api.app.inject({ method: endpoint.method, url, headers: bearer(token), ...payload })
    if (answer.statusCode !== 404) served.push(`${endpoint.method} ${endpoint.path} ${answer.statusCode}`)
  }
  expect(served.sort()).toEqual([
    'GET /api/board 200',
    'POST /api/watch-notes 401',
    'PUT /api/alerts/:id/acknowledge 401',
  ])
})

test('lets a user who signed in acknowledge and write, under their name and within the department', async () => {
  const { token } = await link()
  const [own, sibling] = [await raise('own'), await raise('sibling')]
  const signedIn = await enter(token, { email: emailOf('organization-admin'), password: PASSWORD })
  const { pass, name, expires_at } = signedIn.json()
  expect([name, Date.parse(expires_at) - Date.now() <= 300_000]).toEqual(['organization-admin', true])
  expect(signedIn.headers['set-cookie']).toBeUndefined()
  const done = await act('PUT', `/alerts/${own}/acknowledge`, token, pass)
  expect([done.statusCode, done.json().acknowledged.by.name]).toEqual([200, 'organization-admin'])
  expect(await lastAct()).toEqual(['alert.acknowledge', 'organization-admin'])
  // The administrator could do this in the console; the screen belongs to one department.
  expect((await act('PUT', `/alerts/${sibling}/acknowledge`, token, pass)).statusCode).toBe(404)
  const text = 'Fog after midnight.'
  const note = (department_id: string) => act('POST', '/watch-notes', token, pass, { department_id, text })
  expect((await note(things.own.departmentId)).statusCode).toBe(200)
  expect(await lastAct()).toEqual(['watch-note.create', 'organization-admin'])
  expect((await note(things.sibling.departmentId)).statusCode).toBe(400)
  expect((await board(token)).json<Board>().notes.map((one) => one.text)).toEqual([text])
})

test('refuses wrong credentials, other organizations, and users who may only view', async () => {
  const { token } = await link()
  const viewer = emailOf('department-viewer')
  const stranger = 'stranger@two.example'
  const { organizationId, departmentId } = things.foreign
  const who = { organizationId, departmentId, roleId: 'organization-admin' as const, name: 'Stranger' }
  await createUser(api.records, { ...who, email: stranger, password: PASSWORD })
  for (const [more, status, code] of [
    [{ email: viewer, password: 'wrong' }, 401, 'INVALID_CREDENTIALS'],
    [{ email: viewer, otp: 'ABCDEF' }, 400, 'INVALID_OTP'],
    [{ email: viewer, continue: 'x', code: '123456' }, 400, 'INVALID_OTP'],
    [{ email: viewer, continue: 'x' }, 400, 'invalid'],
    [{ email: viewer }, 400, 'invalid'],
    [{ email: viewer, password: PASSWORD }, 403, 'not_allowed'],
    [{ email: stranger, password: PASSWORD }, 403, 'not_allowed'],
  ] as const) {
    const answer = await enter(token, more)
    expect([more, answer.statusCode, answer.json().code]).toEqual([more, status, code])
  }
  expect((await enter('A'.repeat(43), { email: viewer, password: PASSWORD })).statusCode).toBe(404)
})

test('ends a pass after five minutes, at sign-out, and with its link or its session', async () => {
  const { token, id } = await link()
  const alertId = await raise('own')
  const tries = async (pass: string, at = token) =>
    (await act('PUT', `/alerts/${alertId}/acknowledge`, at, pass)).statusCode
  const other = await link()
  const pass = await passOf(token)
  // A pass belongs to one screen.
  expect(await tries(pass, other.token)).toBe(401)
  expect(await tries(pass)).toBe(200)
  const payload = { wall_token: token, pass }
  await api.app.inject({ method: 'POST', url: '/api/wall/sign-out', payload })
  expect(await tries(pass)).toBe(401)

  const old = await passOf(token)
  await api.records.db.update(wallPasses).set({ expiresAt: new Date(Date.now() - 1) })
  expect(await tries(old)).toBe(401)

  const orphan = await passOf(token)
  const [row] = await api.records.db.select().from(wallPasses).orderBy(desc(wallPasses.expiresAt)).limit(1)
  const [session] = await api.records.db
    .select()
    .from(identitySessions)
    .where(eq(identitySessions.id, row?.sessionId ?? ''))
  expect(session?.expiresAt).toEqual(row?.expiresAt)
  await api.records.db.delete(identitySessions).where(eq(identitySessions.id, row?.sessionId ?? ''))
  expect(await tries(orphan)).toBe(401)

  const last = await passOf(token)
  await api.app.inject({ method: 'DELETE', url: `/api/wall-links/${id}`, headers: admin })
  expect([await tries(last), (await board(token)).statusCode, (await passOf(token)) ?? null]).toEqual([
    404,
    404,
    null,
  ])
  expect(await api.records.db.$count(wallPasses, eq(wallPasses.wallLinkId, id))).toBe(0)
})

test('asks for the second factor after password and mailed code', async () => {
  const { token } = await link()
  const email = 'factor@one.example'
  const { organizationId, departmentId } = things.own
  const who = { organizationId, departmentId, roleId: 'department-admin' as const, name: 'F' }
  await createUser(api.records, { ...who, email, password: PASSWORD })
  const cookie = await signIn(api.app, email)
  const factor = (name: string, payload: object) =>
    api.app.inject({ method: 'POST', url: `/identity/two-factor/${name}`, payload, headers: { cookie } })
  const { otpauth_uri: uri } = (await factor('enable', { password: PASSWORD })).json()
  await factor('verify-totp', { code: codeOfApp(uri, -1) })

  const asked = (await enter(token, { email, password: PASSWORD })).json()
  expect([asked.pass, typeof asked.continue]).toEqual([null, 'string'])
  const wrong = await enter(token, { email, continue: asked.continue, code: '000000' })
  expect(wrong.json().code).toBe('INVALID_OTP')
  // A token works once.
  const again = await enter(token, { email, continue: asked.continue, code: codeOfApp(uri) })
  expect(again.json().code).toBe('INVALID_OTP')

  await api.app.inject({ method: 'POST', url: '/api/auth/signin/otp', payload: { email } })
  const mailed = async () => (await api.mails()).findLast(({ to }) => to === email)?.text ?? ''
  await expect.poll(mailed).toMatch(/code is/)
  const otp = /code is (\S{6})/.exec(await mailed())?.[1]
  const next = (await enter(token, { email, otp })).json<{ continue: string }>().continue
  // The address beside a token proves nothing.
  const entered = await enter(token, { email: emailOf('super-admin'), continue: next, code: codeOfApp(uri) })
  expect([entered.statusCode, entered.json().name]).toEqual([200, 'F'])
})

test('locks an account after wrong passwords, as the sign-in page does', async () => {
  const { token } = await link()
  const tries: string[] = []
  for (let i = 0; i < 7; i++)
    tries.push((await enter(token, { email: 'guessed@one.example', password: `${i}` })).json().code)
  expect(tries.slice(-2)).toEqual(['TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS'])
})
