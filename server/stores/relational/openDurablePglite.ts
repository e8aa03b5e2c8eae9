import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { FEW_FILES, openFilesLimit } from '#server/platform/openFiles.ts'
import { closeTree } from '#server/platform/ownerOnly.ts'
import { copyTree } from '../copyTree.ts'
import { syncByPath } from '../syncTree.ts'
import { engineModule, START_SETTINGS } from './engineModule.ts'
import { SyncingNodeFs } from './syncingNodeFs.ts'

export interface DurablePglite {
  client: PGlite
  close(): Promise<void>
}

/** The embedded database cannot be opened; the message gives advice. */
export class DamagedRecords extends Error {
  constructor(path: string, cause: unknown) {
    super(
      `The records in ${path} cannot be opened: files of the database are damaged, for example pg_control. Check the disk, keep a copy of the directory, and restore the last backup into a new one: npm run restore.`,
      { cause },
    )
  }
}

/**
 * PostgreSQL in this process, with commits on disk when they are acknowledged. By default PGlite runs with
 * fsync off and its file system has none; both are corrected here. The caller has the lock of the data
 * directory, because PGlite itself would let a second process in and corrupt it. A first start copies the records in
 * `prepared`, where that folder exists.
 */
export async function openDurablePglite(
  dataDir: string,
  prepared: string | null = null,
): Promise<DurablePglite> {
  const path = join(dataDir, 'records')
  if (!existsSync(join(path, 'PG_VERSION'))) await makeCluster(dataDir, path, prepared)
  const client = new PGlite({
    pgliteWasmModule: await engineModule(),
    fs: new SyncingNodeFs(path),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      'wal_sync_method=fsync',
      ...START_SETTINGS,
      // The engine's default is a thousand, of which it keeps a hundred and sixty open; 64 is its least.
      ...(openFilesLimit() < FEW_FILES ? ['-c', 'max_files_per_process=64'] : []),
    ],
  })
  await client.waitReady.catch((error: unknown) => {
    throw new DamagedRecords(path, error)
  })
  await client.query("set time zone 'UTC'")
  return {
    client,
    async close() {
      await client.query('checkpoint')
      await client.close()
    },
  }
}

/** The cluster gets its name when it is complete, so a killed start leaves nothing half-made. */
async function makeCluster(dataDir: string, path: string, prepared: string | null) {
  const making = join(dataDir, 'records.new')
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  if (prepared && existsSync(prepared)) {
    await copyTree(prepared, making)
    closeTree(making)
  } else await makeInProcess(making)
  await rm(path, { recursive: true, force: true })
  await rename(making, path)
  syncByPath(dataDir)
}

/** Making a cluster leaves half a gigabyte resident, so another process does it. */
async function makeInProcess(making: string) {
  const script = fileURLToPath(new URL('./makeClusterWorker.ts', import.meta.url))
  await new Promise<void>((resolve, reject) => {
    // The engine runs there for two seconds: optimising its code would cost a second more than it saves.
    const child = spawn(process.execPath, ['--liftoff-only', script, making], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the records could not be set up (exit ${code})`)),
    )
  })
}
