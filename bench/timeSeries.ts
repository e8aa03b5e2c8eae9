/**
 * Speed of series and downloads: `node bench/timeSeries.ts [--full]`. One series of a vessel at 1 Hz over a year, in
 * the full form over five; ten hours of thirty series; six hours of three motion sensors at 50 Hz.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SERIES } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { sourceOf } from '#contract/wire/source.ts'
import { timeSeries } from '#server/analytics/timeSeries.ts'
import { writeCsv } from '#server/downloads/csv.ts'
import { writeParquet } from '#server/downloads/parquet.ts'
import type { Table } from '#server/downloads/table.ts'
import { rawMotionTable } from '#server/downloads/tables/rawMotionTable.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { motionBlock, nothing, SECOND_SERIES, secondReadings } from './benchFleet.ts'
import { loadPerCore, print, quantile, thousands } from './figures.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const YEARS = values.full ? 5 : 1
const END_YEAR = 2026
const TRIP_US = Date.UTC(END_YEAR, 4, 18) * 1000
const TRIP_S = 10 * 3600
const MOTION_S = 6 * 3600
/** Two receivers on one bus. */
const RECEIVERS = [sourceOf('n2k', 0, 35), sourceOf('n2k', 0, 127)]
const RUNS = 20

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
try {
  const columns = await openColumns({ dataDir })
  const telemetry = openTelemetry(columns)
  await fillYears(columns)
  await fillTrip(telemetry)
  await questions(telemetry)
  await downloads(telemetry)
  await columns.close()
  print('busy with everything, per core', loadPerCore().toFixed(1))
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

async function fillYears(columns: Columns) {
  let rows = 0
  for (let month = 0; month < 12 * YEARS; month++) {
    const fromS = Date.UTC(END_YEAR - YEARS, month) / 1000
    const seconds = Date.UTC(END_YEAR - YEARS, month + 1) / 1000 - fromS
    rows += seconds
    await columns.command(`INSERT INTO telemetry.scalars (vessel, series, instance, time, value)
      SELECT 1, ${SERIES.sog.number}, 0, fromUnixTimestamp64Micro(toInt64(${fromS} + number) * 1000000, 'UTC'),
        toInt32((8000 + 4000 * sin(number / 300) + rand() % 100) * 90) FROM numbers(${seconds})`)
  }
  print('one series at 1 Hz', `${YEARS} years, ${thousands(rows)} samples`)
}

async function fillTrip(telemetry: Telemetry) {
  for (let hour = 0; hour < TRIP_S / 3600; hour++) {
    const readings = secondReadings(2, TRIP_US + hour * 3600 * SECOND_US, 3600)
    await telemetry.append([readings])
    for (const source of RECEIVERS)
      await telemetry.append([
        {
          ...readings,
          vesselNumber: 3,
          scalars: readings.scalars.map((one) => ({ ...one, source })),
          fixes: readings.fixes.map((one) => ({ ...one, source })),
        },
      ])
  }
  for (let minute = 0; minute < MOTION_S / 60; minute++) {
    const startUs = TRIP_US + minute * 60 * SECOND_US
    await telemetry.append([
      { ...nothing(2), motion: [1, 2, 3].map((sensor) => motionBlock(2, sensor, startUs, 3000)) },
    ])
  }
}

async function questions(telemetry: Telemetry) {
  const ask = (vesselNumber: number, fromUs: number, toUs: number, seconds: number, fields: string[]) =>
    timeSeries(
      telemetry,
      { vesselNumber, fromUs, toUs },
      {
        fields: fields.map((field) => {
          const [name = '', aggregation = 'avg'] = field.split(':')
          return { field: name, aggregation: aggregation as 'avg' }
        }),
        resolution: { value: seconds, type: 'seconds' },
        timezone: 'Europe/Rome',
      },
      async () => new Map(),
    )
  const envelope = ['sog:min', 'sog:avg', 'sog:max']
  const track = ['latitude', 'longitude', 'sog:max', 'cog', 'impact:max']
  const all = SECOND_SERIES.map(([key, instance]) => (instance === 0 ? key : `${key}_${instance}`))
  const yearsFromUs = Date.UTC(END_YEAR - YEARS, 0) * 1000
  const yearsToUs = Date.UTC(END_YEAR, 0) * 1000 - 1
  const tripEndUs = TRIP_US + TRIP_S * SECOND_US - 1
  const asked: Record<string, (n: number) => Promise<unknown>> = {
    [`${YEARS} years by local day, min, mean and max`]: () =>
      ask(1, yearsFromUs, yearsToUs, 86_400, envelope),
    'thirty days by the hour, the same': (n) =>
      ask(1, yearsFromUs + n * 3600 * SECOND_US, yearsFromUs + (n + 720) * 3600 * SECOND_US, 3600, envelope),
    'a day by the minute, the same': (n) =>
      ask(1, yearsFromUs + n * 3600 * SECOND_US, yearsFromUs + (n + 24) * 3600 * SECOND_US, 60, envelope),
    'track of 10 h, 400 points': () => ask(2, TRIP_US, tripEndUs, 90, track),
    'the same of two receivers': () => ask(3, TRIP_US, tripEndUs, 90, track),
    'ten hours of thirty series, 300 points': () => ask(2, TRIP_US, tripEndUs, 120, all),
    'the same of two of everything': () => ask(3, TRIP_US, tripEndUs, 120, all),
    'a minute of the track by the second': (n) =>
      ask(2, TRIP_US + n * 60 * SECOND_US, TRIP_US + (n + 1) * 60 * SECOND_US, 1, track),
    'the same minute of two receivers': (n) =>
      ask(3, TRIP_US + n * 60 * SECOND_US, TRIP_US + (n + 1) * 60 * SECOND_US, 1, track),
    'impact of 2.56 s at 20 ms, three axes': (n) =>
      ask(2, TRIP_US + n * 60 * SECOND_US, TRIP_US + n * 60 * SECOND_US + 2_560_000, 0.02, [
        'impact:max',
        'impact_x_1:max',
        'impact_z_2:max',
      ]),
    'five minutes of attitude at 50 ms': (n) =>
      ask(2, TRIP_US + n * 300 * SECOND_US, TRIP_US + (n + 1) * 300 * SECOND_US, 0.05, [
        'euler_x',
        'euler_y',
        'euler_z',
        'impact:max',
      ]),
  }
  for (const [name, question] of Object.entries(asked)) {
    const took: number[] = []
    let cpu = process.cpuUsage()
    for (let n = 0; n <= RUNS; n++) {
      const start = performance.now()
      await question(n)
      took.push(performance.now() - start)
      if (n === 0) cpu = process.cpuUsage()
    }
    const [first = 0, ...again] = took
    const [p50, p95] = [quantile(again, 0.5), quantile(again, 0.95)].map((ms) => ms.toFixed(1))
    print(
      name,
      `first ${first.toFixed(0)} ms, p50 ${p50}, p95 ${p95} ms, ${cpuMs(cpu, RUNS)} ms of processor`,
    )
  }
}

async function downloads(telemetry: Telemetry) {
  const interval = { vesselNumber: 2, fromUs: TRIP_US, toUs: TRIP_US + MOTION_S * SECOND_US - 1 }
  const formats: Record<string, (table: Table) => AsyncIterable<Buffer>> = {
    csv: writeCsv,
    parquet: writeParquet,
  }
  for (const [name, write] of Object.entries(formats)) {
    const beforeBytes = process.memoryUsage().rss
    let [bytes, peakBytes, firstMs] = [0, 0, 0]
    const start = performance.now()
    const cpu = process.cpuUsage()
    for await (const chunk of write(rawMotionTable(telemetry, interval))) {
      // The header alone does not count as an answer.
      if (bytes > 0 && firstMs === 0) firstMs = performance.now() - start
      bytes += chunk.length
      peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
    }
    const seconds = (performance.now() - start) / 1000
    const rows = MOTION_S * 50 * 3
    print(
      `${thousands(rows)} motion samples as ${name}`,
      `${(bytes / 1e6 / seconds).toFixed(0)} MB/s, ${thousands(rows / seconds)} rows/s, ${(bytes / 1e6).toFixed(0)} MB, first rows after ${firstMs.toFixed(0)} ms, memory + ${Math.round((peakBytes - beforeBytes) / 1e6)} MB, ${cpuMs(cpu, 1000)} s of processor`,
    )
  }
}

function cpuMs(before: NodeJS.CpuUsage, runs: number): string {
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1000 / runs).toFixed(1)
}
