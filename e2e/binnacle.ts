/** A server of one's own for a journey: started as a person would, on an empty directory, stopped at the end. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Binnacle {
  url: string
  mqttPort: number
  dataDir: string
  admin: { email: string; password: string }
  /** Runs an npm script of the project against this server and answers what it printed. */
  run(script: 'import' | 'device', ...args: string[]): Promise<string>
  close(): Promise<void>
}

const execute = promisify(execFile)
const SCRIPTS = { import: 'server/importFiles.ts', device: 'server/newDevice.ts' }

/** Starts without the demo and creates the first organization through the API. */
export async function startBinnacle(): Promise<Binnacle> {
  const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-e2e-'))
  // The world is the same for every journey: cut its map once.
  const map = join(tmpdir(), 'binnacle-e2e-map')
  await mkdir(map, { recursive: true })
  await symlink(map, join(dataDir, 'basemap'))
  const child = spawn(process.execPath, ['server/main.ts', '--no-demo', '--data', dataDir, '--port', '0'], {
    env: { ...process.env, MQTT_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, mqttPort } = await whereItIs(child)
  const admin = { email: 'skipper@example.com', password: 'a fair wind' }
  const answer = await fetch(`${url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organization: 'Faxaflói Tours', name: 'Embla Strand', ...admin }),
  })
  if (!answer.ok) throw new Error(`setup answered ${answer.status}: ${await answer.text()}`)
  return {
    url,
    mqttPort,
    dataDir,
    admin,
    async run(script, ...args) {
      const { stdout } = await execute(process.execPath, [SCRIPTS[script], '--data', dataDir, ...args])
      return stdout
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function whereItIs(child: ChildProcess): Promise<{ url: string; mqttPort: number }> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${printed}`)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const url = /is at (http:\S+)/.exec(printed)?.[1]
      const port = /MQTT on port (\d+)/.exec(printed)?.[1]
      if (url && port) resolve({ url, mqttPort: Number(port) })
    })
  })
}
