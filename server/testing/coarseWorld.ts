import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { VECTOR_WORLDS } from '#server/basemap/basemapIndex.ts'
import { worldArchiveName } from '#server/basemap/worldArchives.ts'
import { worldFolder } from '#server/basemap/worldFolder.ts'
import { FolderInUse, lockFolder } from '#server/platform/lockFolder.ts'

const CUT = fileURLToPath(new URL('../../basemap/cut.ts', import.meta.url))

/**
 * Cuts the coarse world where there is none, and keeps the turn to cut a better one while tests run. Each server that they
 * start would begin the fine one, a minute of a processor, and be stopped before it is whole. What is there already is shown.
 */
export default async function coarseWorld(): Promise<() => Promise<void>> {
  const folder = worldFolder(tmpdir())
  const unlock = await lockFolder(folder).catch((error) => {
    // A server that runs on this installation, or other tests.
    if (error instanceof FolderInUse) return async () => undefined
    throw error
  })
  const fileOf = (archive: (typeof VECTOR_WORLDS)[number]) => join(folder, worldArchiveName(archive))
  if (!VECTOR_WORLDS.some((archive) => existsSync(fileOf(archive))))
    await promisify(execFile)(process.execPath, [CUT, 'coarse', fileOf('coarse'), String(process.pid)])
  return unlock
}
