import { randomBytes } from 'node:crypto'
import type { Vault } from '#server/platform/vault.ts'
import { sealedSetting } from '#server/records/sealedSecrets.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/**
 * The installation's own random secret, made at its first start. It signs cookies and encrypts the second factors and the
 * keys of access tokens. It is stored encrypted with the records, so that a second server has it too.
 */
export const installationSecret = (stored: { db: Db; vault: Vault }): Promise<string> =>
  sealedSetting(stored, 'access.secret', () => randomBytes(32).toString('base64url'))
