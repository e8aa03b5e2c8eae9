import { PrereleaseData } from '../prereleaseData.ts'
import { TooOld } from '../tooOld.ts'
import type { Columns, ColumnsConfig } from './columns.ts'
import { HEAT_NAMES } from './heatColumns.ts'
import { PART_COLUMNS } from './partColumns.ts'
import { BIN_NAMES, QUARTER_HOUR_NAMES } from './quarterHourColumns.ts'
import { clusterOf, onCluster } from './replicated.ts'

/** Numbers 1 to 10 were migrations before the first release. */
const FIRST_NUMBER = 11

/**
 * Tables of the column store. Each list is one migration: a new one is added at the end, and none is
 * rewritten. Every statement may run again, so a start that was killed simply starts over. Numbers are scaled
 * integers; the codec of each column was chosen by measuring (bench/README.md).
 */
const DURABLE =
  'fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1'

// For four small inserts a second. With the default base of 5 each row was merged 25 times in two minutes.
// With 16 it was five times, for half the processor time and about ten more parts to read.
const STORED = `${DURABLE}, merge_selector_base = 16`

/** Statements that create the table of completed migrations. */
export const BOOK = [
  'CREATE DATABASE IF NOT EXISTS telemetry',
  'CREATE TABLE IF NOT EXISTS telemetry.migrations (number UInt32) ENGINE = MergeTree ORDER BY number SETTINGS fsync_after_insert = 1',
]

