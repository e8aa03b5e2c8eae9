import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditLog } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import {
  bearer,
  emailOf,
  PASSWORD,
  signIn,
  type TestApi,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'

const clock = fixedClock(Date.now())
let api: TestApi
beforeAll(async () => {
  api = await testApi({ clock })
  await twoOrganizations(api.records.db)
})
afterAll(() => api.close())

const email = emailOf('organization-viewer')
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url, payload, headers })
const me = (token: string) => api.app.inject({ url: '/api/users/me', headers: bearer(token) })

async function mayEnter(cookie: string): Promise<boolean> {
  const answer = await api.app.inject({ url: '/identity/token', headers: { cookie } })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ token: string | null }>().token !== null
}

test('gives no token without a session', async () => {
  expect(await mayEnter('')).toBe(false)
  expect(await mayEnter('taffrail.session_token=forged.forged')).toBe(false)
})

test('turns a password into a session and the session into a token that the API accepts', async () => {
  const token = await tokenOf(api.app, await signIn(api.app, email.toUpperCase()))
  const answer = await me(token)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ email, role_id: 'organization-viewer', auth_role: 'user' })
})

test('keeps the session in a cookie that scripts cannot read, and nowhere else', async () => {
  const answer = await post('/identity/sign-in/email', { email, password: PASSWORD })
  expect(answer.json()).toEqual({ ok: true })
  expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i)
})

test('answers the same for a wrong password and an unknown address', async () => {
  const wrong = await post('/identity/sign-in/email', { email, password: 'wrong password' })
  const unknown = await post('/identity/sign-in/email', {
    email: 'nobody@one.example',
    password: 'wrong password',
  })
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json().message).toBe('Invalid email or password. Please check your credentials and try again.')
  expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
})

test('stops at six wrong passwords, even when they come all at once, and refuses the right one too', async () => {
  const target = emailOf('department-viewer')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      post('/identity/sign-in/email', { email: target, password: `wrong ${i}` }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeLessThanOrEqual(5)
  const right = await post('/identity/sign-in/email', { email: target, password: PASSWORD })
  expect(right.statusCode).toBe(429)
  expect(right.json().message).toBe('Too many failed login attempts. Try again later.')

  clock.set(clock.nowMs() + 899_000)
  expect((await post('/identity/sign-in/email', { email: target, password: PASSWORD })).statusCode).toBe(429)
  clock.set(clock.nowMs() + 2000)
  await signIn(api.app, target)
  clock.set(Date.now())
})

test('ends the session and its token at sign-out', async () => {
  const cookie = await signIn(api.app, email)
  const token = await tokenOf(api.app, cookie)
  expect((await me(token)).statusCode).toBe(200)
  expect((await post('/identity/sign-out', {}, { cookie, origin: 'http://localhost:3000' })).statusCode).toBe(
    200,
  )
  expect((await me(token)).statusCode).toBe(401)
  expect(await mayEnter(cookie)).toBe(false)
})

test('changes nothing for a page of another site', async () => {
  const cookie = await signIn(api.app, email)
  const answer = await post('/identity/sign-out', {}, { cookie, origin: 'https://elsewhere.example' })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_allowed'])
  expect(await mayEnter(cookie)).toBe(true)
})

test('accepts no host name as its own that only the caller claims', async () => {
  const cookie = await signIn(api.app, email)
  const rebound = { cookie, host: 'evil.example:3000', origin: 'http://evil.example:3000' }
  expect((await post('/identity/sign-out', {}, rebound)).statusCode).toBe(403)
  expect(await mayEnter(cookie)).toBe(true)
  const byNumber = { cookie, host: '192.0.2.7:3000', origin: 'http://192.0.2.7:3000' }
  expect((await post('/identity/sign-out', {}, byNumber)).statusCode).toBe(200)
})

test('ends every other session when the password changes, without being asked', async () => {
  const target = emailOf('organization-viewer')
  const [here, elsewhere] = [await signIn(api.app, target), await signIn(api.app, target)]
  const change = { currentPassword: PASSWORD, newPassword: 'a fair wind', revokeOtherSessions: false }
  const changed = await post('/identity/change-password', change, { cookie: here })
  expect(changed.statusCode).toBe(200)
  expect(await mayEnter(elsewhere)).toBe(false)
  const [mine] = changed.cookies.filter(({ name }) => name.endsWith('session_token'))
  expect(await mayEnter(`${mine?.name}=${mine?.value}`)).toBe(true)
})

test('refuses a stolen password in place of the present one, and ends no session', async () => {
  const target = emailOf('super-viewer')
  const [here, elsewhere] = [await signIn(api.app, target), await signIn(api.app, target)]
  const change = { currentPassword: PASSWORD, newPassword: 'PassW0rd' }
  const answer = await post('/identity/change-password', change, { cookie: here })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'PASSWORD_BREACHED'])
  expect([await mayEnter(here), await mayEnter(elsewhere)]).toEqual([true, true])
  await signIn(api.app, target)
})

