import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOUR_S } from '#contract/domain/time.ts'
import { closeTree } from '#server/platform/ownerOnly.ts'
import type { Columns } from '../columns/columns.ts'
import { openColumns } from '../columns/openColumns.ts'
import { openRecords, type Tx } from '../relational/openRecords.ts'
import { syncByPath, syncTree } from '../syncTree.ts'
import { countColumnMigrations, loadColumns, storedTables } from './columnsDump.ts'
import { pushColumns, sumColumns } from './columnsTransfer.ts'
import { type Manifest, readManifest, type Sum } from './manifest.ts'
import { restoreMap } from './mapFolders.ts'
import { hasRecords, knownMigrations, loadRecords, sumRecords, withMigrations } from './recordsDump.ts'
import {
  isUnfinished,
  markColumns,
  markFolder,
  marksOf,
  noteRestored,
  unmarkColumns,
  unmarkFolder,
} from './unfinished.ts'

/** How many rows were compared; no telemetry where parts of the embedded engine were copied as files. */
export interface Compared {
  records: number
  telemetry: number | null
}

interface Target {
  DATABASE_URL?: string | undefined
  CLICKHOUSE_URL?: string | undefined
  CLICKHOUSE_CLUSTER?: string | undefined
  dataDir: string
}

/**
 * Makes a new installation from a backup, on the engines that the target names.
 *
 * The data directory appears when it is complete. Tables elsewhere must be empty, and records there appear in
 * one transaction after all else. Until then no server starts, and the restore can run again. All written
 * rows are read back and compared. Rejects with a sentence.
 */
export async function restoreBackup(directory: string, target: Target): Promise<Compared> {
  const manifest = await readManifest(directory)
  await refuseUnlessEmpty(target.dataDir)
  if (manifest.records_migrations > (await knownMigrations())) throw new Error(TOO_NEW)
  const isElsewhere = target.DATABASE_URL !== undefined
  if (isElsewhere) await withRecords(manifest, target, refuseUnlessWithout)
  const number = randomBytes(8).toString('hex')
  const building = `${target.dataDir}.restoring`
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { recursive: true })
  await markFolder(building, number)
  const inBuilding = { ...target, dataDir: building }
  const telemetry = await restoreColumns(manifest, join(directory, 'telemetry'), inBuilding, number)
  const files = join(directory, 'files')
  if (existsSync(files)) await cp(files, join(building, 'files'), { recursive: true })
  await restoreMap(directory, building)
  const saved = join(directory, 'records')
  if (!isElsewhere) await restoreRecords(manifest, saved, inBuilding, number)
  // Copies keep the permissions of their originals, so they are restricted here.
  closeTree(building)
  syncTree(building)
  await rm(target.dataDir, { recursive: true, force: true })
  await rename(building, target.dataDir)
  syncByPath(dirname(target.dataDir))
  if (isElsewhere) await restoreRecords(manifest, saved, target, number)
  if (target.CLICKHOUSE_URL) {
    const columns = await openColumns(target)
    await unmarkColumns(columns, [number]).finally(() => columns.close())
  }
  await unmarkFolder(target.dataDir)
  return { records: rowsOf(manifest.record_sums), telemetry }
}

async function refuseUnlessEmpty(dataDir: string) {
  if (!existsSync(dataDir) || isUnfinished(dataDir)) return
  if ((await readdir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty. Name a new directory with --data.`)
}

/** The records as they were when the backup was made. */
async function withRecords(manifest: Manifest, target: Target, task: (tx: Tx) => Promise<void>) {
  await withMigrations(manifest.records_migrations, async (migrationsFolder) => {
    const records = await openRecords({ ...target, migrationsFolder })
    await records.db.transaction(task).finally(() => records.close())
  })
}

async function refuseUnlessWithout(tx: Tx) {
  if (await hasRecords(tx)) throw new Error('The database at DATABASE_URL is not empty.')
}

async function restoreRecords(manifest: Manifest, saved: string, target: Target, number: string) {
  await withRecords(manifest, target, async (tx) => {
    await refuseUnlessWithout(tx)
    await loadRecords(tx, saved, manifest.sequences)
    requireSame(manifest.record_sums, await sumRecords(tx))
    await noteRestored(tx, number)
  })
  // And on to the tables of today.
  if (manifest.records_migrations < (await knownMigrations())) await (await openRecords(target)).close()
}

async function restoreColumns(
  manifest: Manifest,
  saved: string,
  target: Target,
  number: string,
): Promise<number | null> {
  const { CLICKHOUSE_URL, CLICKHOUSE_CLUSTER, dataDir } = target
  const embedded = await openColumns({ dataDir, readTimeoutS: COMPARE_WITHIN_S })
  try {
    if (manifest.telemetry_migrations > (await countColumnMigrations(embedded))) throw new Error(TOO_NEW)
    await loadColumns(embedded, saved)
    if (!CLICKHOUSE_URL) return null
    const elsewhere = await openColumns({ ...target, readTimeoutS: COMPARE_WITHIN_S })
    try {
      await startOver(elsewhere, number)
      await pushColumns(embedded, { url: CLICKHOUSE_URL, isReplicated: CLICKHOUSE_CLUSTER !== undefined })
      const sums = await sumColumns(embedded)
      requireSame(sums, await sumColumns(elsewhere))
      return rowsOf(sums)
    } finally {
      await elsewhere.close()
    }
  } finally {
    await embedded.close()
    if (CLICKHOUSE_URL) await rm(join(dataDir, 'telemetry'), { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Removes the remains of an earlier restore that broke off; refuses when anything else is there. */
async function startOver(columns: Columns, number: string) {
  const earlier = await marksOf(columns)
  if (earlier.length === 0) await refuseUnlessBare(columns)
  await markColumns(columns, number)
  if (earlier.length === 0) return
  for (const { name } of await storedTables(columns))
    await columns.command(`TRUNCATE TABLE telemetry.${name}`)
  await unmarkColumns(columns, earlier)
}

async function refuseUnlessBare(columns: Columns) {
  for (const { name } of await storedTables(columns)) {
    const found = await columns.rows(`SELECT 1 FROM telemetry.${name} LIMIT 1`)
    if (found.length > 0) throw new Error('The ClickHouse at CLICKHOUSE_URL is not empty.')
  }
}

/** A year of a large fleet is read twice for it. */
const COMPARE_WITHIN_S = 6 * HOUR_S

function requireSame(was: Readonly<Record<string, Sum>>, is: Readonly<Record<string, Sum>>) {
  for (const [table, { rows, sum }] of Object.entries(was)) {
    const now = is[table]
    if (now?.rows === rows && now.sum === sum) continue
    const words = now?.rows === rows ? 'in contents' : `${rows} rows, and now ${now?.rows ?? 0}`
    throw new Error(`The restored data differs from the backup in the table ${table} (${words}).`)
  }
}

const rowsOf = (sums: Readonly<Record<string, Sum>>) =>
  Object.values(sums).reduce((all, { rows }) => all + rows, 0)

const TOO_NEW = 'This backup was made by a newer version of Taffrail. Install that one first.'
