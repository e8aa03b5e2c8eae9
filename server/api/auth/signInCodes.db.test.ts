import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '#server/access/createUser.ts'
import { openMail } from '#server/notify/openMail.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { attempts, signInCodes } from '#server/stores/relational/schema.ts'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { bearer, PASSWORD, type TestApi, testApi, tokenOf } from '#server/testing/testApi.ts'
import { openTestSmtp } from '#server/testing/testSmtp.ts'

const clock = fixedClock(Date.now())
let api: TestApi
let organization: { organizationId: string; departmentId: string }
let email = ''
let people = 0

beforeAll(async () => {
  api = await testApi({ clock })
  organization = await api.records.db.transaction((tx) => insertOrganization(tx, { name: 'One' }))
})
afterAll(() => api.close())

/** Every test has a person, and a past without attempts, of its own. */
beforeEach(async () => {
  const { db } = api.records
  email = `person${++people}@one.example`
  await createUser(
    { db },
    { ...organization, roleId: 'organization-viewer', name: 'P', email, password: PASSWORD },
  )
  await db.delete(attempts)
})

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url, payload, headers })
const ask = (address = email) => post('/api/auth/signin/otp', { email: address })
const verify = (otp: string, address = email) => post('/api/auth/signin/verify-otp', { email: address, otp })
const codeIn = (text: string) => /code is ([2-9A-Z]{6})/.exec(text)?.[1] ?? ''
const later = (seconds: number) => clock.set(clock.nowMs() + seconds * 1000)
const mails = async () => (await api.mails()).filter(({ to }) => to === email)

async function codeRow() {
  const [row] = await api.records.db.select().from(signInCodes).where(eq(signInCodes.email, email))
  return row
}

async function receiveCode(count = 1): Promise<string> {
  await expect.poll(async () => (await mails()).length).toBe(count)
  return codeIn((await mails())[0]?.text ?? '')
}

test('refuses a code that was never requested', async () => {
  const answer = await verify('AAAAAA')
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { code: 'INVALID_OTP', message: 'Incorrect code' },
  ])
})

test('signs in with the mailed code, once, however it is written', async () => {
  expect((await ask()).json()).toEqual({ ok: true })
  const code = await receiveCode()
  const verified = await verify(code.toLowerCase())
  expect(verified.statusCode).toBe(200)
  expect((await verify(code)).statusCode).toBe(400)

  const { token } = verified.json<{ token: string }>()
  const exchanged = await post('/identity/exchange', { token })
  expect(exchanged.statusCode).toBe(200)
  expect((await post('/identity/exchange', { token })).statusCode).toBe(401)
  const cookie = String(exchanged.headers['set-cookie']).split(';')[0] ?? ''
  const me = await api.app.inject({ url: '/api/users/me', headers: bearer(await tokenOf(api.app, cookie)) })
  expect(me.json().email).toBe(email)
})

test('answers the same for an unknown address, and mails nothing', async () => {
  const known = await ask()
  const unknown = await ask('nobody@one.example')
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
  await receiveCode()
  expect((await api.mails()).filter(({ to }) => to.startsWith('nobody'))).toEqual([])
})

test('accepts five tries at a code, however many come at once', async () => {
  await ask()
  const code = await receiveCode()
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify('222222')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400]))
  expect((await verify(code)).statusCode).toBe(400)
})

test('gives a token to one of several callers with the right code', async () => {
  await ask()
  const code = await receiveCode()
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('refuses a code after ten minutes', async () => {
  await ask()
  const code = await receiveCode()
  later(601)
  expect((await verify(code)).statusCode).toBe(400)
})

test('mails again after half a minute and at most five times an hour', async () => {
  await ask()
  await receiveCode(1)
  later(29)
  await ask()
  for (let n = 2; n <= 5; n++) {
    later(31)
    await ask()
    await receiveCode(n)
  }
  later(31)
  await ask()
  await expect.poll(async () => (await codeRow())?.sentAt.getTime()).toBe(clock.nowMs())
  expect(await mails()).toHaveLength(5)
})

test('stops one place from guessing at many addresses, whatever it claims to be', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 110; n++) {
    const headers = { 'x-forwarded-for': `10.0.0.${n}`, 'x-real-ip': `10.0.1.${n}` }
    const payload = { email: `somebody${n}@one.example`, otp: '222222' }
    statuses.push((await post('/api/auth/signin/verify-otp', payload, headers)).statusCode)
  }
  expect(statuses.filter((status) => status === 429).length).toBe(10)
})

test('keeps no code in the records, in the log or in an answer', async () => {
  const asked = await ask()
  const code = await receiveCode()
  const row = await codeRow()
  expect(row?.codeHash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify([row, api.logged, asked.body])).not.toContain(code)
})

test('sends mail through the configured server', async () => {
  const smtp = await openTestSmtp()
  const mail = openMail({ SMTP_URL: smtp.url, MAIL_FROM: 'Taffrail <a@b.example>', dataDir: '/nowhere' })
  await mail.send({ to: email, subject: 'x', text: 'Your sign-in code is 234567\n' })
  mail.close()
  await smtp.close()
  expect(smtp.received.map(({ to, text }) => [to, codeIn(text)])).toEqual([[email, '234567']])
})
