/** The data contains the installation's secrets, so only its owner may read or write its files. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Log } from './log.ts'

const OTHERS = 0o077

/** All folders and files that this process and its children make from here on belong to its owner alone. */
export const makeFilesOwnerOnly = () => void process.umask(OTHERS)

/**
 * Removes all other rights from a directory and its contents, without following links. The directory itself
 * comes last: after an interruption it is still open, and the next start repeats all of it.
 */
export function closeTree(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) closePath(join(entry.parentPath, entry.name))
  }
  closePath(directory)
}

/**
 * Restricts a data directory that others may enter, with a log message; one that cannot be restricted is
 * reported and used.
 */
export function closeDataDir(dataDir: string, log: Pick<Log, 'warn'>): void {
  if (!(statSync(dataDir).mode & OTHERS)) return
  try {
    closeTree(realpathSync(dataDir))
    log.warn('the data directory was open to other users of this machine and is closed to them now', {
      dataDir,
    })
  } catch (error) {
    log.warn('the data directory is open to other users of this machine and cannot be closed', {
      dataDir,
      error,
    })
  }
}

/**
 * Works on a descriptor, so that no other process can replace the path by a link between check and change.
 */
function closePath(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { mode } = fstatSync(descriptor)
    if (mode & OTHERS) fchmodSync(descriptor, mode & ~OTHERS & 0o7777)
  } finally {
    closeSync(descriptor)
  }
}
