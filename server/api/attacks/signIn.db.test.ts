/** Attacks on sign-in and tokens, against the whole server. */

import { createHook } from 'node:async_hooks'
import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AUDIENCE, ISSUER } from '#server/access/tokens.ts'
import { sealedSetting } from '#server/records/sealedSecrets.ts'
import { attempts, auditLog, users } from '#server/stores/relational/schema.ts'
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
const email = emailOf('organization-viewer')
beforeAll(async () => {
  api = await testApi({ clock })
  await twoOrganizations(api.records.db)
})
afterAll(() => api.close())
beforeEach(() => api.records.db.delete(attempts))

const post = (
  url: string,
  payload: object,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) => api.app.inject({ method: 'POST', url, payload, headers, remoteAddress })
const wrongPassword = (address: string, from: string) =>
  post('/identity/sign-in/email', { email: address, password: 'wrong password' }, {}, from)
const statusOf = async (token: string) =>
  (await api.app.inject({ url: '/api/users/me', headers: bearer(token) })).statusCode
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('refuses hundreds of forged tokens: other algorithms, keys, key ids and headers', async () => {
  const genuine = await tokenOf(api.app, await signIn(api.app, email))
  const [head = '', body = ''] = genuine.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const { keys } = (await api.app.inject({ url: '/identity/jwks' })).json<{ keys: { x: string }[] }>()
  const [publicKey] = keys
  const own = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const jwk = await exportJWK(own.publicKey)

  const forged: string[] = []
  const kids = [kid, undefined, '../../../../dev/null', "x' OR '1'='1", 'https://evil.example/key']
  for (const id of kids) {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
      forged.push(`${part({ alg, kid: id })}.${body}.`, `${part({ alg, kid: id })}.${body}.AAAA`)
    }
    for (const [alg, hash] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const) {
      const start = `${part({ alg, typ: 'JWT', kid: id })}.${body}`
      for (const secret of [
        Buffer.from(publicKey?.x ?? '', 'base64url'),
        publicKey?.x ?? '',
        JSON.stringify(publicKey),
        '',
        'secret',
        'better-auth-secret-12345678901234567890',
      ]) {
        forged.push(`${start}.${createHmac(hash, secret).update(start).digest('base64url')}`)
      }
    }
    for (const header of [
      {},
      { jwk },
      { jku: 'https://evil.example/jwks' },
      { x5u: 'https://evil.example/x5u' },
      { x5c: ['AAAA'] },
      { typ: 'at+jwt' },
    ]) {
      const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', ...(id && { kid: id }), ...header })
      forged.push(await jwt.sign(own.privateKey))
    }
  }
  for (const change of [
    { sub: 'admin' },
    { sid: 'other' },
    { exp: 9_999_999_999 },
    { iss: 'x' },
    { aud: 'x' },
  ]) {
    forged.push(genuine.replace(body, part({ ...claims, ...change })))
  }
  expect(claims).toMatchObject({ iss: ISSUER, aud: AUDIENCE })
  expect(forged.length).toBeGreaterThan(170)
  for (const token of forged) expect([token, await statusOf(token)]).toEqual([token, 401])
  expect(await statusOf(genuine)).toBe(200)
})

test('refuses a session, exchange or reset token as an access token', async () => {
  const cookie = await signIn(api.app, email)
  const signed = decodeURIComponent(cookie.split('=')[1] ?? '')
  await post('/identity/request-password-reset', { email })
  await expect.poll(async () => (await api.mails()).find(({ to }) => to === email)?.text).toMatch(/token=/)
  const reset = /token=(\S+)/.exec((await api.mails()).find(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
  for (const token of [signed, signed.split('.')[0] ?? '', reset]) expect(await statusOf(token)).toBe(401)
})

test('makes a random secret of its own', async () => {
  expect(await sealedSetting(api, 'access.secret', () => '')).toMatch(/^[\w-]{43}$/)
})

test('works as hard on an unknown address as on a known one', async () => {
  let hashes = 0
  const watch = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') hashes++
    },
  }).enable()
  const workOn = async (address: string) => {
    hashes = 0
    // Tests remember the key of a password that was tried before, also by another file.
    const payload = { email: address, password: randomUUID() }
    expect((await post('/identity/sign-in/email', payload, {}, '192.0.2.1')).statusCode).toBe(401)
    return hashes
  }
  const [known, unknown] = [await workOn(email), await workOn('nobody@one.example')]
  watch.disable()
  expect([known, unknown]).toEqual([1, 1])
})

test('limits guesses at one account to fifty from many places, and admits its owner 15 minutes later', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => wrongPassword(email, `192.0.2.${n}`)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  clock.set(clock.nowMs() + 901_000)
  await signIn(api.app, email)
  clock.set(Date.now())
})

