import { createHmac } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { fixedClock } from '#server/testing/fixedClock.ts'
import { AUDIENCE, ISSUER, tokenVerifier } from './tokens.ts'

const now = Math.floor(Date.UTC(2026, 5, 18) / 1000)
const clock = fixedClock(now * 1000)
let keys: JWK[]
let privateKey: CryptoKey
let publicJwk: JWK
const verifier = () => tokenVerifier(async () => keys, clock)

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  privateKey = pair.privateKey
  publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'EdDSA' }
  keys = [publicJwk]
})

interface Shape {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  key?: CryptoKey | Uint8Array
}

const sign = ({ header = {}, claims = {}, key = privateKey }: Shape = {}) =>
  new SignJWT({ sub: 'u', sid: 's', iss: ISSUER, aud: AUDIENCE, exp: now + 600, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'k1', ...header })
    .sign(key)

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('refuses a token that anybody could have made', async () => {
  const claims = { sub: 'u', sid: 's', iss: ISSUER, aud: AUDIENCE, exp: now + 600 }
  const rawKey = Buffer.from(publicJwk.x ?? '', 'base64url')
  const hmacWith = (key: Buffer | string, alg: string) => {
    const head = `${part({ alg, kid: 'k1', typ: 'JWT' })}.${part(claims)}`
    return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`
  }
  const other = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const otherJwk = await exportJWK(other.publicKey)
  const good = await sign()
  const [head = '', body = '', signature = ''] = good.split('.')
  const forged = {
    'alg none': `${part({ alg: 'none', kid: 'k1' })}.${part(claims)}.`,
    'alg None': `${part({ alg: 'None' })}.${part(claims)}.`,
    'the public key as a shared secret': hmacWith(rawKey, 'HS256'),
    'the public key as text': hmacWith(JSON.stringify(publicJwk), 'HS256'),
    'an empty secret': hmacWith('', 'HS256'),
    'a key of its own': await sign({ key: other.privateKey }),
    'a key in the header': await sign({ key: other.privateKey, header: { jwk: otherJwk } }),
    'a key by address': await sign({ key: other.privateKey, header: { jku: 'https://evil.example/jwks' } }),
    'a path as key id': await sign({ key: other.privateKey, header: { kid: '../../dev/null' } }),
    'an unknown key id': await sign({ header: { kid: 'k2' } }),
    'edited claims': `${head}.${part({ ...claims, sub: 'admin' })}.${signature}`,
    'edited head': `${part({ alg: 'EdDSA', kid: 'k1', x: 1 })}.${body}.${signature}`,
    'no signature': `${head}.${body}.`,
    'two parts': `${head}.${body}`,
    nothing: '',
    noise: 'a.b.c',
  }
  expect(await verifier().verify(good)).toMatchObject({ identityId: 'u', sessionId: 's' })
  for (const [what, token] of Object.entries(forged))
    expect([what, await verifier().verify(token)]).toEqual([what, null])
})

test('refuses a genuine token for another purpose or time', async () => {
  const cases: Record<string, Record<string, unknown>> = {
    'another issuer': { iss: 'https://elsewhere.example' },
    'another audience': { aud: 'other' },
    'no audience': { aud: undefined },
    expired: { exp: now - 1 },
    'without an end': { exp: undefined },
    'not yet valid': { nbf: now + 60 },
    'without a session': { sid: undefined },
    'a session that is no text': { sid: 7 },
    'without a user': { sub: undefined },
  }
  for (const [what, claims] of Object.entries(cases)) {
    expect([what, await verifier().verify(await sign({ claims }))]).toEqual([what, null])
  }
})

test('fetches a new key when a token names it', async () => {
  const next = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const tokens = verifier()
  expect(await tokens.verify(await sign())).not.toBeNull()
  keys = [publicJwk, { ...(await exportJWK(next.publicKey)), kid: 'k3', alg: 'EdDSA' }]
  const token = await sign({ key: next.privateKey, header: { kid: 'k3' } })
  clock.set((now + 10) * 1000)
  expect(await tokens.verify(token)).not.toBeNull()
  clock.set(now * 1000)
})

test('refuses a token that it has verified once that expires', async () => {
  const tokens = verifier()
  const token = await sign()
  const claims = await tokens.verify(token)
  expect(claims).not.toBeNull()
  clock.set((now + 600) * 1000 - 1)
  expect(await tokens.verify(token)).toBe(claims)
  clock.set((now + 600) * 1000)
  expect(await tokens.verify(token)).toBeNull()
  clock.set(now * 1000)
})
