import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface TestClickHouse {
  url: string
  process: ChildProcess
  close(): Promise<void>
}

/** A ClickHouse over HTTP on a port of its own, in a process of its own; its data goes when it closes. */
export async function startTestClickHouse(): Promise<TestClickHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-clickhouse-'))
  const worker = fileURLToPath(new URL('./testClickHouseWorker.ts', import.meta.url))
  const child = spawn(process.execPath, [worker, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [port] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    exited.then(() => Promise.reject(new Error('the server ended before it listened'))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    async close() {
      child.kill('SIGKILL')
      await exited
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
