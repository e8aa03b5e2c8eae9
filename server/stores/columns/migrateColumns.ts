import { TooOld } from '../tooOld.ts'
import type { Columns } from './columns.ts'
import { HEAT_NAMES } from './heatColumns.ts'
import { PART_COLUMNS } from './partColumns.ts'
import { BIN_NAMES, QUARTER_HOUR_NAMES } from './quarterHourColumns.ts'
import { onCluster } from './replicated.ts'

/**
 * Tables of the column store. Every statement may run again, so a start that was killed half-way simply starts
 * over. Numbers are scaled integers; the codec of each column was chosen by measuring (bench/README.md).
 */
const DURABLE =
  'fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1'

// Four small inserts a second: with the default of 5 each row was merged 25 times in two minutes, with 16 five times,
// for half of the processor time and some ten parts more to read.
const STORED = `${DURABLE}, merge_selector_base = 16`

/** Where it is written how far the tables are. */
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
       value Int32 CODEC(Delta, T64('bit'), ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) ORDER BY (vessel, series, instance, time)
     SETTINGS ${STORED}`,
    `CREATE TABLE IF NOT EXISTS telemetry.fixes (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       latitude Int32 CODEC(Delta, T64('bit'), ZSTD(1)),
       longitude Int32 CODEC(Delta, T64('bit'), ZSTD(1)),
       hdop Int16 CODEC(ZSTD(1)),
       valid UInt8 CODEC(ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) ORDER BY (vessel, time)
     SETTINGS ${STORED}`,
    // Forty seconds of a sensor a granule: what is asked of motion is seconds long.
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
    `CREATE TABLE IF NOT EXISTS telemetry.ais (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
       mmsi UInt32 CODEC(ZSTD(1)),
       name String CODEC(ZSTD(1)),
       latitude Int32 CODEC(ZSTD(1)),
       longitude Int32 CODEC(ZSTD(1)),
       sog Int32 CODEC(ZSTD(1)),
       cog Int32 CODEC(ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) ORDER BY (vessel, time, mmsi)
     SETTINGS ${STORED}`,
    `CREATE TABLE IF NOT EXISTS telemetry.faults (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
       instance UInt8 CODEC(ZSTD(1)),
       spn UInt32 CODEC(ZSTD(1)),
       fmi UInt8 CODEC(ZSTD(1)),
       occurrences Int16 CODEC(ZSTD(1)),
       lamps Array(Int8) CODEC(ZSTD(1))
     ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(time) ORDER BY (vessel, time, instance, spn, fmi)
     SETTINGS ${STORED}`,
    // What was appended when, for processing that was away.
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
    `CREATE TABLE IF NOT EXISTS telemetry.scalar_blocks (
       vessel UInt32, series UInt16, instance UInt8, time String, value String
     ) ENGINE = Null`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_scalars TO telemetry.scalars AS
       SELECT vessel, series, instance, fromUnixTimestamp64Micro(time_us, 'UTC') AS time, value
       FROM (SELECT vessel, series, instance, ${unpacked('time', 'Int64')}, ${unpacked('value', 'Int32')}
             FROM telemetry.scalar_blocks)
       ARRAY JOIN all_time AS time_us, all_value AS value`,
    `CREATE TABLE IF NOT EXISTS telemetry.fix_blocks (
       vessel UInt32, time String, latitude String, longitude String, hdop String, valid String
     ) ENGINE = Null`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_fixes TO telemetry.fixes AS
       SELECT vessel, fromUnixTimestamp64Micro(time_us, 'UTC') AS time, latitude, longitude, hdop, valid
       FROM (SELECT vessel, ${unpacked('time', 'Int64')}, ${unpacked('latitude', 'Int32')}, ${unpacked('longitude', 'Int32')},
                    ${unpacked('hdop', 'Int16')}, ${unpacked('valid', 'UInt8')}
             FROM telemetry.fix_blocks)
       ARRAY JOIN all_time AS time_us, all_latitude AS latitude, all_longitude AS longitude,
                  all_hdop AS hdop, all_valid AS valid`,
  ],
  // Impacts as they were computed from motion, ten seconds of a vessel a row, so that computing them again replaces them
  // whole; the columns of sensors and those of peaks are as long as there are sensors and peaks.
  [
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
  ],
  // What every report is summed from: the quarter-hours of trips. Writing one again replaces it; one that no trip holds
  // any more is written as nothing.
  [
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
  ],
  // Quarter-hours of series, so that years are not read sample by sample. Months are kept from when they are first asked
  // for; `state` says which parts of telemetry.scalars they were made of.
  [
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
  ],
  // Speeds came in steps of 0.001 m/s and fuel rates of 1e-10 m³/s, which hold no whole knot and no tenth of a litre an
  // hour. In finer steps they are series of new numbers, so that doing it twice changes nothing; a value that was a tenth
  // of a knot or 0.05 L/hr before it was rounded is that again, unless it is a whole 0.01 m/s as NMEA 2000 sends them.
  [
    ...[
      [1, 10],
      [2, 11],
      [3, 12],
      [8, 13],
    ].map(([from, to]) =>
      renumbered(
        from,
        to,
        'if(value % 10 != 0 AND round(tenths * 463 / 9) = value, tenths * 4630, value * 90)',
      ),
    ),
    ...[
      [110, 123],
      [118, 124],
      [119, 125],
      [120, 126],
    ].map(([from, to]) =>
      renumbered(from, to, 'if(round(bits * 1250 / 9) = value, bits * 50, round(value * 0.36))'),
    ),
    ...['scalars', 'scalar_quarter_hours', 'scalar_months'].map(
      (table) => `ALTER TABLE telemetry.${table} DELETE WHERE series IN (1, 2, 3, 8, 110, 118, 119, 120)`,
    ),
    `ALTER TABLE telemetry.trip_quarter_hours
       ADD COLUMN IF NOT EXISTS highest_sog_mps Int32 DEFAULT max_sog_mps * 90 CODEC(T64, ZSTD(1))`,
  ],
  // Who said each sample. What was stored before is of an unknown source, 0.
  [
    `ALTER TABLE telemetry.scalars ADD COLUMN IF NOT EXISTS source UInt32 CODEC(ZSTD(1)),
       MODIFY ORDER BY (vessel, series, instance, time, source)`,
    `ALTER TABLE telemetry.fixes ADD COLUMN IF NOT EXISTS source UInt32 CODEC(ZSTD(1)),
       MODIFY ORDER BY (vessel, time, source)`,
    'DROP TABLE IF EXISTS telemetry.unpack_scalars SYNC',
    'DROP TABLE IF EXISTS telemetry.unpack_fixes SYNC',
    'ALTER TABLE telemetry.scalar_blocks ADD COLUMN IF NOT EXISTS source UInt32',
    'ALTER TABLE telemetry.fix_blocks ADD COLUMN IF NOT EXISTS source UInt32',
    `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_scalars TO telemetry.scalars AS
       SELECT vessel, series, instance, source, fromUnixTimestamp64Micro(time_us, 'UTC') AS time, value
       FROM (SELECT vessel, series, instance, source, ${unpacked('time', 'Int64')}, ${unpacked('value', 'Int32')}
             FROM telemetry.scalar_blocks)
       ARRAY JOIN all_time AS time_us, all_value AS value`,
    `CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_fixes TO telemetry.fixes AS
       SELECT vessel, source, fromUnixTimestamp64Micro(time_us, 'UTC') AS time, latitude, longitude, hdop, valid
       FROM (SELECT vessel, source, ${unpacked('time', 'Int64')}, ${unpacked('latitude', 'Int32')}, ${unpacked('longitude', 'Int32')},
                    ${unpacked('hdop', 'Int16')}, ${unpacked('valid', 'UInt8')}
             FROM telemetry.fix_blocks)
       ARRAY JOIN all_time AS time_us, all_latitude AS latitude, all_longitude AS longitude,
                  all_hdop AS hdop, all_valid AS valid`,
    // Between which days since 1970 each was heard; series 0 is the position.
    `CREATE TABLE IF NOT EXISTS telemetry.sources (
       vessel UInt32, series UInt16, instance UInt8, source UInt32,
       from_day SimpleAggregateFunction(min, Int32), to_day SimpleAggregateFunction(max, Int32)
     ) ENGINE = AggregatingMergeTree ORDER BY (vessel, series, instance, source) SETTINGS ${STORED}`,
    `CREATE TABLE IF NOT EXISTS telemetry.source_choices (
       vessel UInt32, series UInt16, instance UInt8, source UInt32
     ) ENGINE = ReplacingMergeTree ORDER BY (vessel, series, instance) SETTINGS ${STORED}`,
    // What those on a bus said of themselves, by the day.
    `CREATE TABLE IF NOT EXISTS telemetry.senders (
       vessel UInt32, day Int32, address UInt8, what String, said String
     ) ENGINE = ReplacingMergeTree ORDER BY (vessel, address, what, day, said) SETTINGS ${STORED}`,
    `INSERT INTO telemetry.sources
       SELECT vessel, series, instance, toUInt32(0), toInt32(min(toDate(time))), toInt32(max(toDate(time)))
       FROM telemetry.scalars WHERE source = 0 GROUP BY vessel, series, instance`,
    `INSERT INTO telemetry.sources
       SELECT vessel, 0, 0, toUInt32(0), toInt32(min(toDate(time))), toInt32(max(toDate(time)))
       FROM telemetry.fixes WHERE source = 0 GROUP BY vessel`,
  ],
  // Of a thousand boats each series has one sample in a batch: a line for each of them cost more than storing it, so all
  // scalars of a batch are one line.
  [
    'DROP TABLE IF EXISTS telemetry.unpack_scalars SYNC',
    'DROP TABLE IF EXISTS telemetry.scalar_blocks SYNC',
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
  ],
  ['ALTER TABLE telemetry.faults ADD COLUMN IF NOT EXISTS source UInt32 CODEC(ZSTD(1))'],
  // The kind of ship as ITU-R M.1371 numbers them; 0 where a report does not say.
  ['ALTER TABLE telemetry.ais ADD COLUMN IF NOT EXISTS ship_type UInt8 CODEC(ZSTD(1))'],
  // 0 of where a ship is, 1 of what she is alone: told for the same moment in two batches, neither takes the other's row.
  [
    `ALTER TABLE telemetry.ais ADD COLUMN IF NOT EXISTS part UInt8 CODEC(ZSTD(1)),
       MODIFY ORDER BY (vessel, time, mmsi, part)`,
  ],
]

function renumbered(from: number | undefined, to: number | undefined, steps: string) {
  return `INSERT INTO telemetry.scalars (vessel, series, instance, time, value)
    SELECT vessel, toUInt16(${to}), instance, time, toInt32(if(value = -2147483648, value, ${steps}))
    FROM (SELECT *, round(value * 9 / 463) AS tenths, round(value * 9 / 1250) AS bits
          FROM telemetry.scalars FINAL WHERE series = ${from})
    SETTINGS max_partitions_per_insert_block = 0`
}

function unpacked(name: string, type: string) {
  return `reinterpret(base64Decode(${name}), 'Array(${type})') AS all_${name}`
}

/** Applies what this installation does not have yet, up to the migration of this number. Throws TooOld. */
export async function migrateColumns(
  columns: Columns,
  { newest = MIGRATIONS.length, cluster }: { newest?: number; cluster?: string | undefined } = {},
): Promise<void> {
  const [book] = await columns.rows<{ n: number }>(
    "SELECT toUInt32(count()) AS n FROM system.tables WHERE database = 'telemetry' AND name = 'migrations'",
  )
  if (!book?.n) for (const statement of BOOK) await columns.command(onCluster(statement, cluster))
  const [row] = await columns.rows<{ done: number }>(
    'SELECT toUInt32(max(number)) AS done FROM telemetry.migrations',
  )
  const done = row?.done ?? 0
  if (done > MIGRATIONS.length) throw new TooOld('telemetry')
  for (const [index, statements] of MIGRATIONS.slice(0, newest).entries()) {
    if (index < done) continue
    for (const statement of statements) await columns.command(onCluster(statement, cluster))
    await columns.insert('telemetry.migrations', ['number'], `${index + 1}\n`)
  }
}
