import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { insertVerification } from './verification.ts'

const LIFE_MS = 7 * DAY_MS

/**
 * Path of a console page where a user who cannot get mail chooses a first password. Valid for a week, and once. The
 * page is that of a forgotten password, and the identity engine knows its tokens by this name.
 */
export async function invitationPath({ db, clock }: { db: Db | Tx; clock: Clock }, identityId: string) {
  const token = randomBytes(32).toString('base64url')
  const expiresAtMs = clock.nowMs() + LIFE_MS
  await insertVerification(db, { identifier: `reset-password:${token}`, identityId, expiresAtMs })
  return `/reset-password?token=${token}`
}
