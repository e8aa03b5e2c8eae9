import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort, isInstalled, listens } from './debianServer.ts'

const BINARY = '/usr/sbin/nats-server'

export interface TestNats {
  url: string
  /** Kills it with its connections cut, and starts it again on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** NATS on a port of its own; null, with a sentence on the console, where it neither is nor can be installed. */
export async function startTestNats(options: readonly string[] = []): Promise<TestNats | null> {
  if (!isInstalled('nats-server', BINARY)) return null
  const port = await freePort()
  const begin = async () => {
    const child = spawn(BINARY, ['-a', '127.0.0.1', '-p', String(port), ...options], { stdio: 'ignore' })
    await listens(port, child)
    return child
  }
  let server = await begin()
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    },
    async start() {
      server = await begin()
    },
  }
}
