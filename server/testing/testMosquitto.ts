import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BINARY = '/usr/sbin/mosquitto'

export interface TestMosquitto {
  url: string
  close(): Promise<void>
}

/** Mosquitto on a port of its own; null, with a sentence on the console, where it neither is nor can be installed. */
export async function startTestMosquitto(): Promise<TestMosquitto | null> {
  if (!existsSync(BINARY) && !install()) {
    process.stderr.write(`No Mosquitto at ${BINARY}, and none could be installed: its suite is skipped.\n`)
    return null
  }
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'binnacle-mosquitto-'))
  const file = join(dir, 'mosquitto.conf')
  // The defaults give a subscriber no more than 20 messages at a time and drop what waits beyond 1,000.
  await writeFile(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 100000\n`)
  const server = spawn(BINARY, ['-c', file], { stdio: 'ignore' })
  await answers(port, server)
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async close() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      await rm(dir, { recursive: true })
    },
  }
}

function install(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  try {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'mosquitto'], { stdio: 'ignore' })
  } catch {
    return false
  }
  return existsSync(BINARY)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function answers(port: number, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Mosquitto ended at once (exit ${server.exitCode})`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
