import { fileURLToPath } from 'node:url'

/** Folder for what is the same for every data directory of this installation. It may have another owner. */
export const INSTALLATION_CACHE = fileURLToPath(new URL('../../.cache', import.meta.url))
