/**
 * `npm run restore`: restores the backup in a directory as an installation, in a new data directory or on the
 * engines of DATABASE_URL and CLICKHOUSE_URL. A backup and a restore move an installation between engines.
 */
import { existsSync, statSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Misused, runCommand } from '#server/commands/command.ts'
import { PASSPHRASE_FILE, readPassphrase } from '#server/commands/passphrase.ts'
import type { Config } from '#server/config.ts'
import { KEY_FILE } from '#server/platform/vault.ts'

async function restoreFolder(folder: string, config: Config) {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile())
    throw new Error(`${folder} is a file. If it is an encrypted backup, name its --${PASSPHRASE_FILE}.`)
  const { restoreBackup } = await import('#server/stores/backups/restoreBackup.ts')
  return restoreBackup(folder, config)
}

/** The plain folder lies beside the data directory until the restore ends. */
async function restoreFile(file: string, config: Config, passphrase: string) {
  const { decryptBackup } = await import('#server/stores/backups/encryptedBackup.ts')
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const folder = `${config.dataDir}.decrypted`
  try {
    await rm(folder, { recursive: true, force: true })
    await decryptBackup(file, folder, passphrase)
    const compared = await restoreFolder(folder, config)
    if (existsSync(join(folder, KEY_FILE)))
      await copyFile(join(folder, KEY_FILE), join(config.dataDir, KEY_FILE))
    return compared
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function forgetIn(config: Config) {
  const { forgetSecrets } = await import('#server/access/forgetSecrets.ts')
  const { openRecords } = await import('#server/stores/relational/openRecords.ts')
  const records = await openRecords(config)
  await records.db.transaction(forgetSecrets).finally(() => records.close())
}

await runCommand(
  {
    usage: 'npm run restore -- DIR [--data DIR] [--passphrase-file FILE] [--without-key]',
    help: `Makes an installation of the backup in DIR, in a new data directory and on the engines that DATABASE_URL and
CLICKHOUSE_URL name. A backup has no key of the secrets: copy secrets.key into the new data directory, or set SECRETS_KEY.

  --passphrase-file F  DIR is an encrypted file, and F has its passphrase; the key of the secrets is in it
  --without-key        the key is lost: ends all sessions and second factors, and gives webhooks new signing secrets
`,
    options: [PASSPHRASE_FILE],
    flags: ['without-key'],
  },
  async ({ values, positionals, flags, config }) => {
    const [directory, ...rest] = positionals
    if (!directory || rest.length > 0) throw new Misused()
    const passphrase = await readPassphrase(values[PASSPHRASE_FILE])
    const { records, telemetry } = await (passphrase === null
      ? restoreFolder(resolve(directory), config)
      : restoreFile(resolve(directory), config, passphrase))
    console.log(`${records} rows of records are the same as in the backup.`)
    if (telemetry !== null) console.log(`${telemetry} rows of telemetry are the same as in the backup.`)
    if (flags.has('without-key')) await forgetIn(config)
    else if (!config.SECRETS_KEY && !existsSync(join(config.dataDir, KEY_FILE)))
      console.log(
        `The backup has no key of the secrets: copy secrets.key of the backed up installation to ${join(config.dataDir, KEY_FILE)}.`,
      )
    console.log(`Restored into ${config.dataDir}. Start it with npm start.`)
  },
)
