/**
 * How commands on the same machine find the running server: its address and a token that only the owner of the data
 * directory can read.
 */
import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface RunFile {
  pid: number
  url: string
  token: string
}

const pathOf = (dataDir: string) => join(dataDir, 'server.json')

export const newToken = () => randomBytes(32).toString('base64url')

export async function writeRunFile(dataDir: string, run: RunFile): Promise<() => Promise<void>> {
  await writeFile(pathOf(dataDir), JSON.stringify(run), { mode: 0o600 })
  return () => rm(pathOf(dataDir), { force: true })
}

/** The server that runs on this data directory, null when none answers. */
export async function findRunning(dataDir: string): Promise<RunFile | null> {
  try {
    const run = JSON.parse(await readFile(pathOf(dataDir), 'utf8')) as RunFile
    const answer = await fetch(`${run.url}/health`, { signal: AbortSignal.timeout(5000) })
    return answer.ok ? run : null
  } catch {
    return null
  }
}
