import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { migrationsFingerprint } from '#server/stores/relational/preparedRecords.ts'
import { prepareColumns } from './prepareColumns.ts'
import { SNAPSHOTS } from './testStores.ts'

/**
 * Lays migrated records into a data directory, as its first start would have made them: that takes five seconds of a
 * processor and brings a thousand files onto the disk, copying what an earlier test made a tenth of it.
 */
export async function prepareRecords(dataDir: string): Promise<void> {
  const known = join(SNAPSHOTS, migrationsFingerprint())
  if (!existsSync(known)) await makeRecords(known)
  await cp(join(known, 'records'), join(dataDir, 'records'), { recursive: true })
}

/** Records and columns, so that a program starts on the folder as it does a second time. */
export async function prepareStores(dataDir: string): Promise<void> {
  await prepareRecords(dataDir)
  await prepareColumns(dataDir)
}

async function makeRecords(known: string): Promise<void> {
  const making = `${known}.${process.pid}`
  await mkdir(making, { recursive: true })
  await (await openRecords({ dataDir: making })).close()
  // Several tests may begin at once; one of them is kept.
  await rename(making, known).catch(() => rm(making, { recursive: true, force: true }))
}
