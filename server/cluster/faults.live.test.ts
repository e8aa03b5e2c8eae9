/** Two processes on distributed stores, where one stands still or dies: the results equal those of an undisturbed one. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { nameOf, type Run, runShared, someCalls } from '#server/testing/faultRuns.ts'
import { beginStory, type Owner, type StoryStores } from '#server/testing/faultStory.ts'
import { startTestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'

/** FAULTS=all tries every place that calls a store, each in turn, in both ways. */
const TRIED = process.env.FAULTS === 'all' ? 'all' : 1
/** Trying all places takes hours. */
const LONG_MS = 14_400_000

const postgres = await startTestPostgres()

describe.skipIf(!postgres)('two processes on distributed stores', () => {
  const closers: (() => Promise<void>)[] = []
  let stores: StoryStores
  let owner: Owner
  let undisturbed: Run
  beforeAll(async () => {
    const url = (await postgres?.createDatabase()) ?? ''
    const clickHouse = await startTestClickHouse()
    const records = await openRecords({ DATABASE_URL: url, dataDir: '' })
    const columns = await openColumns({ CLICKHOUSE_URL: clickHouse.url, dataDir: '' })
    closers.push(records.close, columns.close, clickHouse.close)
    stores = { records, telemetry: openTelemetry(columns) }
    owner = await beginStory(records.db)
    undisturbed = await runShared(stores, owner, {})
  }, 600_000)
  afterAll(async () => {
    vi.restoreAllMocks()
    for (const close of closers) await close()
    await postgres?.close()
  })

  /** Two kinds of disturbance for each call; the suite tries one of them. */
  const KINDS = ['losesAt', 'diesAt'] as const
  const tried = TRIED === 'all' ? KINDS : [KINDS[Math.floor(Math.random() * KINDS.length)] ?? 'losesAt']

  test.for(tried)('compute the same when one of them %s a call', { timeout: LONG_MS }, async (kind) => {
    for (const call of someCalls(undisturbed.calls, TRIED)) {
      const { computed } = await runShared(stores, owner, { [kind]: call })
      expect.soft(computed, `${kind} ${nameOf(call)}`).toEqual(undisturbed.computed)
    }
  })
})
