import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/access/createUser.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { identityTwoFactors } from '#server/stores/relational/identitySchema.ts'
import { auditLog, users } from '#server/stores/relational/schema.ts'
import { PASSWORD, signIn, type TestApi, testApi } from '#server/testing/testApi.ts'
import { codeOfApp, secretOfApp } from '#server/testing/testAuthenticator.ts'

let api: TestApi
let organization: { organizationId: string; departmentId: string }
let email = ''
let people = 0
beforeAll(async () => {
  api = await testApi()
  organization = await api.records.db.transaction((tx) => insertOrganization(tx, { name: 'One' }))
})
afterAll(() => api.close())
beforeEach(async () => {
  email = `person${++people}@one.example`
  await createUser(api.records, {
    ...organization,
    roleId: 'organization-viewer',
    name: 'P',
    email,
    password: PASSWORD,
  })
})

type Answer = Awaited<ReturnType<typeof post>>
const post = (url: string, payload: object, cookie = '') =>
  api.app.inject({ method: 'POST', url, payload, headers: { cookie } })
const call = (name: string, payload: object, cookie = '') =>
  post(`/identity/two-factor/${name}`, payload, cookie)
const cookiesOf = (answer: Answer) =>
  answer.cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
const mayEnter = async (cookie: string) =>
  (await api.app.inject({ url: '/identity/token', headers: { cookie } })).json<{ token: string | null }>()
    .token !== null
const withPassword = () => post('/identity/sign-in/email', { email, password: PASSWORD })

async function withMailedCode(): Promise<Answer> {
  await post('/api/auth/signin/otp', { email })
  const mailed = async () => (await api.mails()).find(({ to }) => to === email)?.text ?? ''
  await expect.poll(mailed).toMatch(/code is/)
  const otp = /code is (\S{6})/.exec(await mailed())?.[1]
  const verified = await post('/api/auth/signin/verify-otp', { email, otp })
  return post('/identity/exchange', verified.json())
}

/** Switches the second factor on with the code of the previous step, and returns the app. */
async function enable() {
  const first = await signIn(api.app, email)
  const started = await call('enable', { password: PASSWORD }, first)
  expect(started.statusCode).toBe(200)
  const { otpauth_uri: uri, backup_codes: codes } = started.json<{
    otpauth_uri: string
    backup_codes: string[]
  }>()
  const confirmed = await call('verify-totp', { code: codeOfApp(uri, -1) }, first)
  expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { ok: true }])
  return { uri, codes, cookie: cookiesOf(confirmed) }
}

test('shows and changes nothing without a session', async () => {
  expect((await api.app.inject({ url: '/identity/two-factor/state' })).statusCode).toBe(401)
  for (const name of ['enable', 'disable', 'generate-backup-codes', 'verify-totp', 'verify-backup-code']) {
    const answer = await call(name, { password: PASSWORD, code: '123456' })
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 401, 'not_authenticated'])
  }
})

test('stays off until the app has shown a right code', async () => {
  const cookie = await signIn(api.app, email)
  expect((await call('enable', { password: 'wrong password' }, cookie)).json().code).toBe(
    'INVALID_CREDENTIALS',
  )
  const { otpauth_uri: uri } = (await call('enable', { password: PASSWORD }, cookie)).json<{
    otpauth_uri: string
  }>()
  expect(uri).toMatch(/^otpauth:\/\/totp\/Taffrail/)
  expect((await call('verify-totp', { code: '000000' }, cookie)).json().code).toBe('INVALID_OTP')
  expect(await mayEnter(await signIn(api.app, email))).toBe(true)
})

test.each([
  ['the password', withPassword],
  ['the mailed code', withMailedCode],
])('asks for the code of the app after %s and gives no session before', async (_, start) => {
  const { uri } = await enable()
  const begun = await start()
  expect([begun.statusCode, begun.json()]).toEqual([200, { ok: true, second_factor: true }])
  const challenge = cookiesOf(begun)
  expect(await mayEnter(challenge)).toBe(false)

  const wrong = await call('verify-totp', { code: '000000' }, challenge)
  expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Incorrect code'])
  const [user] = await api.records.db.select().from(users).where(eq(users.email, email))
  const noted = await api.records.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, user?.id ?? ''))
  expect(noted.filter(({ act }) => act === 'sign-in.refused').map(({ after }) => after)).toEqual([
    { reason: 'second-factor' },
  ])
  const right = await call('verify-totp', { code: codeOfApp(uri) }, challenge)
  expect([right.statusCode, right.json()]).toEqual([200, { ok: true }])
  expect(await mayEnter(cookiesOf(right))).toBe(true)
  expect((await call('verify-totp', { code: codeOfApp(uri, 1) }, challenge)).statusCode).toBe(401)
})

