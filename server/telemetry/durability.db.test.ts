import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { settings } from '#server/stores/relational/schema.ts'
import { numberedBatch, numberedInterval } from '#server/testing/numberedBatch.ts'
import { prepareRecords } from '#server/testing/prepareRecords.ts'
import { canTrace, readTrace, STRACE_OPTIONS } from '#server/testing/syncTrace.ts'
import { openTelemetry } from './openTelemetry.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const worker = ['--import', fileOf('../platform/quickModules.ts'), fileOf('../testing/durabilityWorker.ts')]
type Store = 'records' | 'telemetry'
let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'taffrail-durability-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

describe.each<Store>(['records', 'telemetry'])('%s', (store) => {
  test('keeps acknowledged data complete, single and unchanged, whenever the process is killed', {
    timeout: 180_000,
  }, async () => {
    if (store === 'records') await prepareRecords(dataDir)
    let acknowledged = 0
    for (let round = 0; round < 5; round++) {
      acknowledged = await writeUntilKilled(store, acknowledged + 1)
      const stored = store === 'records' ? await storedRecords() : await storedTelemetry()
      const whole = Array.from({ length: acknowledged }, (_, i) => i + 1)
      expect(stored.slice(0, acknowledged)).toEqual(whole)
      // The batch in progress at the kill may or may not be stored.
      expect([acknowledged, acknowledged + 1]).toContain(stored.length)
    }
  })

  test.skipIf(!canTrace())(
    'syncs every file of a batch before acknowledging it',
    { timeout: 180_000 },
    async () => {
      if (store === 'records') await prepareRecords(dataDir)
      const trace = join(dataDir, 'trace')
      const args = [...STRACE_OPTIONS, '-o', trace, process.execPath, ...worker, dataDir, store, '1', '20']
      const [code] = await once(spawn('strace', args, { stdio: 'ignore' }), 'exit')
      expect(code).toBe(0)
      const acks = await readTrace(trace, (path) =>
        path.includes(store === 'records' ? '/pg_wal/' : '/tmp_insert_'),
      )
      expect(acks.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
      for (const { n, synced, unsynced } of acks) {
        expect({ n, unsynced }).toEqual({ n, unsynced: [] })
        // A part of the column store is a dozen files, and a batch is a part in each of four tables.
        expect(synced).toBeGreaterThanOrEqual(store === 'records' ? 1 : 40)
      }
    },
  )
})

/** The last number acknowledged before the kill, which comes at a moment of its own choosing. */
async function writeUntilKilled(store: Store, first: number): Promise<number> {
  const child = spawn(process.execPath, [...worker, dataDir, store, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let last = first - 1
  const enough = first + Math.floor(Math.random() * 20)
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line.slice('ACK '.length))
    if (last === enough) setTimeout(() => child.kill('SIGKILL'), Math.random() * 20)
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return last
}

async function storedRecords(): Promise<number[]> {
  const { db, close } = await openRecords({ dataDir })
  const rows = await db.select().from(settings).where(like(settings.name, 'batch %'))
  await close()
  return rows.map(({ value }) => Number(value)).toSorted((a, b) => a - b)
}

/** Numbers of the batches that every table has whole and right; throws where one has something else. */
async function storedTelemetry(): Promise<number[]> {
  const columns = await openColumns({ dataDir })
  const telemetry = openTelemetry(columns)
  const speed = await telemetry.series.samples(numberedInterval, 'sog', 0)
  const engine = await telemetry.series.samples(numberedInterval, 'engine_speed', 1)
  const [movement] = await telemetry.positions.movement([numberedInterval])
  const [measured] = await telemetry.motion.bySensor([numberedInterval])
  await columns.close()
  const numbers = speed.timeUs.map((timeUs) => Math.round((timeUs - numberedInterval.fromUs) / 1e6))
  for (const [i, n] of numbers.entries()) {
    const { scalars, fixes, motion } = numberedBatch(n)
    expect(speed.value[i]).toBeCloseTo(scalars[0]?.value ?? -1, 6)
    if (i >= engine.value.length || i === numbers.length - 1) continue
    expect(engine.value[i]).toBeCloseTo(scalars[1]?.value ?? -1, 6)
    expect(movement?.latitudeDeg[i]).toBeCloseTo(fixes[0]?.latitudeDeg ?? -1, 6)
    expect(measured?.forceXG[i * 50 + 49]).toBeCloseTo((motion[0]?.forceX[0] ?? -1) / 1000, 9)
  }
  return numbers
}
