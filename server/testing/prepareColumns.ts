import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BOOK, MIGRATIONS } from '#server/stores/columns/migrateColumns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'

const SNAPSHOTS = fileURLToPath(new URL('../../node_modules/.cache/columns', import.meta.url))
/** It holds the engine's version. */
const ENGINE = join(createRequire(import.meta.url).resolve('chdb'), '../package.json')

/** Lays the tables that an earlier test made of the same migrations into a data directory: half the work of making them. */
export async function prepareColumns(dataDir: string): Promise<void> {
  const hash = createHash('sha256')
    .update(readFileSync(ENGINE))
    .update(JSON.stringify([BOOK, MIGRATIONS]))
  const known = join(SNAPSHOTS, hash.digest('hex').slice(0, 16))
  if (!existsSync(known)) await makeColumns(known)
  // The tables are found by links from their names.
  await cp(known, dataDir, { recursive: true, verbatimSymlinks: true })
}

async function makeColumns(known: string): Promise<void> {
  const making = `${known}.${process.pid}`
  await mkdir(making, { recursive: true })
  await (await openColumns({ dataDir: making })).close()
  // Several tests may begin at once; one of them is kept.
  await rename(making, known).catch(() => rm(making, { recursive: true, force: true }))
}
