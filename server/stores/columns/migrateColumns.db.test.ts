import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromSteps, seriesByNumber, toWire } from '#contract/series.ts'
import type { Columns } from './columns.ts'
import { migrateColumns } from './migrateColumns.ts'
import { openColumns } from './openColumns.ts'
import { QUARTER_HOUR_COLUMNS } from './quarterHourColumns.ts'

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

/** Begins again with the tables as they were after this migration. */
async function openAt(number: number) {
  await columns.command('DROP DATABASE telemetry SYNC')
  await migrateColumns(columns, { newest: number })
}

test('brings speeds and fuel rates to steps that hold what was meant, however often it is interrupted', async () => {
  await openAt(4)
  const NULL_VALUE = -2147483648
  // 24 kn, 5.4 kn, 2.57 m/s as NMEA 2000 sends it, 1.234 m/s, not available; 0.1, 40 and 0.05 L/hr.
  const rows = [
    ...[12_347, 2778, 2570, 1234, NULL_VALUE].map((value, i) => [1, 1, 0, 1_780_000_000 + i, value]),
    ...[278, 111_111, 139].map((value, i) => [1, 110, 2, 1_780_000_000 + i, value]),
    [1, 80, 1, 1_780_000_000, 4800],
  ]
  const lines = rows.map((row) => `${row.join('\t')}\n`).join('')
  await columns.insert('telemetry.scalars', ['vessel', 'series', 'instance', 'time', 'value'], lines)
  await columns.command(
    'ALTER TABLE telemetry.trip_quarter_hours RENAME COLUMN highest_sog_mps TO max_sog_mps',
  )
  await columns.insert(
    'telemetry.trip_quarter_hours',
    ['vessel', 'quarter_hour', 'trip', 'max_sog_mps'],
    '1\t1780000200\t7\t12347\n1\t1780001100\t7\t-1000\n',
  )
  await migrateColumns(columns)
  await columns.command('TRUNCATE TABLE telemetry.migrations')
  await migrateColumns(columns)
  const kept = await columns.rows<{ series: number; value: number }>(
    'SELECT series, value FROM telemetry.scalars FINAL ORDER BY series, time',
  )
  const wire = kept.map(({ series, value }) => {
    const key = seriesByNumber(series)?.key ?? 'sog'
    return [key, value === NULL_VALUE ? null : toWire(key, fromSteps(key, value))]
  })
  expect(wire).toEqual([
    ['sog', 24],
    ['sog', 5.4],
    ['sog', toWire('sog', 2.57)],
    ['sog', toWire('sog', 1.234)],
    ['sog', null],
    ['engine_speed', 600],
    ['fuel_rate', 0.1],
    ['fuel_rate', 40],
    ['fuel_rate', 0.05],
  ])
  const highest = await columns.rows<{ mps: number }>(
    `SELECT highest_sog_mps * ${QUARTER_HOUR_COLUMNS.highest_sog_mps.step} AS mps
     FROM telemetry.trip_quarter_hours FINAL ORDER BY quarter_hour`,
  )
  expect(highest).toEqual([{ mps: expect.closeTo(12.347, 9) }, { mps: -1 }])
})

test('refuses tables of a newer version with a sentence, and leaves them as they are', async () => {
  await openAt(4)
  await columns.insert('telemetry.migrations', ['number'], '1000\n')
  await expect(migrateColumns(columns)).rejects.toThrow(
    /telemetry were brought up to date by a newer version/,
  )
  expect(await columns.rows('SELECT toUInt32(max(number)) AS n FROM telemetry.migrations')).toEqual([
    { n: 1000 },
  ])
})
