import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const INSTALLED = '/usr/lib/postgresql'

export interface TestPostgres {
  version: string
  /** The address of a new, empty database. */
  createDatabase(): Promise<string>
  /** Stops it with its connections cut, and starts it again on the same data. */
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * A PostgreSQL of Debian's on a port and in a directory of its own; installs it when it is missing and it may. Null,
 * and a sentence on standard error, where there is none to be had.
 */
export async function startTestPostgres(): Promise<TestPostgres | null> {
  const version = await findInstalled()
  if (!version) {
    process.stderr.write('Skipped: PostgreSQL is not installed here (apt-get install postgresql).\n')
    return null
  }
  const program = (name: string) => join(INSTALLED, version, 'bin', name)
  const directory = await mkdtemp(join(tmpdir(), 'taffrail-postgres-'))
  const asServer = await serverUser(directory)
  const data = join(directory, 'data')
  const port = await freePort()
  await asServer(program('initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const options = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1`
  const start = async () => {
    await asServer(program('pg_ctl'), '-D', data, '-l', join(directory, 'log'), '-o', options, '-w', 'start')
  }
  await start()
  let databases = 0
  return {
    version,
    async createDatabase() {
      const name = `test_${++databases}`
      await asServer(program('createdb'), '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', name)
      return `postgres://postgres@127.0.0.1:${port}/${name}`
    },
    async stop() {
      await asServer(program('pg_ctl'), '-D', data, '-m', 'fast', '-w', 'stop')
    },
    start,
    async close() {
      await asServer(program('pg_ctl'), '-D', data, '-m', 'immediate', '-w', 'stop')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function findInstalled(): Promise<string | undefined> {
  if (!existsSync(INSTALLED) && userInfo().uid === 0) {
    await run('apt-get', ['install', '-y', '-q', 'postgresql'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).catch(() => undefined)
  }
  return existsSync(INSTALLED) ? (await readdir(INSTALLED)).toSorted().at(-1) : undefined
}

/** PostgreSQL refuses to run as root, so root hands over to the user that Debian made for it. */
async function serverUser(directory: string) {
  if (userInfo().uid !== 0) return (file: string, ...args: string[]) => run(file, args)
  const { stdout } = await run('id', ['-u', 'postgres'])
  await chown(directory, Number(stdout), -1)
  return (file: string, ...args: string[]) =>
    run('/usr/sbin/runuser', ['-u', 'postgres', '--', file, ...args], { cwd: directory })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}
