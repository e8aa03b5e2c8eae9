/**
 * `npm run restore`: restores the backup in a directory as an installation, in a new data directory or on the
 * engines of DATABASE_URL and CLICKHOUSE_URL. A backup and a restore move an installation between engines.
 */
import { resolve } from 'node:path'
import { Misused, runCommand } from '#server/commands/command.ts'

await runCommand(
  {
    usage: 'npm run restore -- DIR [--data DIR]',
    help: `Makes an installation of the backup in DIR, in a new data directory and on the engines that DATABASE_URL and
CLICKHOUSE_URL name.
`,
  },
  async ({ positionals, config }) => {
    const [directory, ...rest] = positionals
    if (!directory || rest.length > 0) throw new Misused()
    const { restoreBackup } = await import('#server/stores/backups/restoreBackup.ts')
    const { records, telemetry } = await restoreBackup(resolve(directory), config)
    console.log(`${records} rows of records are the same as in the backup.`)
    if (telemetry !== null) console.log(`${telemetry} rows of telemetry are the same as in the backup.`)
    console.log(`Restored into ${config.dataDir}. Start it with npm start.`)
  },
)
