/** The data holds the installation's secrets, so nobody but its owner may read or write a file of it. */
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

/** From here on every folder and file that this process and its children make is its owner's alone. */
export const makeFilesOwnerOnly = () => void process.umask(OTHERS)

/**
 * Takes everybody else's rights off a directory and all that is in it; what links lead to is left alone. The directory
 * itself comes last: after an interruption it is still open, and the next start does all of it again.
 */
export function closeTree(directory: string): void {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) closePath(join(entry.parentPath, entry.name))
  }
  closePath(directory)
}

/** Closes a data directory that others may enter, with a word; one that cannot be closed is told of and used. */
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

/** Works on a descriptor, so that no process with write access can put a link in the way between look and change. */
function closePath(path: string): void {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { mode } = fstatSync(descriptor)
    if (mode & OTHERS) fchmodSync(descriptor, mode & ~OTHERS & 0o7777)
  } finally {
    closeSync(descriptor)
  }
}
