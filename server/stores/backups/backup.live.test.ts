import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { prepareRecords, prepareStores } from '#server/testing/prepareRecords.ts'
import { refusingProxy } from '#server/testing/refusingProxy.ts'
import { startTestClickHouse } from '#server/testing/testClickHouse.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { openColumns } from '../columns/openColumns.ts'
import { openRecords } from '../relational/openRecords.ts'
import { organizations, settings } from '../relational/schema.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { withMigrations } from './recordsDump.ts'
import { restoreBackup } from './restoreBackup.ts'
import { takeBackup } from './takeBackup.ts'

const server = await startTestPostgres()
const folder = await mkdtemp(join(tmpdir(), 'taffrail-move-'))
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe.skipIf(!server)('records', () => {
  test('moves records from PGlite to PostgreSQL and back, byte for byte', async () => {
    const DATABASE_URL = (await server?.createDatabase()) ?? ''
    const value = { text: 'Þór \u{1f6a4} \\ "', list: [0.1, 1e300, null], us: 1_780_000_000_123_456 }
    const createdAt = new Date('2026-03-29T01:30:00.123Z')
    await prepareRecords(join(folder, 'a'))
    await using(join(folder, 'a'), undefined, async (db) => {
      await db.insert(settings).values({ name: 'probe', value })
      await db.insert(organizations).values({ name: 'Moved', createdAt })
    })
    await move({ dataDir: join(folder, 'a') }, { dataDir: join(folder, 'b'), DATABASE_URL })
    await move({ dataDir: join(folder, 'b'), DATABASE_URL }, { dataDir: join(folder, 'c') })
    await using(join(folder, 'c'), undefined, async (db) => {
      expect(await db.select().from(settings).where(eq(settings.name, 'probe'))).toEqual([
        { name: 'probe', value },
      ])
      expect(await db.select().from(organizations)).toMatchObject([{ name: 'Moved', createdAt }])
    })
    await expect(
      restoreBackup(join(folder, 'c.backup'), { dataDir: join(folder, 'd'), DATABASE_URL }),
    ).rejects.toThrow('not empty')
  })
})

describe.skipIf(!server)('a single process', () => {
  test('moves a single process to PostgreSQL and ClickHouse, and compares every row', async () => {
    const DATABASE_URL = (await server?.createDatabase()) ?? ''
    const clickhouse = await startTestClickHouse()
    onTestFinished(() => clickhouse.close())
    const from = { dataDir: join(folder, 'single') }
    await prepareStores(from.dataDir)
    await using(from.dataDir, undefined, async (db) => {
      await db.insert(organizations).values([{ name: 'Þór' }, { name: 'Moved out' }])
    })
    const columns = await openColumns(from)
    const telemetry = openTelemetry(columns)
    for (const value of [1, 2, 3]) await telemetry.append([numbered(value)])
    await columns.close()
    const to = { dataDir: join(folder, 'outside'), DATABASE_URL, CLICKHOUSE_URL: clickhouse.url }
    const compared = await move(from, to)
    // Each batch replaced the one before: 50 seconds, of the newest batch alone.
    expect(compared.telemetry).toBeGreaterThanOrEqual(50)
    expect(compared.records).toBeGreaterThanOrEqual(2)
    const outside = await openColumns(to)
    const values = await outside.rows(
      'SELECT toUInt32(count()) AS n, toInt32(uniqExact(value)) AS different FROM telemetry.scalars',
    )
    expect(values).toEqual([{ n: 50, different: 1 }])
    await outside.close()
  })

  test('moves at the second try, and shows the records only then', async () => {
    const DATABASE_URL = (await server?.createDatabase()) ?? ''
    const clickhouse = await startTestClickHouse()
    onTestFinished(() => clickhouse.close())
    let isBroken = true
    const link = await refusingProxy(
      clickhouse.url,
      ({ searchParams }) => isBroken && Boolean(searchParams.get('query')?.startsWith(INTO_SCALARS)),
    )
    onTestFinished(() => link.close())
    const saved = join(folder, 'outside.backup')
    const to = { dataDir: join(folder, 'second try'), DATABASE_URL, CLICKHOUSE_URL: link.url }
    await expect(restoreBackup(saved, to)).rejects.toThrow()
    await using(folder, DATABASE_URL, async (db) => {
      expect(await db.select().from(organizations)).toEqual([])
    })
    expect(existsSync(to.dataDir)).toBe(false)
    isBroken = false
    expect((await restoreBackup(saved, to)).telemetry).toBeGreaterThanOrEqual(50)
    await using(folder, DATABASE_URL, async (db) => {
      expect(await db.select().from(organizations)).toHaveLength(2)
    })
  })

  test('reports a row that did not arrive unchanged', async () => {
    const DATABASE_URL = (await server?.createDatabase()) ?? ''
    const saved = join(folder, 'outside.backup')
    const manifest = await readManifest(saved)
    const sums = { ...manifest.record_sums, organizations: { rows: 2, sum: '1' } }
    await writeManifest(saved, { ...manifest, record_sums: sums })
    const target = { dataDir: join(folder, 'other'), DATABASE_URL }
    await expect(restoreBackup(saved, target)).rejects.toThrow(/in the table organizations \(in contents\)/)
    await using(folder, DATABASE_URL, async (db) => {
      expect(await db.select().from(organizations)).toEqual([])
    })
  })

  test('refuses to move a process to records of a newer version, with a sentence', async () => {
    const DATABASE_URL = (await server?.createDatabase()) ?? ''
    await using(folder, DATABASE_URL, async () => {})
    await withMigrations(0, async (migrationsFolder) => {
      await expect(openRecords({ dataDir: folder, DATABASE_URL, migrationsFolder })).rejects.toThrow(
        /records were brought up to date by a newer version/,
      )
    })
  })
})

function numbered(value: number): VesselReadings {
  const scalars = Array.from({ length: 50 }, (_, second) => ({
    ...{ timeUs: 1_780_000_000_000_000 + second * 1_000_000, key: 'sog' as const, instance: 0, value },
  }))
  return { vesselNumber: 1, scalars, fixes: [], motion: [], ais: [], faults: [] }
}

/** Not the first of the tables that are sent. */
const INTO_SCALARS = 'INSERT INTO telemetry.scalars '

type Engines = Parameters<typeof openRecords>[0] & { CLICKHOUSE_URL?: string }

async function using(
  dataDir: string,
  DATABASE_URL: string | undefined,
  task: (db: Awaited<ReturnType<typeof openRecords>>['db']) => Promise<void>,
) {
  const records = await openRecords({ dataDir, DATABASE_URL })
  await task(records.db)
  await records.close()
}

async function move(from: Engines, to: Engines & { dataDir: string }) {
  const [records, columns] = await Promise.all([openRecords(from), openColumns(from)])
  await takeBackup({ records, columns }, `${to.dataDir}.backup`)
  await columns.close()
  await records.close()
  return restoreBackup(`${to.dataDir}.backup`, to)
}
