/** Servers of Debian's packages that suites start for themselves. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer } from 'node:net'

/** False, with a sentence on the console, where it neither is nor can be installed. */
export function isInstalled(name: string, binary: string): boolean {
  if (existsSync(binary)) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    try {
      execFileSync(
        'apt-get',
        ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', name],
        { stdio: 'ignore' },
      )
    } catch {}
  }
  if (existsSync(binary)) return true
  process.stderr.write(`No ${name} at ${binary}, and none could be installed: its suite is skipped.\n`)
  return false
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Resolves once it takes connections; throws when it ends instead. */
export async function listens(port: number, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server ended at once (exit ${server.exitCode})`)
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
