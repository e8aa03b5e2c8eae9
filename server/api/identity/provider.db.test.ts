import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { identityAccounts, identityUsers } from '#server/stores/relational/identitySchema.ts'
import {
  emailOf,
  PASSWORD,
  signIn,
  type TestApi,
  testApi,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { codeOfApp } from '#server/testing/testAuthenticator.ts'
import { CLIENT, openTestProvider, type TestProvider } from '#server/testing/testProvider.ts'

const CALLBACK = 'http://localhost:3000/identity/callback/oidc'
const BELOW = 'http://localhost:3000/fleet'
let provider: TestProvider
let api: TestApi
beforeAll(async () => {
  provider = await openTestProvider(CALLBACK, `${BELOW}/identity/callback/oidc`)
  api = await testApi({ provider: { name: 'Harbour ID', issuer: provider.issuer, ...CLIENT } })
  await twoOrganizations(api.records.db)
})
afterAll(async () => {
  await api.close()
  await provider.close()
})

/** Another server beside the first, on its engines. */
const engines = () => ({ records: api.records, telemetry: api.telemetry })
const email = emailOf('organization-viewer')
const start = (at = api, from = '/trips?page=2') =>
  at.app.inject({ method: 'POST', url: '/identity/sign-in/social', payload: { from } })
type Answer = Awaited<ReturnType<typeof start>>
const addressIn = (answer: Answer) => new URL(answer.json<{ redirect_to: string }>().redirect_to)
const cookieOf = (answer: Answer) =>
  answer.cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
const comeBack = (address: string | URL, cookie: string, at = api) => {
  const { pathname, search } = new URL(address)
  return at.app.inject({ url: pathname + search, headers: { cookie } })
}
const errorIn = ({ headers }: Answer) => new URL(headers.location ?? '', CALLBACK).searchParams.get('error')
const whoIs = async (cookie: string, at = api) =>
  (await at.app.inject({ url: '/identity/token', headers: { cookie } })).json<{ token: string | null }>()
    .token

async function throughProvider(person: { email: string; verified: boolean }) {
  Object.assign(provider.person, person)
  const started = await start()
  return comeBack(await provider.visit(addressIn(started).href), cookieOf(started))
}

test('offers no provider when none is configured', async () => {
  const plain = await testApi({ ...engines() })
  expect((await plain.app.inject({ url: '/api/setup' })).json().provider).toBeNull()
  expect((await start(plain)).statusCode).toBe(404)
  await plain.app.close()
})

test('signs in an existing user, leads where the user was going, and keeps no token of the provider', async () => {
  expect((await api.app.inject({ url: '/api/setup' })).json().provider).toBe('Harbour ID')
  const back = await throughProvider({ email: email.toUpperCase(), verified: true })
  expect([back.statusCode, back.headers.location]).toEqual([302, '/trips?page=2'])
  expect(await whoIs(cookieOf(back))).toBeTruthy()
  const rows = await api.records.db.select().from(identityAccounts)
  const [account] = rows.filter(({ providerId }) => providerId === 'oidc')
  expect(account).toMatchObject({ accessToken: null, refreshToken: null, idToken: null })
})

test('asks for the second factor of a user after the provider, before a session exists', async () => {
  const own = emailOf('department-viewer')
  const call = (name: string, payload: object, cookie: string) =>
    api.app.inject({ method: 'POST', url: `/identity/two-factor/${name}`, payload, headers: { cookie } })
  const first = await signIn(api.app, own)
  const started = await call('enable', { password: PASSWORD }, first)
  const { otpauth_uri: uri } = started.json<{ otpauth_uri: string }>()
  expect((await call('verify-totp', { code: codeOfApp(uri, -1) }, first)).statusCode).toBe(200)

  const back = await throughProvider({ email: own, verified: true })
  expect([back.statusCode, back.headers.location]).toEqual([
    302,
    '/signin?second_factor=true&from=%2Ftrips%3Fpage%3D2',
  ])
  const challenge = cookieOf(back)
  expect(await whoIs(challenge)).toBeNull()
  expect((await call('verify-totp', { code: '000000' }, challenge)).json().code).toBe('INVALID_OTP')
  const entered = await call('verify-totp', { code: codeOfApp(uri) }, challenge)
  expect(await whoIs(cookieOf(entered))).toBeTruthy()
})

test('leads back below the path of the console', async () => {
  const below = await testApi({
    ...{ ...engines(), PUBLIC_URL: BELOW },
    provider: { name: 'Harbour ID', issuer: provider.issuer, ...CLIENT },
  })
  onTestFinished(() => below.app.close())
  const through = async (who: string) => {
    Object.assign(provider.person, { email: who, verified: true })
    const started = await start(below)
    return comeBack(await provider.visit(addressIn(started).href), cookieOf(started), below)
  }
  const back = await through(email)
  expect([back.statusCode, back.headers.location]).toEqual([302, '/fleet/trips?page=2'])
  expect(await whoIs(cookieOf(back), below)).toBeTruthy()
  expect((await through('stranger@harbour.example')).headers.location).toMatch(/^\/fleet\/signin\?error=/)
})

test('makes no new user', async () => {
  const back = await throughProvider({ email: 'stranger@harbour.example', verified: true })
  expect([errorIn(back), await whoIs(cookieOf(back))]).toEqual(['signup_disabled', null])
  const emails = (await api.records.db.select().from(identityUsers)).map((user) => user.email)
  expect(emails).not.toContain('stranger@harbour.example')
})

test('accepts no email that the provider has not verified, at the first time or later', async () => {
  for (const address of [emailOf('super-admin'), email]) {
    const back = await throughProvider({ email: address, verified: false })
    expect([errorIn(back), await whoIs(cookieOf(back))]).toEqual(['email_not_found', null])
  }
})

test('refuses an answer that this browser did not request', async () => {
  Object.assign(provider.person, { email, verified: true })
  const [mine, other] = [await start(), await start()]
  const back = await provider.visit(addressIn(mine).href)
  for (const [what, cookie, address] of [
    ['no cookie', '', back],
    ['the cookie of another try', cookieOf(other), back],
    ['another state', cookieOf(mine), back.replace(/state=[^&]+/, 'state=guessed')],
    ['another issuer', cookieOf(mine), back.replace(/iss=[^&]+/, 'iss=https://evil.example')],
  ] as const) {
    const answer = await comeBack(address, cookie)
    expect([what, errorIn(answer) !== null, await whoIs(cookieOf(answer))]).toEqual([what, true, null])
  }
})

test('leads only to a page of its own afterwards', async () => {
  for (const from of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    expect([from, (await start(api, from)).statusCode]).toEqual([from, 404])
  }
})

/** A provider that signs any claims it is given. */
async function openLyingProvider() {
  const good = await generateKeyPair('RS256')
  const bad = await generateKeyPair('RS256')
  const lie = {
    claims: {} as Record<string, unknown>,
    key: good.privateKey,
    good: good.privateKey,
    bad: bad.privateKey,
  }
  const jwk = { ...(await exportJWK(good.publicKey)), kid: 'k', alg: 'RS256' }
  let nonce = ''
  const server: Server = createServer(async (request, response) => {
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': () => ({ keys: [jwk] }),
      '/token': async () => {
        const honest = { iss: issuer, aud: CLIENT.clientId, sub: 'x', nonce, email, email_verified: true }
        const id_token = await new SignJWT({ ...honest, ...lie.claims })
          .setProtectedHeader({ alg: 'RS256', kid: 'k' })
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(lie.key)
        return { token_type: 'Bearer', access_token: 'a', expires_in: 60, id_token }
      },
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await answers[request.url ?? '']?.()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    lie,
    server,
    expectNonce: (sent: string | null) => {
      nonce = sent ?? ''
    },
  }
}

test('checks who signed an identity, for whom, when and for which attempt', async () => {
  const lying = await openLyingProvider()
  const config = { name: 'Liar', issuer: lying.issuer, ...CLIENT }
  const at = await testApi({ provider: config, ...engines() })
  async function signInWith(claims: Record<string, unknown>, key = lying.lie.good) {
    Object.assign(lying.lie, { claims, key })
    const started = await start(at)
    const asked = addressIn(started).searchParams
    lying.expectNonce(asked.get('nonce'))
    const back = await comeBack(`${CALLBACK}?code=c&state=${asked.get('state')}`, cookieOf(started), at)
    return (await whoIs(cookieOf(back), at)) !== null
  }
  expect(await signInWith({})).toBe(true)
  expect(await signInWith({}, lying.lie.bad)).toBe(false)
  for (const claims of [
    { iss: 'https://evil.example' },
    { aud: 'another client' },
    { nonce: 'of another try' },
    { nonce: undefined },
    { email_verified: false },
    { email_verified: 'false' },
  ]) {
    expect([claims, await signInWith(claims)]).toEqual([claims, false])
  }
  await at.app.close()
  lying.server.close()
})

test('tries again to reach a provider that was away', async () => {
  const away = await openLyingProvider()
  const { port } = away.server.address() as AddressInfo
  await new Promise((resolve) => away.server.close(resolve))
  const at = await testApi({
    provider: { name: 'Away', issuer: away.issuer, ...CLIENT },
    ...engines(),
  })
  expect((await start(at)).statusCode).toBe(503)
  await new Promise<void>((resolve) => away.server.listen(port, '127.0.0.1', resolve))
  expect((await start(at)).statusCode).toBe(200)
  await at.app.close()
  away.server.close()
})
