import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { WorldArchive } from './worldArchives.ts'

const CUT = fileURLToPath(new URL('../../basemap/cut.ts', import.meta.url))

/** Left to itself, V8 lets young garbage gather to 190 MB and collects the old late, for three times the memory. */
const LITTLE_MEMORY = ['--max-semi-space-size=8', '--max-old-space-size=256']
/** Makes glibc return freed memory, which it would keep after a long shore for others of that length. */
const GIVEN_BACK = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * Cuts an archive of the world to `file` in a process of its own. All but the coarse world, for which a user may wait,
 * take only the processor time that others leave.
 */
export function cutArchive(archive: WorldArchive, file: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...LITTLE_MEMORY, CUT, archive, file, String(process.pid)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...GIVEN_BACK },
      signal,
      killSignal: 'SIGKILL',
    })
    if (archive !== 'coarse') lowerPriority(child)
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`exit ${code}: ${complaint.trim()}`)),
    )
  })
}

/** This child has no waiting user: it takes the processor time that the others leave. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
}
