/**
 * Speed of writing, storing and reading in the column store: `node bench/telemetry.ts [--full]`. The gate form
 * restarts with 5 M rows, the full form with 100 M.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SECOND_US } from '#contract/domain/time.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import type { Field } from '#server/telemetry/field.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselReadings } from '#server/telemetry/vesselReadings.ts'
import { motionBlock, nothing, secondReadings } from './benchFleet.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const START_US = Date.UTC(2026, 4, 18) * 1000
const VESSELS = 20
const TRIP_S = 10 * 3600
const RESTART_ROWS = values.full ? 100_000_000 : 5_000_000

const TRACK: Field[] = [
  { key: 'latitude', instance: 0, aggregation: 'avg' },
  { key: 'longitude', instance: 0, aggregation: 'avg' },
  { key: 'sog', instance: 0, aggregation: 'max' },
  { key: 'cog', instance: 0, aggregation: 'last' },
  { key: 'impact', instance: 0, aggregation: 'max' },
]

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
try {
  const columns = await openColumns({ dataDir })
  const telemetry = openTelemetry(columns)
  await fillHistory(telemetry)
  await liveLoad(telemetry)
  const flatOutPerS = await imuFlatOut(telemetry)
  await sizes(columns)
  await questions(telemetry, 'idle')
  await underIngest(telemetry, flatOutPerS / 2)
  await padTo(columns, RESTART_ROWS)
  await columns.close()
  restart(dataDir)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

/** Ten hours of thirty series at 1 Hz, an hour a batch, like an upload after a day offline. */
async function fillHistory(telemetry: Telemetry) {
  let scalars = 0
  let appendMs = 0
  for (let hour = 0; hour < TRIP_S / 3600; hour++) {
    for (let vessel = 1; vessel <= VESSELS; vessel++) {
      const readings = secondReadings(vessel, START_US + hour * 3600 * SECOND_US, 3600)
      scalars += readings.scalars.length
      const start = performance.now()
      await telemetry.append([readings])
      appendMs += performance.now() - start
    }
  }
  print('scalars, 108,000 a batch', `${thousands(scalars / (appendMs / 1000))} samples/s`)
}

