import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Throws while another program of this boot has the folder. The lock needs no release: a lock of a dead process is void. */
export function lockFolder(folder: string, epoch: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lock')
  const [pid = '', boot] = readLock(path).split(' ')
  if (boot === epoch && Number(pid) !== process.pid && isAlive(Number(pid)))
    throw new Error(`Process ${pid} uses ${folder} already.`)
  writeFileSync(path, `${process.pid} ${epoch}`, { mode: 0o600 })
}

function readLock(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // Another program may have the number since.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('aboard')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
