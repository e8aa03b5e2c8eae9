import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { insertVerification } from './verification.ts'

const LIFE_MS = 7 * DAY_MS

/**
 * Path of a console page where a user without mail chooses a first password. Valid once, for a week. It is
 * the page for forgotten passwords, and the identity engine stores its tokens under this name.
 */
export async function invitationPath({ db, clock }: { db: Db | Tx; clock: Clock }, identityId: string) {
  const token = randomBytes(32).toString('base64url')
  const expiresAtMs = clock.nowMs() + LIFE_MS
  await insertVerification(db, { identifier: `reset-password:${token}`, identityId, expiresAtMs })
  return `/reset-password?token=${token}`
}
