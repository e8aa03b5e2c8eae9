import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { INSTALLATION_CACHE } from '../platform/installationCache.ts'

/** Folder of the archives that were cut when this version was installed. */
export const INSTALLED_WORLD = join(INSTALLATION_CACHE, 'basemap')

/**
 * Folder of the world's archives. The archives are the same for every data folder, so an installation stores one copy.
 * When that folder is not writable, for example because it has another owner, the data folder is used.
 */
export function worldFolder(dataDir: string, cache = INSTALLATION_CACHE): string {
  const folder = join(cache, 'basemap')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.R_OK | constants.X_OK)
    return folder
  } catch {
    return join(dataDir, 'basemap')
  }
}
