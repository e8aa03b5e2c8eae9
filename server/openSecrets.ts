/** The keys that encrypt secrets in the database: of the setting SECRETS_KEY, and of a file in the data directory. */
import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { KEY_BYTES, KEY_FILE, KeyUnknown, openVault, readKeys, type Vault } from './platform/vault.ts'
import { needsKey, sealStored } from './records/sealedSecrets.ts'
import type { Db } from './stores/relational/openRecords.ts'
import { syncByPath } from './stores/syncTree.ts'

/** The key is missing or wrong; the message is a sentence for the operator. */
export class NoSecretsKey extends Error {}

/**
 * Opens the stored secrets, and encrypts again what an older key encrypted. The first start without a setting makes a
 * key. Rejects with NoSecretsKey.
 */
export async function openSecrets(
  config: Pick<Config, 'SECRETS_KEY' | 'dataDir' | 'isShared'>,
  db: Db,
): Promise<Vault> {
  const path = join(config.dataDir, KEY_FILE)
  // A key of the file still opens what it encrypted before the setting was there.
  const keys = [...(config.SECRETS_KEY ?? []), ...(await keysIn(path))]
  if (keys.length === 0) {
    if (config.isShared)
      throw new NoSecretsKey(
        'Several processes may share these stores, so each process of the role api needs the same SECRETS_KEY. Make one with: openssl rand -base64 32',
      )
    if (await needsKey(db))
      throw new NoSecretsKey(
        `The key that encrypts the secrets of this installation is missing. Put its file back at ${path}, or name the key in SECRETS_KEY. Without it, see "The key of the secrets" in docs/deploy.md.`,
      )
    keys.push(await makeKey(path))
  }
  const vault = openVault(keys)
  try {
    await sealStored(db, vault)
  } catch (error) {
    if (!(error instanceof KeyUnknown)) throw error
    throw new NoSecretsKey(
      `${config.SECRETS_KEY ? 'SECRETS_KEY' : path} is not the key of this installation: ${error.message}. Put back the key with which it ran last.`,
      { cause: error },
    )
  }
  return vault
}

async function keysIn(path: string): Promise<Buffer[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (text === null) return []
  const keys = readKeys(text)
  if (!keys) throw new NoSecretsKey(`${path} is damaged: each line must be 32 bytes in Base64. Put it back.`)
  return keys
}

/** The key is on the disk before it encrypts anything. */
async function makeKey(path: string): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES)
  const incomplete = `${path}.new`
  await writeFile(incomplete, `${key.toString('base64')}\n`, { mode: 0o600 })
  syncByPath(incomplete)
  await rename(incomplete, path)
  syncByPath(join(path, '..'))
  return key
}
