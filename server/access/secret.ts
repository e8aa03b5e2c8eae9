import { randomBytes } from 'node:crypto'
import { readSetting } from '#server/records/settings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { settings } from '#server/stores/relational/schema.ts'

const NAME = 'access.secret'

/**
 * The installation's own random secret, made at its first start. It is stored with the records, so that a
 * restored backup and a second server have it too.
 */
export async function installationSecret(db: Db): Promise<string> {
  await db
    .insert(settings)
    .values({ name: NAME, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const secret = await readSetting<string>(db, NAME)
  if (!secret) throw new Error('the secret of this installation was not stored')
  return secret
}
