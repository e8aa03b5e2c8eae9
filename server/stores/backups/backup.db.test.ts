import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, like, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupRoutes } from '#server/api/backups/backupRoutes.ts'
import { folderFiles } from '#server/files/folderFiles.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { nextVersion } from '#server/testing/nextVersion.ts'
import { numberedBatch, numberedInterval } from '#server/testing/numberedBatch.ts'
import { prepareRecords } from '#server/testing/prepareRecords.ts'
import { refusingProxy } from '#server/testing/refusingProxy.ts'
import { startTestClickHouse } from '#server/testing/testClickHouse.ts'
import { runScript } from '#server/testing/testProgram.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { openColumns } from '../columns/openColumns.ts'
import { openRecords, rowsOf } from '../relational/openRecords.ts'
import { departments, organizations, settings, vessels } from '../relational/schema.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restoreBackup.ts'
import { takeBackup } from './takeBackup.ts'
import {
  isUnfinished,
  markColumns,
  markFolder,
  marksOf,
  noteRestored,
  requireFinished,
  Unfinished,
} from './unfinished.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

async function open(name: string, { CLICKHOUSE_URL, onDisk = true }: Engines = {}) {
  const config = { dataDir: join(folder, name), CLICKHOUSE_URL }
  const [records, columns] = await Promise.all([
    onDisk ? openRecords(config) : testRecords(),
    openColumns(config),
  ])
  return {
    records,
    columns,
    CLICKHOUSE_URL,
    telemetry: openTelemetry(columns),
    async close() {
      await columns.close()
      await records.close()
    },
  }
}
interface Engines {
  CLICKHOUSE_URL?: string
  onDisk?: boolean
}
type Installation = Awaited<ReturnType<typeof open>>

/** One step of a busy product: samples are acknowledged first, then a row refers to them. */
async function step({ telemetry, records }: Installation, n: number) {
  await telemetry.append([numberedBatch(n)])
  await records.db.insert(settings).values({ name: `batch ${n}`, value: n })
}

async function stepsIn({ telemetry, records }: Installation) {
  const { timeUs } = await telemetry.series.samples(numberedInterval, 'sog', 0)
  const [motion] = await telemetry.motion.bySensor([numberedInterval])
  const rows = await records.db.select().from(settings).where(like(settings.name, 'batch %'))
  return {
    samples: timeUs.map((at) => Math.round((at - numberedInterval.fromUs) / 1e6)),
    motionSamples: motion?.timeUs.length ?? 0,
    rows: rows.map(({ value }) => Number(value)).toSorted((a, b) => a - b),
  }
}

async function newVessel({ records: { db } }: Installation) {
  const [organization] = await db.insert(organizations).values({ name: 'Numbers' }).returning()
  const [department] = await db
    .insert(departments)
    .values({ organizationId: organization?.id ?? '', name: 'All' })
    .returning()
  const owner = { organizationId: organization?.id ?? '', departmentId: department?.id ?? '' }
  const [vessel] = await db
    .insert(vessels)
    .values({ ...owner, name: 'Ægir "II"' })
    .returning()
  return vessel
}

/** Not the first of the tables that are sent. */
const INTO_SCALARS = 'INSERT INTO telemetry.scalars '

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

test('backs up one instant of both stores under load', { timeout: 120_000 }, async () => {
  await prepareRecords(join(folder, 'a'))
  const busy = await open('a')
  const kept = await newVessel(busy)
  const sold = await newVessel(busy)
  await busy.records.db.delete(vessels).where(eq(vessels.number, sold?.number ?? 0))
  const overwritten = { timeUs: numberedInterval.fromUs, key: 'stw', instance: 0 } as const
  for (const value of [1, 2, 3, 4]) {
    await busy.telemetry.append([{ ...numberedBatch(0), motion: [], scalars: [{ ...overwritten, value }] }])
  }
  let acknowledged = 0
  let going = true
  const underWay = Promise.withResolvers<void>()
  const load = (async () => {
    while (going) {
      await step(busy, acknowledged + 1)
      if (++acknowledged === 20) underWay.resolve()
    }
  })()
  await underWay.promise
  const before = acknowledged
  const dataDir = join(folder, 'a')
  await mkdir(join(dataDir, 'files', 'pictures'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'pictures', 'face.jpg'), 'a face')
  const files = folderFiles(join(dataDir, 'files'))
  await takeBackup({ ...busy, dataDir, files }, join(folder, 'backup'))
  const after = acknowledged
  going = false
  await load
  await busy.close()

  await restoreBackup(join(folder, 'backup'), { dataDir: join(folder, 'b') })
  const restored = await open('b')
  const { samples, motionSamples, rows } = await stepsIn(restored)
  expect(samples).toEqual(upTo(samples.length))
  expect(samples.length).toBeGreaterThanOrEqual(before)
  expect(samples.length).toBeLessThanOrEqual(after + 1)
  expect(motionSamples).toBe(samples.length * 50)
  expect(rows).toEqual(upTo(rows.length))
  expect([samples.length, samples.length - 1]).toContain(rows.length)
  // The last value written for a sample stays the last one.
  expect((await restored.telemetry.series.samples(numberedInterval, 'stw', 0)).value).toEqual([4])
  // And no number is given out twice, or a new vessel would inherit the history of one that was sold.
  expect(await restored.records.db.select().from(vessels)).toEqual([kept])
  expect((await newVessel(restored))?.number).toBeGreaterThan(sold?.number ?? Number.NaN)
  expect(await readFile(join(folder, 'b', 'files', 'pictures', 'face.jpg'), 'utf8')).toBe('a face')
  await restored.close()
})

