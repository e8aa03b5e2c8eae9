import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '#contract/wire/errors.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { ROW_FOLDERS } from '#server/files/sharedKeys.ts'
import type { Columns } from '../columns/columns.ts'
import { openColumns } from '../columns/openColumns.ts'
import type { Records } from '../relational/openRecords.ts'
import { syncTree } from '../syncTree.ts'
import { countColumnMigrations, type FrozenColumns, freezeColumns } from './columnsDump.ts'
import { pullColumns } from './columnsTransfer.ts'
import { copyOut } from './copyOut.ts'
import { writeManifest } from './manifest.ts'
import { backUpMap } from './mapFolders.ts'
import { countMigrations, dumpRecords, readSequences, sumRecords } from './recordsDump.ts'

export interface BackupSource {
  records: Records
  columns: Columns
  /** Address of the telemetry when it is not embedded. */
  CLICKHOUSE_URL?: string | undefined
  /** Directory with the record of when the last backup was taken. */
  dataDir?: string | undefined
  /** Store of the files that rows name. */
  files?: FileStore | undefined
  /** Store of users' charts and of the notes about areas of the map. */
  sharedFiles?: FileStore | undefined
}

/**
 * Writes everything into a new directory while the product runs.
 *
 * With embedded engines the backup shows one instant of both stores: all data acknowledged before it and
 * nothing later. With a ClickHouse elsewhere the telemetry has all data acknowledged before, and some that
 * arrived during the read.
 */
export async function takeBackup(
  source: BackupSource,
  directory: string,
  onProgress: (what: string) => void = () => undefined,
): Promise<void> {
  await mkdir(directory, { recursive: true })
  if ((await readdir(directory)).length > 0) {
    throw new Problem('conflict', `${directory} is not empty. A backup needs a directory of its own.`)
  }
  const { records, columns, CLICKHOUSE_URL, dataDir, files, sharedFiles } = source
  const { frozen, ...manifest } = await records.db.transaction(
    async (tx) => {
      const shown = await columns.exclusively(async (command) => {
        // The transaction sees the data at its first query.
        const records_migrations = await countMigrations(tx)
        const frozen = columns.path === null ? null : await freezeColumns(columns, command)
        return { frozen, records_migrations, taken_at: new Date().toISOString() }
      })
      await dumpRecords(tx, join(directory, 'records'))
      onProgress('records')
      return { ...shown, sequences: await readSequences(tx), record_sums: await sumRecords(tx) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const parts = join(directory, 'telemetry')
  if (frozen) await frozen.copyTo(parts, onProgress)
  else await pullParts(CLICKHOUSE_URL ?? '', directory, parts, onProgress)
  // Files are written before their rows and never change, so the files of all rows exist by now.
  if (files) {
    for (const folder of ROW_FOLDERS)
      for await (const { key } of files.list(folder)) await copyOut(files, key, join(directory, 'files', key))
    onProgress('files')
  }
  if (sharedFiles) for (const what of await backUpMap(sharedFiles, directory)) onProgress(what)
  const telemetry_migrations = await countColumnMigrations(columns)
  await writeManifest(directory, { format: 2, telemetry_migrations, ...manifest })
  syncTree(directory)
  if (dataDir) await writeFile(join(dataDir, LAST_BACKUP), `${manifest.taken_at}\n`)
}

/** In the data directory: when the last backup that is complete was begun. */
export const LAST_BACKUP = 'lastBackup'

/** Brings telemetry from elsewhere into the embedded engine, for as long as it takes to make parts of it. */
async function pullParts(url: string, directory: string, parts: string, onProgress: (what: string) => void) {
  const scratch = join(directory, 'scratch')
  const embedded = await openColumns({ dataDir: scratch })
  try {
    await pullColumns(url, embedded)
    const frozen: FrozenColumns = await embedded.exclusively((command) => freezeColumns(embedded, command))
    await frozen.copyTo(parts, onProgress)
  } finally {
    await embedded.close()
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}
