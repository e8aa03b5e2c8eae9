import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import { identityVerifications } from '#server/stores/relational/identitySchema.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

const LIFE_MS = 7 * 86_400_000

/**
 * Where somebody who cannot be sent a mail chooses their first password: a page of the console, for a week and once. It
 * is the page of a forgotten password, and the identity engine knows its tokens by this name.
 */
export async function invitationPath({ db, clock }: { db: Db; clock: Clock }, identityId: string) {
  const token = randomBytes(32).toString('base64url')
  await db.insert(identityVerifications).values({
    id: randomUUID(),
    identifier: `reset-password:${token}`,
    value: identityId,
    expiresAt: new Date(clock.nowMs() + LIFE_MS),
  })
  return `/reset-password?token=${token}`
}
