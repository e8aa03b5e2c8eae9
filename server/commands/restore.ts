/**
 * `npm run restore`: restores the backup in a directory as an installation, in a new data directory or on the
 * engines of DATABASE_URL and CLICKHOUSE_URL. A backup and a restore move an installation between engines.
 */
import { join, resolve } from 'node:path'
import { Misused, runCommand } from '#server/commands/command.ts'
import type { Config } from '#server/config.ts'

async function forgetIn(config: Config) {
  const { forgetSecrets } = await import('#server/access/forgetSecrets.ts')
  const { openRecords } = await import('#server/stores/relational/openRecords.ts')
  const records = await openRecords(config)
  await records.db.transaction(forgetSecrets).finally(() => records.close())
}

await runCommand(
  {
    usage: 'npm run restore -- DIR [--data DIR] [--without-key]',
    help: `Makes an installation of the backup in DIR, in a new data directory and on the engines that DATABASE_URL and
CLICKHOUSE_URL name. A backup has no key of the secrets: copy secrets.key into the new data directory, or set SECRETS_KEY.

  --without-key        the key is lost: ends all sessions and second factors, and gives webhooks new signing secrets
`,
    flags: ['without-key'],
  },
  async ({ positionals, flags, config }) => {
    const [directory, ...rest] = positionals
    if (!directory || rest.length > 0) throw new Misused()
    const { restoreBackup } = await import('#server/stores/backups/restoreBackup.ts')
    const { records, telemetry } = await restoreBackup(resolve(directory), config)
    console.log(`${records} rows of records are the same as in the backup.`)
    if (telemetry !== null) console.log(`${telemetry} rows of telemetry are the same as in the backup.`)
    if (flags.has('without-key')) await forgetIn(config)
    else if (!config.SECRETS_KEY)
      console.log(
        `The backup has no key of the secrets: copy secrets.key of the backed up installation to ${join(config.dataDir, 'secrets.key')}.`,
      )
    console.log(`Restored into ${config.dataDir}. Start it with npm start.`)
  },
)
