import { randomBytes } from 'node:crypto'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { insertVerification } from './verification.ts'

const LIFE_MS = 2 * MINUTE_MS

/** A signed-in code becomes a session through a token that works once and shortly. */
export async function issueExchangeToken(
  { db, clock }: { db: Db; clock: Clock },
  identityId: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAtMs = clock.nowMs() + LIFE_MS
  await insertVerification(db, { identifier: identifierOf(token), identityId, expiresAtMs })
  return token
}

/** Name under which the token is stored. */
export const identifierOf = (token: string) => `exchange:${token}`
