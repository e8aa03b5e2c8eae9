/**
 * `npm ci` and the image run this with the build of the console. It makes once what would otherwise keep the first
 * start of every data directory waiting for eight seconds: the coarse world, and empty records with all their tables.
 */
import './platform/quickModules.ts'
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cutArchive } from './basemap/cutArchive.ts'
import { worldArchiveName } from './basemap/worldArchives.ts'
import { INSTALLED_WORLD } from './basemap/worldFolder.ts'
import { INSTALLATION_CACHE } from './platform/installationCache.ts'
import { openRecords } from './stores/relational/openRecords.ts'
import { preparedRecords } from './stores/relational/preparedRecords.ts'

const works = await Promise.allSettled([prepareWorld(), prepareRecords()])
// The first start then makes itself what is missing.
for (const work of works)
  if (work.status === 'rejected') process.stderr.write(`The first start will take longer: ${work.reason}\n`)

async function prepareWorld() {
  mkdirSync(INSTALLED_WORLD, { recursive: true })
  const file = join(INSTALLED_WORLD, worldArchiveName('coarse'))
  if (!existsSync(file)) await cutArchive('coarse', file)
}

async function prepareRecords() {
  const folder = preparedRecords()
  if (existsSync(folder)) return
  for (const name of readdirSync(INSTALLATION_CACHE))
    if (name.startsWith('records-')) rmSync(join(INSTALLATION_CACHE, name), { recursive: true })
  const dataDir = `${folder}.${process.pid}`
  mkdirSync(dataDir)
  const records = await openRecords({ dataDir })
  await records.close()
  // The server may run as another user than the one who installs it, and these records hold nothing.
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  renameSync(join(dataDir, 'records'), folder)
  rmSync(dataDir, { recursive: true })
}
