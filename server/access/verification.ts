import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { identityVerifications } from '#server/stores/relational/identitySchema.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'

interface Verification {
  /** Purpose and token, in the form that the identity engine looks up. */
  identifier: string
  identityId: string
  expiresAtMs: number
}

/** Stores a token of ours for the identity engine. */
export const insertVerification = (db: Db | Tx, { identifier, identityId, expiresAtMs }: Verification) =>
  db.insert(identityVerifications).values({
    id: randomUUID(),
    identifier: identifierHash(identifier),
    value: identityId,
    expiresAt: new Date(expiresAtMs),
  })

/** Ends every token of a person that is still good. */
export const deleteVerifications = (db: Db | Tx, identityId: string) =>
  db.delete(identityVerifications).where(eq(identityVerifications.value, identityId))

/** Only hashes of tokens are kept, the engine's and ours, so that a copy of the table opens nothing. */
export const identifierHash = (identifier: string) =>
  createHash('sha256').update(identifier).digest('base64url')
