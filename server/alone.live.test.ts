/** Processes without a common bus on one PostgreSQL and ClickHouse: one of them works. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestClickHouse, type TestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestNats } from '#server/testing/testNats.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, ProgramEnded, startProgram } from '#server/testing/testProgram.ts'

const nats = await startTestNats()
const postgres = nats && (await startTestPostgres())
if (!postgres) await nats?.stop()
/** More than the lease of a dead process, on a busy machine. */
const SOON = { timeout: 60_000, interval: 250 }
const WAITING = /waiting for it to end/

describe.skipIf(!postgres)('whole processes on the same stores', { timeout: 180_000 }, () => {
  let folder: string
  let clickHouse: TestClickHouse
  let stores: Record<string, string>
  const programs: Program[] = []
  /** The one that works when a test ends; the next test goes on with it. */
  let last: Program
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taffrail-alone-'))
    clickHouse = await startTestClickHouse()
    stores = { DATABASE_URL: (await postgres?.createDatabase()) ?? '', CLICKHOUSE_URL: clickHouse.url }
  }, 120_000)
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop()))
    await clickHouse.close()
    await nats?.stop()
    await postgres?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  async function start(name: string, env: Record<string, string> = {}) {
    const program = await startProgram(['--no-demo', '--data', join(folder, name)], { ...stores, ...env })
    programs.push(program)
    return program
  }
  const refusal = (name: string, env?: Record<string, string>) =>
    start(name, env).then(
      () => 'started',
      (error) => (error instanceof ProgramEnded ? error.message : error),
    )

  test('refuses a second process with advice, and one that shares its work too', async () => {
    const first = await start('first')
    const refusals = await Promise.all([refusal('second'), refusal('sharing', { NATS_URL: nats?.url ?? '' })])
    for (const printed of refusals) {
      expect(printed).toMatch(/Another Taffrail uses the database at DATABASE_URL.*NATS_URL.*--role/)
      expect(printed).not.toMatch(/^\s+at /m)
    }
    // A process that ends releases its leases for the next one, which need not wait.
    await first.stop()
    last = await start('second')
    expect(last.printed().log).not.toMatch(WAITING)
  })

  test('starts in place of a process that was killed', async () => {
    await last.kill()
    last = await start('first')
  })

  test('ends a process that was away for longer than its lease', async () => {
    const late = last
    process.kill(late.pid, 'SIGSTOP')
    last = await start('second')
    process.kill(late.pid, 'SIGCONT')
    await expect.poll(() => late.printed().log, SOON).toMatch(/Another Taffrail has taken over/)
    await expect.poll(() => isRunning(late.pid), SOON).toBe(false)
  })

  test('refuses a single process beside processes that share their work', async () => {
    await last.stop()
    await start('sharing', { NATS_URL: nats?.url ?? '' })
    expect(await refusal('second')).toMatch(/Another Taffrail uses the database/)
  })
})

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
