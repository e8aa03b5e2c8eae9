import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/domain/time.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { twoOrganizations } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { openBackground } from './background.ts'
import { startCleanup } from './startCleanup.ts'

let records: Records
let folder: string
beforeAll(async () => {
  records = await testRecords()
  await twoOrganizations(records.db)
  folder = await mkdtemp(join(tmpdir(), 'taffrail-cleanup-'))
})
afterAll(async () => {
  await records.close()
  await rm(folder, { recursive: true })
})

async function pagesOfTrips() {
  const { rows } = (await records.db.execute(
    sql`SELECT relpages, relallvisible FROM pg_class WHERE relname = 'trips'`,
  )) as unknown as { rows: { relpages: number; relallvisible: number }[] }
  return rows[0]
}

/** Columns for which the planner has statistics. */
async function knownColumns() {
  const { rows } = (await records.db.execute(
    sql`SELECT tablename || '.' || attname AS name FROM pg_stats WHERE schemaname = 'public'`,
  )) as unknown as { rows: { name: string }[] }
  return rows.map(({ name }) => name)
}

test('updates statistics of the embedded engine and the visibility map of trips every hour', async () => {
  expect((await pagesOfTrips())?.relallvisible).toBe(0)
  expect(await knownColumns()).toEqual([])
  const failures: unknown[] = []
  const background = openBackground({ info() {}, warn() {}, error: (...words) => failures.push(words) })
  const every = vi.spyOn(globalThis, 'setInterval')
  const stop = startCleanup({
    records,
    // No vessel was deleted, so telemetry is not used.
    telemetry: {} as Telemetry,
    files: folderFiles(folder),
    clock: systemClock,
    background,
  })
  const hourly = every.mock.calls.find(([, ms]) => ms === HOUR_MS)?.[0] as () => void
  stop()
  hourly()
  await background.settled()
  expect(failures).toEqual([])
  const { relpages = 0, relallvisible = 0 } = (await pagesOfTrips()) ?? {}
  expect(relpages).toBeGreaterThan(0)
  expect(relallvisible).toBe(relpages)
  expect(await knownColumns()).toEqual(
    expect.arrayContaining(['trips.captain_id', 'vessels.deleted_at', 'alerts.vessel_id']),
  )
})
