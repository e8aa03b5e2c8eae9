import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const INSTALLATION = fileURLToPath(new URL('../../.cache', import.meta.url))

/**
 * Folder of the world's archives. The archives are the same for every data folder, so an installation stores one copy.
 * When that folder is not writable, for example because it has another owner, the data folder is used.
 */
export function worldFolder(dataDir: string, cache = INSTALLATION): string {
  const folder = join(cache, 'basemap')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.R_OK | constants.X_OK)
    return folder
  } catch {
    return join(dataDir, 'basemap')
  }
}
