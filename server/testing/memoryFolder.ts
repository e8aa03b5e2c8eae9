import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** File system in memory that Linux offers to every process. */
const MEMORY = '/dev/shm'
/** A container may offer as little as 64 MB; tests that run beside each other fill some hundred. */
const ROOM_BYTES = 4e9

/**
 * Folder for the files of tests: in memory where it has room, since syncing each insert to a disk took a seventh of the
 * processor time of the engine tests.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= ROOM_BYTES) return MEMORY
  } catch {}
  return tmpdir()
}