test('names the setting behind a proxy that does not forward the host', async () => {
  const headers = { origin: 'https://fleet.example', host: '127.0.0.1:3000' }
  const answer = await post('/identity/sign-in/email', { email, password: PASSWORD }, headers)
  expect(answer.statusCode).toBe(403)
  expect(answer.json().message).toMatch(/address https:\/\/fleet\.example .*PUBLIC_URL/)
})

test('prints nothing on the console about a refusal, which the product’s own log reports', async () => {
  const logged = (['log', 'warn', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  )
  await post('/identity/sign-in/email', { email: 'nobody@one.example', password: 'wrong password' })
  await post('/identity/reset-password', { newPassword: 'a fair wind', token: 'forged' })
  await post('/identity/exchange', { token: 'forged' })
  for (const spy of logged) expect(spy.mock.calls).toEqual([])
  vi.restoreAllMocks()
})

test('serves no endpoint of the identity engine that the console does not use', async () => {
  for (const url of [
    '/identity/sign-up/email',
    '/identity/update-user',
    '/identity/delete-user',
    '/identity/change-email',
  ]) {
    const answer = await post(url, { name: 'x', email: 'x@x.example', password: PASSWORD })
    expect([url, answer.statusCode]).toEqual([url, 404])
  }
})

test('resets a password through a link of its own address, which works once and ends all sessions', async () => {
  const target = emailOf('organization-admin')
  const cookie = await signIn(api.app, target)
  const headers = { host: 'evil.example' }
  const known = await post('/identity/request-password-reset', { email: target }, headers)
  const unknown = await post('/identity/request-password-reset', { email: 'nobody@one.example' }, headers)
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
  await expect.poll(async () => (await api.mails()).length).toBe(1)
  const [mail] = await api.mails()
  expect(mail?.to).toBe(target)
  const [, token] = /http:\/\/localhost:3000\/reset-password\?token=(\S+)/.exec(mail?.text ?? '') ?? []
  const reset = (newPassword = 'another horse') => post('/identity/reset-password', { token, newPassword })
  const stolen = await reset('Qwerty123')
  expect([stolen.statusCode, stolen.json().code]).toEqual([400, 'PASSWORD_BREACHED'])
  expect((await reset()).statusCode).toBe(200)
  expect((await reset()).statusCode).toBe(400)
  expect(await mayEnter(cookie)).toBe(false)
  await signIn(api.app, target, 'another horse')
})

test('lists a user’s own sessions, and ends those of no other user', async () => {
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const start = async (address: string) => {
    const answer = await post('/identity/sign-in/email', { email: address, password: PASSWORD }, browser)
    return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  const list = async (cookie: string) => api.app.inject({ url: '/identity/sessions', headers: { cookie } })
  const [here, away, other] = [
    await start(emailOf('department-admin')),
    await start(emailOf('department-admin')),
    await start(emailOf('super-admin')),
  ]
  expect([
    (await list('')).statusCode,
    (await post('/identity/sessions/end', { id: 'x' })).statusCode,
  ]).toEqual([401, 401])
  const { sessions } = (await list(here)).json()
  expect(sessions).toHaveLength(2)
  expect(sessions.filter((one: { current: boolean }) => one.current)).toHaveLength(1)
  expect(sessions[0]).toMatchObject({ ip: '127.0.0.1', browser: browser['user-agent'] })
  expect(Object.keys(sessions[0]).sort()).toEqual([
    'browser',
    'current',
    'id',
    'ip',
    'last_used_at',
    'signed_in_at',
  ])
  const { id } = sessions.find((one: { current: boolean }) => !one.current)
  const token = await tokenOf(api.app, away)
  const end = (cookie: string) => post('/identity/sessions/end', { id }, { cookie })
  expect((await end(other)).statusCode).toBe(404)
  expect(await mayEnter(away)).toBe(true)
  expect([(await end(here)).statusCode, (await end(here)).statusCode]).toEqual([200, 404])
  expect([await mayEnter(away), await mayEnter(here), (await me(token)).statusCode]).toEqual([
    false,
    true,
    401,
  ])
  expect((await list(here)).json().sessions).toMatchObject([{ current: true }])
  const acts = await api.records.db.select().from(auditLog).where(eq(auditLog.act, 'user.session-end'))
  expect(acts).toHaveLength(1)
})
