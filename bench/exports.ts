/**
 * Export of a year of one boat: seconds at 1 Hz of twelve series, and motion of one sensor at 50 Hz. Run it with the
 * flags of the server, because the memory kept by Node and the C library is part of the result: `MALLOC_ARENA_MAX=1
 * MALLOC_TRIM_THRESHOLD_=262144
 * JE_MALLOC_CONF=percpu_arena:disabled,narenas:1,dirty_decay_ms:20,background_thread:true node --expose-gc
 * --max-semi-space-size=8 --heap-growing-percent=25 bench/exports.ts [DAYS [seconds|motion [csv|parquet]]]`. The
 * engine itself makes the samples, because another bench measures sending.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERIES } from '#contract/domain/series.ts'
import { writeExport } from '#server/downloads/exports/writeExport.ts'
import type { ExportRow } from '#server/records/fleetExports.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { insertVessel } from '#server/records/vessels.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import { testRecords } from '#server/testing/testStores.ts'

const DAYS = Number(process.argv[2] ?? 365)
/** Exports one kind alone, over more days than both kinds could take. */
const KIND = process.argv[3]
const FORMAT = process.argv[4]
const FROM_S = Date.UTC(2025, 0, 1) / 1000
const SERIES_MADE = [
  ...(['sog', 'cog', 'heading', 'impact', 'depth_below_transducer', 'wind_speed'] as const).map(
    (key) => [key, 0] as const,
  ),
  ...([1, 2] as const).flatMap((n) =>
    (['engine_speed', 'fuel_rate', 'coolant_temperature'] as const).map((key) => [key, n] as const),
  ),
]

const folder = await mkdtemp(join(tmpdir(), 'taffrail-bench-exports-'))
const records = await testRecords()
const columns = await openColumns({ dataDir: folder })
const vessel = await records.db.transaction(async (tx) => {
  const of = await insertOrganization(tx, { name: 'Bench' })
  return { ...of, id: await insertVessel(tx, { ...of, name: 'Saga' }) }
})
const [{ number } = { number: 0 }] = await records.db.query.vessels.findMany()
await makeSamples()
const telemetry = openTelemetry(columns)
const row = {
  ...{ id: vessel.id, organizationId: vessel.organizationId, departmentIds: null, vesselId: vessel.id },
  ...{
    userId: null,
    apiKeyId: null,
    apiKeyName: null,
    departmentId: null,
    language: 'en',
    fileName: 'saga.zip',
    createdAt: new Date(),
  },
  ...{
    fromUs: 0,
    toUs: (FROM_S + DAYS * 86_400) * 1e6,
    state: 'running',
    claim: 1,
    claimedUntil: null,
    unanswered: 0,
    progress: 0,
    rows: 0,
  },
  ...{ bytes: null, error: null, mailWhenReady: false, paidByKey: false, endedAt: null, expiresAt: null },
} as const satisfies Partial<ExportRow>

console.log(`${DAYS} days`)
for (const [kind, format] of [
  ['seconds', 'csv'],
  ['seconds', 'parquet'],
  ['motion', 'csv'],
  ['motion', 'parquet'],
] as const)
  if ((KIND ?? kind) === kind && (FORMAT ?? format) === format) await measure({ ...row, kind, format })
await columns.close()
await records.close()
await rm(folder, { recursive: true, force: true })

async function makeSamples() {
  const everyDay = async (insert: (fromS: number) => string) => {
    for (let day = 0; day < DAYS; day++) await columns.command(insert(FROM_S + day * 86_400))
  }
  const timeOf = (fromS: number, stepUs: number) =>
    `fromUnixTimestamp64Micro(toInt64(${fromS * 1e6} + number * ${stepUs}), 'UTC')`
  if (KIND !== 'motion') {
    await everyDay(
      (fromS) => `INSERT INTO telemetry.scalars (vessel, series, instance, source, time, value)
        SELECT ${number}, s.1, s.2, 1, ${timeOf(fromS, 1_000_000)}, toInt32(1000 + (number * 7 + s.1) % 500)
        FROM numbers(86400) ARRAY JOIN [${SERIES_MADE.map(([key, n]) => `(${SERIES[key].number}, ${n})`).join(', ')}] AS s`,
    )
    await everyDay(
      (fromS) => `INSERT INTO telemetry.fixes (vessel, source, time, latitude, longitude, hdop, valid)
        SELECT ${number}, 1, ${timeOf(fromS, 1_000_000)}, toInt32(640000000 + number), toInt32(-220000000 - number), 100, 1
        FROM numbers(86400)`,
    )
  }
  if (KIND !== 'seconds')
    await everyDay(
      (
        fromS,
      ) => `INSERT INTO telemetry.imu (vessel, sensor, time, force_x, force_y, force_z, roll, pitch, yaw)
        SELECT ${number}, 1, ${timeOf(fromS, 20_000)}, rand(1) % 300 - 150, rand(2) % 300 - 150, 900 + rand(3) % 200,
          intDiv(number, 7) % 2000 - 1000, intDiv(number, 5) % 800 - 400, intDiv(number, 50) % 31000
        FROM numbers(${50 * 86_400})`,
    )
  const days = [Math.floor(FROM_S / 86_400), Math.floor(FROM_S / 86_400) + DAYS]
  const received = [...SERIES_MADE.map(([key, n]) => [SERIES[key].number, n]), [0, 0]]
  await columns.insert(
    'telemetry.sources',
    ['vessel', 'series', 'instance', 'source', 'from_day', 'to_day'],
    received.map((one) => `${[number, ...one, 1, ...days].join('\t')}\n`).join(''),
  )
}

async function measure(asked: ExportRow) {
  const path = join(folder, 'export.zip')
  // Waits until the memory for making the samples is free and the engine has merged them in its own time.
  const merging = `SELECT count() AS count FROM system.merges`
  do await new Promise((resolve) => setTimeout(resolve, 5000))
  while ((await columns.rows<{ count: number }>(merging))[0]?.count)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const started = { ms: performance.now(), cpu: process.cpuUsage() }
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const { rows } = await writeExport({ db: records.db, telemetry }, asked, path, async () => {})
  clearInterval(watch)
  const seconds = (performance.now() - started.ms) / 1000
  const { user, system } = process.cpuUsage(started.cpu)
  const { size } = await stat(path)
  const figures = [
    `${(rows / 1e6).toFixed(1)} M rows`,
    `${(size / 1e6).toFixed(0)} MB`,
    `${seconds.toFixed(0)} s (${((user + system) / 1e6).toFixed(0)} s of processors)`,
    `${(rows / seconds / 1000).toFixed(0)},000 rows/s`,
    `memory + ${((peak - before) / 1e6).toFixed(0)} MB`,
  ]
  console.log(`${asked.kind} as ${asked.format}: ${figures.join(', ')}`)
}