/** 100 boats, 3 sensors at 50 Hz, 30 series at 1 Hz, four appends a second: the cost of one second. */
async function liveLoad(telemetry: Telemetry) {
  const QUARTER_HOURS = 80
  const batches = Array.from({ length: QUARTER_HOURS }, (_, quarterHour) => {
    const startUs = START_US + (TRIP_S * 4 + quarterHour) * (SECOND_US / 4)
    return Array.from({ length: 100 }, (_, i): VesselReadings => {
      const vessel = 1000 + i
      // Boats report in different quarters of the second.
      const seconds = vessel % 4 === quarterHour % 4 ? secondReadings(vessel, startUs, 1) : nothing(vessel)
      const motion = [1, 2, 3].map((sensor) => motionBlock(vessel, sensor, startUs, 12 + (quarterHour % 2)))
      return { ...seconds, motion }
    })
  })
  const took: number[] = []
  const cpu = process.cpuUsage()
  for (const batch of batches) {
    const start = performance.now()
    await telemetry.append(batch)
    took.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(cpu)
  const coreShare = (user + system) / 1e6 / (QUARTER_HOURS / 4)
  print('live load of 100 boats', `${(100 * coreShare).toFixed(0)} % of a core, append ${spread(took)}`)
}

async function imuFlatOut(telemetry: Telemetry): Promise<number> {
  const SAMPLES = 500
  const batches = Array.from({ length: values.full ? 60 : 30 }, (_, n) =>
    Array.from(
      { length: 100 },
      (_, i): VesselReadings => ({
        ...nothing(2000 + i),
        motion: [1, 2, 3].map((sensor) =>
          motionBlock(2000 + i, sensor, START_US + n * SAMPLES * 20_000, SAMPLES),
        ),
      }),
    ),
  )
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (const batch of batches) await telemetry.append(batch)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const samples = batches.length * 100 * 3 * SAMPLES
  print(
    'IMU flat out, 150,000 a batch',
    `${thousands(samples / seconds)} samples/s, ${((user + system) / samples).toFixed(2)} CPU-µs a sample`,
  )
  return samples / seconds
}

async function sizes(columns: Columns) {
  for (const table of ['imu', 'scalars', 'fixes']) {
    await columns.command(`OPTIMIZE TABLE telemetry.${table} FINAL`)
    const rows = await columns.rows<{ name: string; bytes: number }>(
      `SELECT name, data_compressed_bytes / (SELECT count() FROM telemetry.${table}) AS bytes
       FROM system.columns WHERE database = 'telemetry' AND table = '${table}'`,
    )
    const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
    const parts = rows.map(({ name, bytes }) => `${name} ${bytes.toFixed(2)}`).join(', ')
    print(`bytes a row of ${table} after merge`, `${total.toFixed(2)} (${parts})`)
  }
}

async function questions(telemetry: Telemetry, when: string) {
  const trip = (vesselNumber: number, fromS = 0, toS = TRIP_S - 1) => ({
    vesselNumber,
    fromUs: START_US + fromS * SECOND_US,
    toUs: START_US + toS * SECOND_US,
  })
  const asked: Record<string, (n: number) => Promise<unknown>> = {
    'track of 10 h, 2000 points': (n) =>
      telemetry.series.buckets(trip(1 + (n % VESSELS)), TRACK, 18 * SECOND_US),
    'one minute at 1 s': (n) =>
      telemetry.series.buckets(trip(1 + (n % VESSELS), n * 60, n * 60 + 60), TRACK, SECOND_US),
    'one minute of attitude at 50 ms': (n) =>
      telemetry.series.buckets(
        trip(2000 + n, 0, 60),
        (['euler_x', 'euler_y'] as const).map((key) => ({ key, instance: 1, aggregation: 'avg' })),
        50_000,
      ),
    'one minute of motion': (n) => telemetry.motion.bySensor([trip(2000 + n, 0, 60)]),
    'movement of 10 h': (n) => telemetry.positions.movement([trip(1 + (n % VESSELS))]),
    'movement of 20 vessels, 5 min': (n) =>
      telemetry.positions.movement(
        Array.from({ length: VESSELS }, (_, i) => trip(i + 1, n * 300, n * 300 + 300)),
      ),
  }
  for (const [name, ask] of Object.entries(asked)) {
    const took: number[] = []
    for (let n = 0; n < 40; n++) {
      const start = performance.now()
      await ask(n)
      took.push(performance.now() - start)
    }
    print(`${name}, ${when}`, spread(took))
  }
}

/** The same queries while IMU samples keep arriving at `samplesPerS`, in four appends a second. */
async function underIngest(telemetry: Telemetry, samplesPerS: number) {
  const samples = Math.round(samplesPerS / 4 / 300)
  const batch = (n: number) =>
    Array.from(
      { length: 100 },
      (_, i): VesselReadings => ({ ...nothing(3000 + i), motion: waves(n, 3000 + i) }),
    )
  // Waves are made once and shifted in time, so that making them adds nothing to the measurement.
  const made = new Map<string, ReturnType<typeof motionBlock>>()
  const waves = (n: number, vessel: number) =>
    [1, 2, 3].map((sensor) => {
      const known = made.get(`${vessel}/${sensor}`) ?? motionBlock(vessel, sensor, START_US, samples)
      made.set(`${vessel}/${sensor}`, known)
      return { ...known, startUs: START_US + n * samples * 20_000 }
    })
  batch(0)
  let going = true
  let appended = 0
  const began = performance.now()
  const ingest = (async () => {
    for (let n = 0; going; n++) {
      const due = began + n * 250
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      await telemetry.append(batch(n))
      appended += samples * 300
    }
  })()
  await questions(telemetry, 'while half of the maximum comes in')
  going = false
  await ingest
  print(
    'ingest meanwhile',
    `${thousands(appended / ((performance.now() - began) / 1000))} samples/s of ${thousands(samplesPerS)} wanted`,
  )
}

/** Inserts rows that the engine makes itself, until the tables have `rows` together. */
async function padTo(columns: Columns, rows: number) {
  const [row] = await columns.rows<{ n: number }>(
    "SELECT toUInt64(sum(total_rows)) AS n FROM system.tables WHERE database = 'telemetry'",
  )
  const PER_SENSOR = 180_000
  const missing = Math.max(0, rows - (row?.n ?? 0))
  for (let done = 0; done < missing; done += 40 * PER_SENSOR) {
    await columns.command(`INSERT INTO telemetry.imu
      SELECT 10000 + intDiv(number + ${done}, ${PER_SENSOR}), 1,
        fromUnixTimestamp64Micro(toInt64(${START_US} + (number % ${PER_SENSOR}) * 20000), 'UTC'),
        rand(1) % 64, rand(2) % 64, 1000 + rand(3) % 128, rand(4) % 16, rand(5) % 16, rand(6) % 16
      FROM numbers(${Math.min(40 * PER_SENSOR, missing - done)})`)
  }
}

/** A new process on the same data: from its first instruction to the answer of a first query. */
function restart(dataDir: string) {
  const worker = fileURLToPath(new URL('./restartWorker.ts', import.meta.url))
  for (const run of ['cold', 'again']) {
    const output = execFileSync(process.execPath, [worker, dataDir, String(START_US)], { encoding: 'utf8' })
    print(`restart with ${thousands(RESTART_ROWS)} rows or more, ${run}`, output.trim())
  }
}

function spread(took: readonly number[]): string {
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}

function thousands(value: number) {
  return Math.round(value).toLocaleString('en')
}

function print(what: string, figure: string) {
  console.log(`${what.padEnd(62)} ${figure}`)
}