test('notes refused sign-ins once a minute for an account and reason, without what was typed', async () => {
  const { db } = api.records
  const refused = async () => {
    const rows = await db.select().from(auditLog).where(eq(auditLog.act, 'sign-in.refused'))
    return rows.filter(({ subjectId }) => subjectId === known?.id)
  }
  const account = emailOf('super-viewer')
  const [known] = await db.select().from(users).where(eq(users.email, account))
  const reasons = async () => (await refused()).map(({ after }) => (after as { reason: string }).reason)
  clock.set(Date.now() + 3_600_000)
  for (const _ of [1, 2]) {
    const from = Array.from({ length: 40 }, (_one, n) => `192.0.2.${n}`)
    await Promise.all(from.map((ip) => wrongPassword(account, ip)))
    for (let n = 0; n < 6; n++) await wrongPassword(account, '192.0.2.200')
    await wrongPassword('nobody@one.example', '192.0.2.1')
    await post('/api/auth/signin/verify-otp', { email: account, otp: '222222' })
    clock.set(clock.nowMs() + 59_000)
  }
  await expect.poll(async () => (await reasons()).sort()).toEqual(['code', 'credentials', 'locked'])
  clock.set(clock.nowMs() + 2000)
  await wrongPassword(account.toUpperCase(), '192.0.2.240')
  await expect.poll(async () => (await refused()).length).toBe(4)
  const lines = JSON.stringify([await refused(), api.logged])
  for (const typed of ['wrong password', '222222', account, 'nobody@']) expect(lines).not.toContain(typed)
  clock.set(Date.now())
})

test('does not count refused tries, so trying on does not extend the wait', async () => {
  const startMs = clock.nowMs()
  const place = '192.0.2.80'
  for (let n = 0; n < 5; n++) expect((await wrongPassword(email, place)).statusCode).toBe(401)
  clock.set(startMs + 600_000)
  for (let n = 0; n < 10; n++) expect((await wrongPassword(email, place)).statusCode).toBe(429)
  clock.set(startMs + 901_000)
  const right = await post('/identity/sign-in/email', { email, password: PASSWORD }, {}, place)
  expect(right.statusCode).toBe(200)
  clock.set(Date.now())
})

test('counts all addresses of an IPv6 household as one place', async () => {
  const tries = Array.from({ length: 110 }, (_, n) =>
    post(
      '/api/auth/signin/verify-otp',
      { email: `x${n}@one.example`, otp: '222222' },
      {},
      `2001:db8:1:2::${n + 1}`,
    ),
  )
  const refused = (await Promise.all(tries)).filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(10)
})

test('hashes no password once a place has used up its tries', async () => {
  for (let n = 0; n < 5; n++) await wrongPassword(email, '192.0.2.9')
  let hashes = 0
  const watch = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') hashes++
    },
  }).enable()
  const flood = await Promise.all(Array.from({ length: 200 }, () => wrongPassword(email, '192.0.2.9')))
  watch.disable()
  expect(new Set(flood.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
  expect(hashes).toBe(0)
})

test('writes its own address into mails, whatever a request claims', async () => {
  const to = emailOf('department-admin')
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-original-host': 'evil.example',
    forwarded: 'host=evil.example;proto=gopher',
  }
  await post('/identity/request-password-reset', { email: to, redirectTo: 'https://evil.example' }, headers)
  const mailed = async () => (await api.mails()).find((mail) => mail.to === to)?.text ?? ''
  await expect.poll(mailed).toContain('http://localhost:3000/reset-password?token=')
  expect(await mailed()).not.toMatch(/evil|gopher/)
})

test('sends no mail to an address with a line end or a second address in it', async () => {
  const before = (await api.mails()).length
  for (const address of [
    `${email}\r\nBcc: thief@evil.example`,
    `${email}\nSubject: x`,
    `${email}%0aBcc: thief@evil.example`,
    `${email},thief@evil.example`,
    `${email} <thief@evil.example>`,
    `"${email}"@evil.example\r`,
  ]) {
    for (const url of ['/api/auth/signin/otp', '/identity/request-password-reset']) {
      expect([address, url, (await post(url, { email: address })).statusCode]).toEqual([address, url, 400])
    }
  }
  expect(await api.mails()).toHaveLength(before)
})

test('changes nothing by the cookie alone when a page of another site asks', async () => {
  const cookie = await signIn(api.app, email)
  for (const origin of [
    'https://evil.example',
    'http://sub.localhost:3000',
    'http://localhost:3001',
    'null',
  ]) {
    for (const url of [
      '/identity/sign-in/email',
      '/identity/exchange',
      '/identity/sign-out',
      '/identity/change-password',
      '/identity/two-factor/enable',
      '/identity/two-factor/disable',
    ]) {
      const answer = await post(url, { password: PASSWORD }, { cookie, origin })
      expect([origin, url, answer.statusCode]).toEqual([origin, url, 403])
    }
  }
  const answer = await api.app.inject({ url: '/api/users/me', headers: { cookie } })
  expect(answer.statusCode).toBe(401)
  expect(await tokenOf(api.app, cookie)).toBeTruthy()
})
