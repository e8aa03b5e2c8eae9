import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { INSTALLATION_CACHE } from '#server/platform/installationCache.ts'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
/** File with the version of the engine. */
const ENGINE = join(createRequire(import.meta.url).resolve('@electric-sql/pglite'), '../../package.json')

/** Folder with the migrated but empty records that `prepareFirstStart` made for this version of engine and tables. */
export const preparedRecords = (): string => join(INSTALLATION_CACHE, `records-${migrationsFingerprint()}`)

/** Names the engine and all migrations. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(ENGINE))
  for (const name of readdirSync(MIGRATIONS_FOLDER)
    .filter((one) => one.endsWith('.sql'))
    .sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  return hash.digest('hex').slice(0, 16)
}
