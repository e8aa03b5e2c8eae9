/** Starts `ingestServer.ts` in a process of its own and calls its functions. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { IngestAnswers } from './ingestServer.ts'

const SERVER = fileURLToPath(new URL('./ingestServer.ts', import.meta.url))

export interface IngestProcess {
  mqttPort: number
  /** Address of HTTP and WebSocket. */
  url: string
  /** Time from the start of the process until every input was open. */
  readyMs: number
  ask<Name extends keyof IngestAnswers>(
    name: Name,
    ...args: Parameters<IngestAnswers[Name]>
  ): Promise<Awaited<ReturnType<IngestAnswers[Name]>>>
  /** Ends the process with SIGKILL, in the middle of its work. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Ports of an earlier process, so that its clients find the new process. */
export async function startIngestProcess(given: {
  dataDir: string
  ports?: { mqttPort: number; url: string }
  processing?: boolean
  /** Number of boats, and the hours that they have been under way when processing begins. */
  underWay?: { boats: number; hours: number; rules: number }
}): Promise<IngestProcess> {
  const args = ['--data', given.dataDir]
  if (given.processing) args.push('--processing')
  for (const [name, value] of Object.entries(given.underWay ?? {})) args.push(`--${name}`, `${value}`)
  if (given.ports) args.push('--mqtt', `${given.ports.mqttPort}`, '--port', new URL(given.ports.url).port)
  const startedMs = performance.now()
  // Typed arrays pass through as they are.
  const child = fork(SERVER, args, { serialization: 'advanced' })
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let asked = 0
  const { url, mqttPort } = await readiness(child)
  const readyMs = performance.now() - startedMs
  child.on('message', ({ id, result, error }: { id: number; result: unknown; error?: string }) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asker?.resolve(result)
    else asker?.reject(new Error(error))
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the server has ended'))
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    mqttPort,
    url,
    readyMs,
    ask: (name, ...given) =>
      new Promise((resolve, reject) => {
        const id = asked++
        waiting.set(id, { resolve: resolve as (result: unknown) => void, reject })
        child.send({ id, name, args: given })
      }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

async function readiness(child: ChildProcess): Promise<{ url: string; mqttPort: number }> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended before it was ready (exit ${code})`)))
    child.once('message', (message: { ready: { url: string; mqttPort: number } }) => resolve(message.ready))
  })
}
