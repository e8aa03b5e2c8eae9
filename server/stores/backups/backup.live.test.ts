import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { openColumns } from '../columns/openColumns.ts'
import { openRecords } from '../relational/openRecords.ts'
import { organizations, settings } from '../relational/schema.ts'
import { restoreBackup } from './restoreBackup.ts'
import { takeBackup } from './takeBackup.ts'

const server = await startTestPostgres()
const folder = await mkdtemp(join(tmpdir(), 'binnacle-move-'))
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe.skipIf(!server)('records', () => {
  test('move from PGlite to PostgreSQL and back, byte for byte', async () => {
    const DATABASE_URL = (await server?.createDatabase()) ?? ''
    const value = { text: 'Þór \u{1f6a4} \\ "', list: [0.1, 1e300, null], us: 1_780_000_000_123_456 }
    const createdAt = new Date('2026-03-29T01:30:00.123Z')
    await using(join(folder, 'a'), undefined, async (db) => {
      await db.insert(settings).values({ name: 'probe', value })
      await db.insert(organizations).values({ name: 'Moved', createdAt })
    })
    await move({ dataDir: join(folder, 'a') }, { dataDir: join(folder, 'b'), DATABASE_URL })
    await move({ dataDir: join(folder, 'b'), DATABASE_URL }, { dataDir: join(folder, 'c') })
    await using(join(folder, 'c'), undefined, async (db) => {
      expect(await db.select().from(settings)).toEqual([{ name: 'probe', value }])
      expect(await db.select().from(organizations)).toMatchObject([{ name: 'Moved', createdAt }])
    })
    await expect(
      restoreBackup(join(folder, 'c.backup'), { dataDir: join(folder, 'd'), DATABASE_URL }),
    ).rejects.toThrow('not empty')
  })
})

type Engines = Parameters<typeof openRecords>[0]

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
  await restoreBackup(`${to.dataDir}.backup`, to)
}
