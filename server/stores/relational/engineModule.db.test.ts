import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { prepareRecords } from '#server/testing/prepareRecords.ts'

const SCRIPT = fileURLToPath(new URL('../../testing/optimisedWorker.ts', import.meta.url))

test('optimises the lexer that runs often, and never the parser', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'taffrail-engine-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await prepareRecords(directory)
  // Runs in another process, which reports V8's state and continues only after optimisation.
  const flags = ['--allow-natives-syntax', '--wasm-sync-tier-up']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, SCRIPT, directory])
  expect(JSON.parse(stdout)).toEqual({ lexer: true, parser: false })
})
