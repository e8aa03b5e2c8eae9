/** Starts that fail: each prints a sentence with advice as its last line, and no stack. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVault } from '#server/platform/vault.ts'
import { writeSetting } from '#server/records/settings.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { prepareRecords } from '#server/testing/prepareRecords.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { ProgramEnded, startProgram } from '#server/testing/testProgram.ts'

const postgres = await startTestPostgres()
const nats = postgres && (await startTestNats())
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-failed-'))
})
afterAll(async () => {
  await nats?.stop()
  await postgres?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function lastLine(dataDir: string, env: Record<string, string>): Promise<string> {
  const ended = await startProgram(['--no-demo', '--data', dataDir], env).catch((error) => error)
  expect(ended).toBeInstanceOf(ProgramEnded)
  const lines = (ended as Error).message.trim().split('\n')
  expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([])
  if (existsSync(dataDir))
    expect((await readdir(dataDir)).filter((name) => name.startsWith('lock'))).toEqual([])
  return lines.at(-1) ?? ''
}

test.skipIf(!postgres)('says that the database is missing', async () => {
  const url = new URL((await postgres?.createDatabase()) ?? '')
  url.pathname = '/harbour'
  expect(await lastLine(join(folder, 'missing'), { DATABASE_URL: url.href })).toBe(
    'PostgreSQL has no database of this name. Create it, or correct DATABASE_URL.',
  )
})

test.skipIf(!postgres || !nats)(
  'says that another database has the same installation id, while its processes run on the same NATS',
  async () => {
    const [first = '', copy = ''] = [await postgres?.createDatabase(), await postgres?.createDatabase()]
    for (const DATABASE_URL of [first, copy]) {
      const records = await openRecords({ DATABASE_URL, dataDir: '' })
      await writeSetting(records.db, 'installation.id', 'harbour')
      await records.close()
    }
    const NATS_URL = nats?.url ?? ''
    const data = join(folder, 'first')
    const running = await startProgram(['--no-demo', '--data', data], { DATABASE_URL: first, NATS_URL })
    expect(running.printed().log).toContain('"id":"harbour"')
    expect(await lastLine(join(folder, 'copy'), { DATABASE_URL: copy, NATS_URL })).toMatch(
      /^Another database with the same installation id uses the NATS at NATS_URL\. .*an id of its own/,
    )
    await running.stop()
  },
)

test('says that the key of the secrets is missing', async () => {
  const dataDir = join(folder, 'no-key')
  await prepareRecords(dataDir)
  const records = await openRecords({ dataDir })
  await writeSetting(records.db, 'access.secret', openVault([randomBytes(32)]).seal('secret', 'anywhere'))
  await records.close()
  expect(await lastLine(dataDir, {})).toMatch(/^The key that encrypts .* is missing\. .*no-key\/secrets\.key/)
  expect(existsSync(join(dataDir, 'secrets.key'))).toBe(false)
  const SECRETS_KEY = randomBytes(32).toString('base64')
  expect(await lastLine(dataDir, { SECRETS_KEY })).toMatch(
    /^SECRETS_KEY is not the key of this installation: /,
  )
})

test('says that the records are damaged', async () => {
  const dataDir = join(folder, 'damaged')
  await prepareRecords(dataDir)
  await writeFile(join(dataDir, 'records', 'global', 'pg_control'), Buffer.alloc(8192))
  expect(await lastLine(dataDir, {})).toMatch(
    /^The records in .*damaged, for example pg_control.*npm run restore\.$/,
  )
})
