import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export class FolderInUse extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `Another Taffrail (process ${pid}) is running on ${dataDir}. Stop it, or choose another directory with --data.`,
    )
    this.name = 'FolderInUse'
  }
}

/** Age of an unreadable file from which it is no longer being written, ms. */
const ABANDONED_MS = 60_000

/** `lock`, then `lock.1` and so on: a process that takes over from a dead one uses the next number. */
const LOCK = /^lock(?:\.(\d+))?$/

interface Lock {
  number: number
  path: string
}

/**
 * Locks the data directory for this process; rejects with FolderInUse while another process has it. A lock
 * names its process by id, start time and boot. So the lock of a killed process is taken over, even when
 * another process has its id now.
 *
 * No process removes a lock, because it may belong to another process by then. A new lock is added beside the
 * old one, under a name that only one process can get. It counts if no other owner lives by then.
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const mine = join(dataDir, `locking-${randomUUID()}`)
  try {
    // A full disk leaves an empty file behind.
    await writeFile(mine, JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) }))
    await dropAbandoned(dataDir)
    for (;;) {
      const before = await locksIn(dataDir)
      const holder = await livingHolder(before)
      if (holder) throw new FolderInUse(dataDir, holder.pid)
      const number = 1 + Math.max(-1, ...before.map((lock) => lock.number))
      const path = join(dataDir, number === 0 ? 'lock' : `lock.${number}`)
      try {
        // A link appears whole or not at all, unlike a file that is created and then written.
        await link(mine, path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        continue
      }
      const others = (await locksIn(dataDir)).filter((lock) => lock.number !== number)
      if (!(await livingHolder(others))) {
        for (const dead of others) await rm(dead.path, { force: true })
        return () => rm(path, { force: true })
      }
      await rm(path, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
}

/** Removes what a start left that was killed before it had the lock, or that found the disk full. */
async function dropAbandoned(dataDir: string) {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('locking-')) continue
    const path = join(dataDir, name)
    const holder = await readHolder(path)
    // An empty file may be one that is being written at this moment.
    const isNew = !holder && Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? 0) < ABANDONED_MS
    if (!isNew && holder?.identity !== identityOf(holder?.pid ?? 0)) await rm(path, { force: true })
  }
}

async function locksIn(dataDir: string): Promise<Lock[]> {
  return (await readdir(dataDir)).flatMap((name) => {
    const [found, number = '0'] = LOCK.exec(name) ?? []
    return found ? [{ number: Number(number), path: join(dataDir, name) }] : []
  })
}

async function livingHolder(locks: readonly Lock[]): Promise<{ pid: number } | null> {
  for (const { path } of locks) {
    const holder = await readHolder(path)
    if (holder && holder.identity === identityOf(holder.pid)) return holder
  }
  return null
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
