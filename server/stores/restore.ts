/**
 * `npm run restore -- DIR [--data DIR]`: an installation like the one that the backup in DIR shows, in a new data
 * directory, or on the engines that DATABASE_URL and CLICKHOUSE_URL name. A move from one kind of engine to the other
 * is a backup and a restore.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { restoreBackup } from './backups/restoreBackup.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' } },
})
try {
  const [directory, ...rest] = positionals
  if (!directory || rest.length > 0) throw new Error('Usage: npm run restore -- DIR [--data DIR]')
  const config = readConfig(process.env, ['--no-demo', ...(values.data ? ['--data', values.data] : [])])
  await restoreBackup(resolve(directory), config)
  console.log(`Restored into ${config.dataDir}. Start it with npm start.`)
  process.exit(0)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
