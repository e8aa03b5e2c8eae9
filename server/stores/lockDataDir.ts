import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export class DataDirInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `Another Binnacle (process ${pid}) is running on ${dataDir}. Stop it, or choose another directory with --data.`,
    )
    this.name = 'DataDirInUse'
  }
}

/**
 * Takes the data directory for this process; rejects with DataDirInUse while another one has it. The lock names its
 * holder by process id, start time and boot, so that one left behind by a killed process is taken over, even when
 * its number has been given to somebody else since.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = join(dataDir, 'lock')
  const mine = join(dataDir, `lock.${process.pid}`)
  await writeFile(mine, JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) }))
  try {
    for (;;) {
      try {
        // A link appears whole or not at all, unlike a file that is created and then written.
        await link(mine, lock)
        return () => rm(lock, { force: true })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      const holder = await readHolder(lock)
      if (holder && holder.identity === identityOf(holder.pid)) throw new DataDirInUse(dataDir, holder.pid)
      await rm(lock, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
}

async function readHolder(lock: string): Promise<{ pid: number; identity: string } | null> {
  try {
    return JSON.parse(await readFile(lock, 'utf8'))
  } catch {
    return null
  }
}

/** Start time and boot of a process; empty when there is no such process. */
function identityOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${started}`
  } catch {
    return isRunning(pid) ? 'running' : ''
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
