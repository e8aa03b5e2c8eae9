import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled, listens } from './debianServer.ts'

const BINARY = '/usr/sbin/mosquitto'

export interface TestMosquitto {
  url: string
  pid: number
  close(): Promise<void>
}

// The defaults give a subscriber no more than 20 messages at a time and drop what waits beyond 1,000.
const FOR_ANYBODY = 'allow_anonymous true\nmax_queued_messages 100000\n'

/**
 * Mosquitto on a port of its own; null, with a sentence on the console, where it neither is nor can be installed.
 * `settings` are lines of its file besides the port, made for the folder that it has.
 */
export async function startTestMosquitto(
  settings: (dir: string) => Promise<string> = async () => FOR_ANYBODY,
): Promise<TestMosquitto | null> {
  if (!isInstalled('mosquitto', BINARY)) return null
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'taffrail-mosquitto-'))
  const file = join(dir, 'mosquitto.conf')
  await writeFile(file, `listener ${port} 127.0.0.1\n${await settings(dir)}`)
  const server = spawn(BINARY, ['-c', file], { stdio: 'ignore' })
  await listens(port, server)
  return {
    url: `mqtt://127.0.0.1:${port}`,
    pid: server.pid ?? 0,
    async close() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      await rm(dir, { recursive: true })
    },
  }
}
