import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const INSTALLATION = fileURLToPath(new URL('../../.cache', import.meta.url))

/**
 * Where the world's archives lie: they are the same for every data folder, so that an installation keeps them once. Where
 * its own folder can't be written, as when it belongs to somebody else, they lie in the data folder.
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
