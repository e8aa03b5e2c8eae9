import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { closeTree } from '#server/platform/ownerOnly.ts'
import type { Columns } from '../columns/columns.ts'
import { openColumns } from '../columns/openColumns.ts'
import { openRecords } from '../relational/openRecords.ts'
import { syncByPath, syncTree } from '../syncTree.ts'
import { countColumnMigrations, loadColumns, storedTables } from './columnsDump.ts'
import { pushColumns } from './columnsTransfer.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { restoreMap } from './mapFolders.ts'
import { hasRecords, knownMigrations, loadRecords, withMigrations } from './recordsDump.ts'

interface Target {
  DATABASE_URL?: string | undefined
  CLICKHOUSE_URL?: string | undefined
  dataDir: string
}

/**
 * Makes a new installation of a backup, on whichever engines the target names. The data directory appears when it is
 * whole; tables elsewhere must be empty, and records there appear in one transaction. Rejects with a sentence.
 */
export async function restoreBackup(directory: string, target: Target): Promise<void> {
  const manifest = await readManifest(directory)
  await refuseUnlessEmpty(target.dataDir)
  const building = `${target.dataDir}.restoring`
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { recursive: true })
  await restoreRecords(manifest, join(directory, 'records'), { ...target, dataDir: building })
  await restoreColumns(manifest, join(directory, 'telemetry'), { ...target, dataDir: building })
  const files = join(directory, 'files')
  if (existsSync(files)) await cp(files, join(building, 'files'), { recursive: true })
  await restoreMap(directory, building)
  // Copies are as open as what they were copied from.
  closeTree(building)
  syncTree(building)
  if (existsSync(target.dataDir)) await rmdir(target.dataDir)
  await rename(building, target.dataDir)
  syncByPath(dirname(target.dataDir))
}

async function refuseUnlessEmpty(dataDir: string) {
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new Error(`${dataDir} is not empty. Name a new directory with --data.`)
  }
}

async function restoreRecords(manifest: Manifest, saved: string, target: Target) {
  const known = await knownMigrations()
  if (manifest.records_migrations > known) throw new Error(TOO_NEW)
  await withMigrations(manifest.records_migrations, async (migrationsFolder) => {
    const records = await openRecords({ ...target, migrationsFolder })
    try {
      await records.db.transaction(async (tx) => {
        if (await hasRecords(tx)) throw new Error('The database at DATABASE_URL is not empty.')
        await loadRecords(tx, saved, manifest.sequences)
      })
    } finally {
      await records.close()
    }
  })
  // And on to the tables of today.
  if (manifest.records_migrations < known) await (await openRecords(target)).close()
}

async function restoreColumns(manifest: Manifest, saved: string, { CLICKHOUSE_URL, dataDir }: Target) {
  const embedded = await openColumns({ dataDir })
  try {
    if (manifest.telemetry_migrations > (await countColumnMigrations(embedded))) throw new Error(TOO_NEW)
    await loadColumns(embedded, saved)
    if (!CLICKHOUSE_URL) return
    const elsewhere = await openColumns({ CLICKHOUSE_URL, dataDir })
    try {
      await refuseUnlessBare(elsewhere)
      await pushColumns(embedded, CLICKHOUSE_URL)
    } finally {
      await elsewhere.close()
    }
  } finally {
    await embedded.close()
    if (CLICKHOUSE_URL) await rm(join(dataDir, 'telemetry'), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function refuseUnlessBare(columns: Columns) {
  for (const { name } of await storedTables(columns)) {
    const found = await columns.rows(`SELECT 1 FROM telemetry.${name} LIMIT 1`)
    if (found.length > 0) throw new Error('The ClickHouse at CLICKHOUSE_URL is not empty.')
  }
}

const TOO_NEW = 'This backup was made by a newer version of Binnacle. Install that one first.'
