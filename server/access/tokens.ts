import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Clock } from '#server/platform/clock.ts'

/** Issuer and audience of tokens: this product, whatever its address. */
export const ISSUER = 'taffrail-identity'
export const AUDIENCE = 'taffrail-api'
export const ALGORITHM = 'EdDSA'
export const TOKEN_LIFE = '10m'

/** Claims of a genuine token: the user of the identity engine, the session, and the expiry. */
export interface Claims {
  identityId: string
  sessionId: string
  expiresMs: number
}

export interface Tokens {
  /** Null for anything but an unexpired token that we signed for this use. */
  verify(token: string): Promise<Claims | null>
}

const KEYS_RELOAD_MS = 5000
/** Tokens whose signature is not checked again, in some 4 MB. */
const MOST_VERIFIED = 10_000

/** Verifies with our own public keys, read from `loadKeys` and again when a token names one not seen before. */
export function tokenVerifier(loadKeys: () => Promise<JWK[]>, clock: Clock): Tokens {
  let keys: JWTVerifyGetKey | null = null
  let loadedMs = Number.NEGATIVE_INFINITY

  /** Checking a signature waits for a thread, behind all that is compressed. */
  const verified = new Map<string, Claims>()

  async function read(token: string) {
    keys ??= await load()
    try {
      return await verifyWith(keys, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || clock.nowMs() - loadedMs < KEYS_RELOAD_MS)
        throw error
      keys = await load()
      return verifyWith(keys, token)
    }
  }

  async function load() {
    loadedMs = clock.nowMs()
    return createLocalJWKSet({ keys: await loadKeys() })
  }

  const verifyWith = (key: JWTVerifyGetKey, token: string) =>
    jwtVerify(token, key, {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: [ALGORITHM],
      requiredClaims: ['sub', 'exp', 'sid'],
      currentDate: new Date(clock.nowMs()),
    })

  return {
    async verify(token) {
      const known = verified.get(token)
      if (known && known.expiresMs > clock.nowMs()) return known
      try {
        const { payload } = await read(token)
        const { sub, sid, exp } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null
        const claims = { identityId: sub, sessionId: sid, expiresMs: exp * 1000 }
        if (verified.size >= MOST_VERIFIED) verified.clear()
        verified.set(token, claims)
        return claims
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError) return null
        throw error
      }
    },
  }
}