test('accepts each code of the app once, for any purpose', async () => {
  const { uri, cookie } = await enable()
  const code = codeOfApp(uri)
  const [first, second] = [cookiesOf(await withPassword()), cookiesOf(await withPassword())]
  const both = await Promise.all([first, second].map((challenge) => call('verify-totp', { code }, challenge)))
  expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeLessThan(2)
  const again = await call('verify-totp', { code }, cookiesOf(await withPassword()))
  expect([again.statusCode, again.json().code]).toEqual([400, 'INVALID_OTP'])
  expect(await mayEnter(cookiesOf(again))).toBe(false)
  expect((await call('disable', { password: PASSWORD, code }, cookie)).json().code).toBe('INVALID_OTP')

  const next = await call('verify-totp', { code: codeOfApp(uri, 1) }, cookiesOf(await withPassword()))
  expect(next.statusCode).toBe(200)
})

test('accepts each backup code once', async () => {
  const { codes } = await enable()
  const [code = ''] = codes
  const use = async () => call('verify-backup-code', { code }, cookiesOf(await withPassword()))
  expect(await mayEnter(cookiesOf(await use()))).toBe(true)
  expect((await use()).json().code).toBe('INVALID_OTP')
})

test('trusts no device, whatever the request claims', async () => {
  const { uri } = await enable()
  const code = codeOfApp(uri)
  const entered = await call('verify-totp', { code, trustDevice: true }, cookiesOf(await withPassword()))
  expect(entered.cookies.map(({ name }) => name).join()).not.toMatch(/trust/)
})

test('stops after five wrong codes at a sign-in and ten at an account', async () => {
  const { uri } = await enable()
  for (let round = 0; round < 2; round++) {
    const challenge = cookiesOf(await withPassword())
    for (let n = 0; n < 5; n++) await call('verify-totp', { code: `0000${round}${n}` }, challenge)
    const right = await call('verify-totp', { code: codeOfApp(uri, round) }, challenge)
    expect([round, right.statusCode]).toEqual([round, 429])
  }
  const fresh = await call('verify-totp', { code: '000099' }, cookiesOf(await withPassword()))
  expect(fresh.json().code).toBe('TOO_MANY_ATTEMPTS')
})

test('switches off, and renews backup codes, only with both the password and a code', async () => {
  const { uri, codes, cookie } = await enable()
  for (const name of ['disable', 'generate-backup-codes']) {
    for (const payload of [
      { password: PASSWORD },
      { password: PASSWORD, code: '000000' },
      { code: '000001' },
    ]) {
      expect((await call(name, payload, cookie)).json().code).toMatch(/^INVALID_/)
    }
  }
  const withoutPassword = { password: 'wrong password', code: codeOfApp(uri) }
  expect((await call('disable', withoutPassword, cookie)).json().code).toBe('INVALID_CREDENTIALS')
  const proof = { password: PASSWORD, code: codeOfApp(uri, 1) }
  const renewed = (await call('generate-backup-codes', proof, cookie)).json<{ backup_codes: string[] }>()
  expect(renewed.backup_codes).toHaveLength(10)
  const old = await call('verify-backup-code', { code: codes[0] }, cookiesOf(await withPassword()))
  expect(old.json().code).toBe('INVALID_OTP')

  const off = await call('disable', { password: PASSWORD, code: renewed.backup_codes[0] }, cookie)
  expect(off.json()).toEqual({ ok: true })
  const state = await api.app.inject({
    url: '/identity/two-factor/state',
    headers: { cookie: cookiesOf(off) },
  })
  expect(state.json()).toEqual({ enabled: false, has_password: true })
  expect(await mayEnter(await signIn(api.app, email))).toBe(true)
})

test('encrypts the app’s secret and the backup codes', async () => {
  const { uri, codes } = await enable()
  const rows = await api.records.db
    .select()
    .from(identityTwoFactors)
    .where(eq(identityTwoFactors.verified, true))
  const secret = secretOfApp(uri).toString()
  expect(secret).toMatch(/^[\w-]{32}$/)
  const kept = JSON.stringify([rows, api.logged])
  for (const clear of [secret, ...codes]) expect(kept).not.toContain(clear)
})
