/** A server for one journey: started as a user would, on an empty directory, and stopped at the end. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareStores } from '#server/testing/prepareRecords.ts'
import { runScript, startProgram } from '#server/testing/testProgram.ts'
import { workerPort } from './workerPort.ts'

export interface Taffrail {
  url: string
  mqttPort: number
  dataDir: string
  admin: { email: string; password: string }
  /** Runs an npm script of the project against this server and returns its output. */
  run(script: 'import' | 'new-device', ...args: string[]): Promise<string>
  /** Ends the program, and keeps its data. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Starts without the demo and, unless the journey does so itself, creates the first organization through the API. */
export async function startTaffrail({
  isEmpty = false,
  env = {},
}: {
  isEmpty?: boolean
  env?: Readonly<Record<string, string>>
} = {}): Promise<Taffrail> {
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-e2e-'))
  // The test of a first start in `newcomer.spec.ts` covers an empty installation.
  if (!isEmpty) await prepareStores(dataDir)
  const program = await startProgram(['--no-demo', '--data', dataDir, '--port', `${await workerPort()}`], env)
  const { url } = program
  const admin = { email: 'skipper@example.com', password: 'a fair wind' }
  if (!isEmpty) await setUp(url, admin)
  return {
    url,
    mqttPort: program.mqttPort ?? 0,
    dataDir,
    admin,
    async run(script, ...args) {
      const { code, output, errors } = await runScript(script, ['--data', dataDir, ...args])
      if (code !== 0) throw new Error(`${script} ended with ${code}: ${errors}`)
      return output
    },
    stop: program.stop,
    async close() {
      await program.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function setUp(url: string, admin: Taffrail['admin']): Promise<void> {
  const answer = await fetch(`${url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organization: 'Faxaflói Tours', name: 'Embla Strand', ...admin }),
  })
  if (!answer.ok) throw new Error(`setup answered ${answer.status}: ${await answer.text()}`)
}