export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE IF NOT EXISTS telemetry.scalars (
       vessel UInt32 CODEC(ZSTD(1)),
       series UInt16 CODEC(ZSTD(1)),
       instance UInt8 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       value Int32 CODEC(Delta, T64('bit'), ZSTD(1)),
       source UInt32 CODEC(ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) PRIMARY KEY (vessel, series, instance, time)
     ORDER BY (vessel, series, instance, time, source) SETTINGS ${STORED}`,
    `CREATE TABLE IF NOT EXISTS telemetry.fixes (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       latitude Int32 CODEC(Delta, T64('bit'), ZSTD(1)),
       longitude Int32 CODEC(Delta, T64('bit'), ZSTD(1)),
       hdop Int16 CODEC(ZSTD(1)),
       valid UInt8 CODEC(ZSTD(1)),
       source UInt32 CODEC(ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) PRIMARY KEY (vessel, time)
     ORDER BY (vessel, time, source) SETTINGS ${STORED}`,
    // Forty seconds of a sensor in a granule, because queries for motion cover seconds.
    `CREATE TABLE IF NOT EXISTS telemetry.imu (
       vessel UInt32 CODEC(ZSTD(1)),
       sensor UInt8 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       force_x Int16 CODEC(T64('bit'), ZSTD(1)),
       force_y Int16 CODEC(T64('bit'), ZSTD(1)),
       force_z Int16 CODEC(Delta, T64('bit'), ZSTD(1)),
       roll Int16 CODEC(Delta, T64('bit'), ZSTD(1)),
       pitch Int16 CODEC(Delta, T64('bit'), ZSTD(1)),
       yaw Int16 CODEC(Delta, T64('bit'), ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) ORDER BY (vessel, sensor, time)
     SETTINGS index_granularity = 2048, ${STORED}`,
    // Type of ship: the number of ITU-R M.1371, 0 where a report has none. Part: 0 for reports with a
    // position, 1 for static data alone. So two reports of one moment in two batches do not replace each
    // other.
    `CREATE TABLE IF NOT EXISTS telemetry.ais (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
       mmsi UInt32 CODEC(ZSTD(1)),
       name String CODEC(ZSTD(1)),
       latitude Int32 CODEC(ZSTD(1)),
       longitude Int32 CODEC(ZSTD(1)),
       sog Int32 CODEC(ZSTD(1)),
       cog Int32 CODEC(ZSTD(1)),
       ship_type UInt8 CODEC(ZSTD(1)),
       part UInt8 CODEC(ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) PRIMARY KEY (vessel, time, mmsi)
     ORDER BY (vessel, time, mmsi, part) SETTINGS ${STORED}`,
    `CREATE TABLE IF NOT EXISTS telemetry.faults (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
       instance UInt8 CODEC(ZSTD(1)),
       spn UInt32 CODEC(ZSTD(1)),
       fmi UInt8 CODEC(ZSTD(1)),
       occurrences Int16 CODEC(ZSTD(1)),
       lamps Array(Int8) CODEC(ZSTD(1)),
       source UInt32 CODEC(ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) ORDER BY (vessel, time, instance, spn, fmi)
     SETTINGS ${STORED}`,
    // Appended intervals and the times of appending, for processing that was away.
    `CREATE TABLE IF NOT EXISTS telemetry.intervals (
       appended DateTime64(3, 'UTC'),
       vessel UInt32,
       from_us Int64,
       to_us Int64
     ) ENGINE = MergeTree ORDER BY appended TTL toDateTime(appended) + INTERVAL 7 DAY
     SETTINGS ${STORED}`,
    // Samples arrive as packed columns, one row a block, and the engine unpacks them: text for each sample would cost
    // more than storing it.
    `CREATE TABLE IF NOT EXISTS telemetry.imu_blocks (
       vessel UInt32, sensor UInt8, start_us Int64, interval_us Int64,
       force_x String, force_y String, force_z String, roll String, pitch String, yaw String
     ) ENGINE = Null`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_imu TO telemetry.imu AS
       SELECT vessel, sensor, fromUnixTimestamp64Micro(start_us + (i - 1) * interval_us, 'UTC') AS time,
              force_x, force_y, force_z, roll, pitch, yaw
       FROM (SELECT vessel, sensor, start_us, interval_us,
                    ${['force_x', 'force_y', 'force_z', 'roll', 'pitch', 'yaw'].map((name) => unpacked(name, 'Int16')).join(', ')},
                    arrayEnumerate(all_force_x) AS all_i
             FROM telemetry.imu_blocks)
       ARRAY JOIN all_force_x AS force_x, all_force_y AS force_y, all_force_z AS force_z,
                  all_roll AS roll, all_pitch AS pitch, all_yaw AS yaw, all_i AS i`,
    // All scalars of a batch are one row. A batch has one sample a series from each of a thousand boats, and
    // a row for each cost more than its data.
    `CREATE TABLE IF NOT EXISTS telemetry.scalar_columns (
       vessel String, series String, instance String, source String, time String, value String
     ) ENGINE = Null`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_scalars TO telemetry.scalars AS
       SELECT one_vessel AS vessel, one_series AS series, one_instance AS instance, one_source AS source,
              fromUnixTimestamp64Micro(time_us, 'UTC') AS time, one_value AS value
       FROM (SELECT ${unpacked('vessel', 'UInt32')}, ${unpacked('series', 'UInt16')}, ${unpacked('instance', 'UInt8')},
                    ${unpacked('source', 'UInt32')}, ${unpacked('time', 'Int64')}, ${unpacked('value', 'Int32')}
             FROM telemetry.scalar_columns)
       ARRAY JOIN all_vessel AS one_vessel, all_series AS one_series, all_instance AS one_instance,
                  all_source AS one_source, all_time AS time_us, all_value AS one_value`,
    `CREATE TABLE IF NOT EXISTS telemetry.fix_blocks (
       vessel UInt32, time String, latitude String, longitude String, hdop String, valid String, source UInt32
     ) ENGINE = Null`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_fixes TO telemetry.fixes AS
       SELECT vessel, source, fromUnixTimestamp64Micro(time_us, 'UTC') AS time, latitude, longitude, hdop, valid
       FROM (SELECT vessel, source, ${unpacked('time', 'Int64')}, ${unpacked('latitude', 'Int32')}, ${unpacked('longitude', 'Int32')},
                    ${unpacked('hdop', 'Int16')}, ${unpacked('valid', 'UInt8')}
             FROM telemetry.fix_blocks)
       ARRAY JOIN all_time AS time_us, all_latitude AS latitude, all_longitude AS longitude,
                  all_hdop AS hdop, all_valid AS valid`,
    // Impacts computed from motion, ten seconds of a vessel a row, so that computing them again replaces whole rows. The
    // arrays of sensors and of peaks are as long as there are sensors and peaks.
    `CREATE TABLE IF NOT EXISTS telemetry.impacts (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       sensor Array(UInt8) CODEC(ZSTD(1)),
       first_us Array(Int32) CODEC(ZSTD(1)),
       last_us Array(Int32) CODEC(ZSTD(1)),
       samples Array(UInt32) CODEC(ZSTD(1)),
       covered_s Array(UInt8) CODEC(ZSTD(1)),
       rate_hz Array(Float32) CODEC(ZSTD(1)),
       peak_sensor Array(UInt8) CODEC(ZSTD(1)),
       peak_us Array(Int32) CODEC(ZSTD(1)),
       peak Array(Float32) CODEC(ZSTD(1)),
       jerk Array(Float32) CODEC(ZSTD(1)),
       duration Array(Float32) CODEC(ZSTD(1)),
       rise Array(Float32) CODEC(ZSTD(1)),
       free_fall Array(Float32) CODEC(ZSTD(1)),
       peak_x Array(Float32) CODEC(ZSTD(1)),
       peak_y Array(Float32) CODEC(ZSTD(1)),
       peak_z Array(Float32) CODEC(ZSTD(1)),
       flags Array(UInt8) CODEC(ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) ORDER BY (vessel, time)
     SETTINGS ${STORED}`,
    // Quarter-hours of trips, summed by every report. Storing one again replaces it; one outside its trip is
    // written as zeros.
    `CREATE TABLE IF NOT EXISTS telemetry.trip_quarter_hours (
       vessel UInt32 CODEC(ZSTD(1)),
       quarter_hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
       trip UInt32 CODEC(ZSTD(1)),
       captain UInt32 CODEC(ZSTD(1)),
       ${QUARTER_HOUR_NAMES.map((name) => `${name} Int32 CODEC(T64, ZSTD(1))`).join(',\n       ')},
       knots Array(UInt8) CODEC(ZSTD(1)),
       ${BIN_NAMES.map((name) => `${name} Array(Int32) CODEC(ZSTD(1))`).join(',\n       ')}
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(quarter_hour) ORDER BY (vessel, quarter_hour, trip)
     SETTINGS ${STORED}`,
    // Squares of the map that a quarter-hour of a trip went through, at three sizes, for heat over days, months and years.
    `CREATE TABLE IF NOT EXISTS telemetry.heat_cells (
       zoom UInt8 CODEC(ZSTD(1)),
       vessel UInt32 CODEC(ZSTD(1)),
       quarter_hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
       trip UInt32 CODEC(ZSTD(1)),
       cell Array(UInt64) CODEC(ZSTD(1)),
       ${HEAT_NAMES.map((name) => `${name} Array(Float32) CODEC(ZSTD(1))`).join(',\n       ')}
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(quarter_hour) ORDER BY (zoom, vessel, quarter_hour, trip)
     SETTINGS ${STORED}`,
    // Quarter-hours of series, so that years are not read sample by sample. Months are cached at their first
    // request; `state` names the parts of telemetry.scalars they were computed from.
    `CREATE TABLE IF NOT EXISTS telemetry.scalar_quarter_hours (
       vessel UInt32 CODEC(ZSTD(1)),
       series UInt16 CODEC(ZSTD(1)),
       instance UInt8 CODEC(ZSTD(1)),
       ${Object.entries(PART_COLUMNS)
         .map(([name, type]) => `${name} ${type}`)
         .join(',\n       ')}
     ) ENGINE = ReplacingMergeTree PARTITION BY toYear(fromUnixTimestamp64Micro(bucket, 'UTC'))
     ORDER BY (vessel, series, instance, bucket) SETTINGS ${STORED}`,
    `CREATE TABLE IF NOT EXISTS telemetry.scalar_months (
       vessel UInt32, series UInt16, instance UInt8, month UInt32, state UInt64
     ) ENGINE = ReplacingMergeTree ORDER BY (vessel, series, instance, month) SETTINGS ${STORED}`,
    // First and last day since 1970 of each source; series 0 is the position.
    `CREATE TABLE IF NOT EXISTS telemetry.sources (
       vessel UInt32, series UInt16, instance UInt8, source UInt32,
       from_day SimpleAggregateFunction(min, Int32), to_day SimpleAggregateFunction(max, Int32)
     ) ENGINE = AggregatingMergeTree ORDER BY (vessel, series, instance, source) SETTINGS ${STORED}`,
    `CREATE TABLE IF NOT EXISTS telemetry.source_choices (
       vessel UInt32, series UInt16, instance UInt8, source UInt32
     ) ENGINE = ReplacingMergeTree ORDER BY (vessel, series, instance) SETTINGS ${STORED}`,
    // Descriptions that devices on a bus send of themselves, by day.
    `CREATE TABLE IF NOT EXISTS telemetry.senders (
       vessel UInt32, day Int32, address UInt8, what String, value String
     ) ENGINE = ReplacingMergeTree ORDER BY (vessel, address, what, day, value) SETTINGS ${STORED}`,
  ],
  // The store stamps appended intervals itself, because the clock of a gateway may be wrong.
  ["ALTER TABLE telemetry.intervals MODIFY COLUMN appended DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC')"],
]

function unpacked(name: string, type: string) {
  return `reinterpret(base64Decode(${name}), 'Array(${type})') AS all_${name}`
}

/** Applies the migrations that this installation does not have yet. Throws TooOld and PrereleaseData. */
export async function migrateColumns(columns: Columns, config: ColumnsConfig): Promise<void> {
  const cluster = clusterOf(config)
  const [book] = await columns.rows<{ n: number }>(
    "SELECT toUInt32(count()) AS n FROM system.tables WHERE database = 'telemetry' AND name = 'migrations'",
  )
  if (!book?.n) for (const statement of BOOK) await columns.command(onCluster(statement, cluster))
  const [row] = await columns.rows<{ done: number }>(
    'SELECT toUInt32(max(number)) AS done FROM telemetry.migrations',
  )
  const done = row?.done ?? 0
  if (done > 0 && done < FIRST_NUMBER)
    throw new PrereleaseData(config, { value: config.CLICKHOUSE_URL, setting: 'CLICKHOUSE_URL' })
  if (done >= FIRST_NUMBER + MIGRATIONS.length) throw new TooOld('telemetry')
  for (const [index, statements] of MIGRATIONS.entries()) {
    const number = FIRST_NUMBER + index
    if (number <= done) continue
    for (const statement of statements) await columns.command(onCluster(statement, cluster))
    await columns.insert('telemetry.migrations', ['number'], `${number}\n`)
  }
}
