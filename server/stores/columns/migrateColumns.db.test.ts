import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Columns } from './columns.ts'
import { BOOK, migrateColumns } from './migrateColumns.ts'
import { openColumns } from './openColumns.ts'

let columns: Columns
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'taffrail-migrate-'))
  columns = await openColumns({ dataDir })
})
afterAll(async () => {
  await columns.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})
beforeEach(async () => {
  await columns.command('DROP DATABASE telemetry SYNC')
  for (const statement of BOOK) await columns.command(statement)
})

const tables = () => columns.rows("SELECT name FROM system.tables WHERE database = 'telemetry'")
const done = () => columns.rows('SELECT toUInt32(max(number)) AS n FROM telemetry.migrations')

test('refuses tables of a newer version with a sentence, and leaves them unchanged', async () => {
  await columns.insert('telemetry.migrations', ['number'], '1000\n')
  await expect(migrateColumns(columns, { dataDir })).rejects.toThrow(
    /telemetry were brought up to date by a newer version/,
  )
  expect([await tables(), await done()]).toEqual([[{ name: 'migrations' }], [{ n: 1000 }]])
})

test('refuses tables from before the first release with a sentence, and leaves them unchanged', async () => {
  await columns.insert('telemetry.migrations', ['number'], '1\n10\n')
  await expect(migrateColumns(columns, { dataDir })).rejects.toThrow(
    `The data directory ${dataDir} contains data of a version before the first release, which this version cannot read and has left unchanged: name another directory with --data, or delete this one.`,
  )
  const elsewhere = { dataDir, CLICKHOUSE_URL: 'http://taffrail:secret@columns.example:8123' }
  await expect(migrateColumns(columns, elsewhere)).rejects.toThrow(
    /^The database at columns\.example:8123 contains .*: name another database in CLICKHOUSE_URL, or empty this one\.$/,
  )
  expect([await tables(), await done()]).toEqual([[{ name: 'migrations' }], [{ n: 10 }]])
})

test('continues with the empty database of a start that was stopped', async () => {
  await migrateColumns(columns, { dataDir })
  expect(await columns.rows('SELECT * FROM telemetry.scalars')).toEqual([])
})