test('moves telemetry to a ClickHouse elsewhere and back', { timeout: 120_000 }, async () => {
  const [first, second] = await Promise.all([startTestClickHouse(), startTestClickHouse()])
  const source = await open('a', { CLICKHOUSE_URL: first.url, onDisk: false })
  for (const n of upTo(5)) await step(source, n)
  await takeBackup(source, join(folder, 'backup'))
  await source.close()
  await restoreBackup(join(folder, 'backup'), { dataDir: join(folder, 'b'), CLICKHOUSE_URL: second.url })
  const restored = await open('b', { CLICKHOUSE_URL: second.url })
  expect(await stepsIn(restored)).toEqual({ samples: upTo(5), motionSamples: 250, rows: upTo(5) })
  await restored.close()
  await Promise.all([first.close(), second.close()])
})

test('refuses to start on an unfinished restore, which the next restore replaces', {
  timeout: 300_000,
}, async () => {
  const elsewhere = await startTestClickHouse()
  let isBroken = true
  const link = await refusingProxy(
    elsewhere.url,
    ({ searchParams }) => isBroken && Boolean(searchParams.get('query')?.startsWith(INTO_SCALARS)),
  )
  const source = await open('a', { onDisk: false })
  for (const n of upTo(5)) await step(source, n)
  const backup = join(folder, 'backup')
  await takeBackup(source, backup)
  await source.close()
  const target = { dataDir: join(folder, 'b'), CLICKHOUSE_URL: link.url }
  await expect(restoreBackup(backup, target)).rejects.toThrow()
  const started = await open('new', { ...target, onDisk: false })
  expect((await stepsIn(started)).motionSamples).toBe(250)
  const { records, columns } = started
  await expect(requireFinished(records.db, columns, join(folder, 'new'))).rejects.toThrow(Unfinished)
  await expect(requireFinished(records.db, columns, join(folder, 'new'))).rejects.toThrow('npm run restore')
  await started.close()
  isBroken = false
  await restoreBackup(backup, target)
  const restored = await open('b', target)
  await requireFinished(restored.records.db, restored.columns, target.dataDir)
  expect(await stepsIn(restored)).toEqual({ samples: upTo(5), motionSamples: 250, rows: upTo(5) })
  await restored.close()
  // A complete restore does not start again when its backup is named once more.
  await expect(restoreBackup(backup, { ...target, dataDir: join(folder, 'c') })).rejects.toThrow('not empty')
  await link.close()
  await elsewhere.close()
})

test('accepts a restore that was stopped after its last step', async () => {
  const { records, columns, close } = await open('a', { onDisk: false })
  const dataDir = join(folder, 'a')
  for (const number of ['1', '2']) {
    await markColumns(columns, number)
    await markFolder(dataDir, number)
    await expect(requireFinished(records.db, columns, dataDir)).rejects.toThrow(Unfinished)
    await records.db.transaction((tx) => noteRestored(tx, number))
    await requireFinished(records.db, columns, dataDir)
    expect([await marksOf(columns), isUnfinished(dataDir)]).toEqual([[], false])
  }
  await close()
})

test('restores a backup of the version before into the tables of the next', {
  timeout: 120_000,
}, async () => {
  const source = await open('a', { onDisk: false })
  await newVessel(source)
  await takeBackup(source, join(folder, 'backup'))
  await source.close()
  const command = await nextVersion(join(folder, 'program'))
  const stores = join(command, '../stores')
  const args = [join(folder, 'backup'), '--data', join(folder, 'b')]
  const restored = await runScript('restore', args, {}, join(command, '../commands/restore.ts'))
  expect([restored.code, restored.errors]).toEqual([0, ''])
  const migrationsFolder = join(stores, 'relational/migrations')
  const { db, close } = await openRecords({ dataDir: join(folder, 'b'), migrationsFolder })
  expect(await rowsOf(db, sql`select name, next_note from vessels`)).toEqual([
    { name: 'Ægir "II"', next_note: 'none' },
  ])
  await close()
})

test('reports why a backup or a restore is impossible', async () => {
  const source = await open('a', { onDisk: false })
  const backup = join(folder, 'backup')
  await expect(takeBackup(source, folder)).rejects.toThrow('not empty')
  await expect(restoreBackup(folder, { dataDir: join(folder, 'b') })).rejects.toThrow('no complete backup')
  await takeBackup(source, backup)
  await source.close()
  await expect(restoreBackup(backup, { dataDir: join(folder, 'a') })).rejects.toThrow('not empty')
  await writeManifest(backup, { ...(await readManifest(backup)), records_migrations: 1000 })
  await expect(restoreBackup(backup, { dataDir: join(folder, 'b') })).rejects.toThrow('newer version')
  await writeFile(join(backup, 'manifest.json'), '{"format":1}')
  await expect(restoreBackup(backup, { dataDir: join(folder, 'b') })).rejects.toThrow('does not know')
})

test('serves a backup only to a caller with the token of the data directory', async () => {
  const source = await open('a', { onDisk: false })
  const app = Fastify()
  backupRoutes(app, { ...source, token: 'secret' })
  const ask = (authorization: string, path: string) =>
    app.inject({ method: 'POST', url: '/local/backups', headers: { authorization }, payload: { path } })
  expect((await ask('Bearer guess', join(folder, 'backup'))).json()).toMatchObject({
    code: 'not_authenticated',
  })
  await expect(readManifest(join(folder, 'backup'))).rejects.toThrow()
  expect((await ask('Bearer secret', 'relative')).json()).toMatchObject({ code: 'invalid' })
  const lines = (await ask('Bearer secret', join(folder, 'backup'))).body.trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ done: true })
  expect(await readManifest(join(folder, 'backup'))).toMatchObject({ format: 2 })
  await app.close()
  await source.close()
})
