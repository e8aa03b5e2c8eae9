CREATE DATABASE IF NOT EXISTS telemetry ON CLUSTER fleet;

CREATE TABLE IF NOT EXISTS telemetry.migrations ON CLUSTER fleet (number UInt32) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY number SETTINGS fsync_after_insert = 1;

CREATE TABLE IF NOT EXISTS telemetry.scalars ON CLUSTER fleet (
       vessel UInt32 CODEC(ZSTD(1)),
       series UInt16 CODEC(ZSTD(1)),
       instance UInt8 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       value Int32 CODEC(Delta, T64('bit'), ZSTD(1)),
       source UInt32 CODEC(ZSTD(1))
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYYYYMM(time) PRIMARY KEY (vessel, series, instance, time)
     ORDER BY (vessel, series, instance, time, source) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.fixes ON CLUSTER fleet (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       latitude Int32 CODEC(Delta, T64('bit'), ZSTD(1)),
       longitude Int32 CODEC(Delta, T64('bit'), ZSTD(1)),
       hdop Int16 CODEC(ZSTD(1)),
       valid UInt8 CODEC(ZSTD(1)),
       source UInt32 CODEC(ZSTD(1))
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYYYYMM(time) PRIMARY KEY (vessel, time)
     ORDER BY (vessel, time, source) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.imu ON CLUSTER fleet (
       vessel UInt32 CODEC(ZSTD(1)),
       sensor UInt8 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
       force_x Int16 CODEC(T64('bit'), ZSTD(1)),
       force_y Int16 CODEC(T64('bit'), ZSTD(1)),
       force_z Int16 CODEC(Delta, T64('bit'), ZSTD(1)),
       roll Int16 CODEC(Delta, T64('bit'), ZSTD(1)),
       pitch Int16 CODEC(Delta, T64('bit'), ZSTD(1)),
       yaw Int16 CODEC(Delta, T64('bit'), ZSTD(1))
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYYYYMM(time) ORDER BY (vessel, sensor, time)
     SETTINGS index_granularity = 2048, fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.ais ON CLUSTER fleet (
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
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYYYYMM(time) PRIMARY KEY (vessel, time, mmsi)
     ORDER BY (vessel, time, mmsi, part) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.faults ON CLUSTER fleet (
       vessel UInt32 CODEC(ZSTD(1)),
       time DateTime64(6, 'UTC') CODEC(Delta, ZSTD(1)),
       instance UInt8 CODEC(ZSTD(1)),
       spn UInt32 CODEC(ZSTD(1)),
       fmi UInt8 CODEC(ZSTD(1)),
       occurrences Int16 CODEC(ZSTD(1)),
       lamps Array(Int8) CODEC(ZSTD(1)),
       source UInt32 CODEC(ZSTD(1))
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYYYYMM(time) ORDER BY (vessel, time, instance, spn, fmi)
     SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.intervals ON CLUSTER fleet (
       appended DateTime64(3, 'UTC'),
       vessel UInt32,
       from_us Int64,
       to_us Int64
     ) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY appended TTL toDateTime(appended) + INTERVAL 7 DAY
     SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.imu_blocks ON CLUSTER fleet (
       vessel UInt32, sensor UInt8, start_us Int64, interval_us Int64,
       force_x String, force_y String, force_z String, roll String, pitch String, yaw String
     ) ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_imu ON CLUSTER fleet TO telemetry.imu AS
       SELECT vessel, sensor, fromUnixTimestamp64Micro(start_us + (i - 1) * interval_us, 'UTC') AS time,
              force_x, force_y, force_z, roll, pitch, yaw
       FROM (SELECT vessel, sensor, start_us, interval_us,
                    reinterpret(base64Decode(force_x), 'Array(Int16)') AS all_force_x, reinterpret(base64Decode(force_y), 'Array(Int16)') AS all_force_y, reinterpret(base64Decode(force_z), 'Array(Int16)') AS all_force_z, reinterpret(base64Decode(roll), 'Array(Int16)') AS all_roll, reinterpret(base64Decode(pitch), 'Array(Int16)') AS all_pitch, reinterpret(base64Decode(yaw), 'Array(Int16)') AS all_yaw,
                    arrayEnumerate(all_force_x) AS all_i
             FROM telemetry.imu_blocks)
       ARRAY JOIN all_force_x AS force_x, all_force_y AS force_y, all_force_z AS force_z,
                  all_roll AS roll, all_pitch AS pitch, all_yaw AS yaw, all_i AS i;

CREATE TABLE IF NOT EXISTS telemetry.scalar_columns ON CLUSTER fleet (
       vessel String, series String, instance String, source String, time String, value String
     ) ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_scalars ON CLUSTER fleet TO telemetry.scalars AS
       SELECT one_vessel AS vessel, one_series AS series, one_instance AS instance, one_source AS source,
              fromUnixTimestamp64Micro(time_us, 'UTC') AS time, one_value AS value
       FROM (SELECT reinterpret(base64Decode(vessel), 'Array(UInt32)') AS all_vessel, reinterpret(base64Decode(series), 'Array(UInt16)') AS all_series, reinterpret(base64Decode(instance), 'Array(UInt8)') AS all_instance,
                    reinterpret(base64Decode(source), 'Array(UInt32)') AS all_source, reinterpret(base64Decode(time), 'Array(Int64)') AS all_time, reinterpret(base64Decode(value), 'Array(Int32)') AS all_value
             FROM telemetry.scalar_columns)
       ARRAY JOIN all_vessel AS one_vessel, all_series AS one_series, all_instance AS one_instance,
                  all_source AS one_source, all_time AS time_us, all_value AS one_value;

CREATE TABLE IF NOT EXISTS telemetry.fix_blocks ON CLUSTER fleet (
       vessel UInt32, time String, latitude String, longitude String, hdop String, valid String, source UInt32
     ) ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS telemetry.unpack_fixes ON CLUSTER fleet TO telemetry.fixes AS
       SELECT vessel, source, fromUnixTimestamp64Micro(time_us, 'UTC') AS time, latitude, longitude, hdop, valid
       FROM (SELECT vessel, source, reinterpret(base64Decode(time), 'Array(Int64)') AS all_time, reinterpret(base64Decode(latitude), 'Array(Int32)') AS all_latitude, reinterpret(base64Decode(longitude), 'Array(Int32)') AS all_longitude,
                    reinterpret(base64Decode(hdop), 'Array(Int16)') AS all_hdop, reinterpret(base64Decode(valid), 'Array(UInt8)') AS all_valid
             FROM telemetry.fix_blocks)
       ARRAY JOIN all_time AS time_us, all_latitude AS latitude, all_longitude AS longitude,
                  all_hdop AS hdop, all_valid AS valid;

CREATE TABLE IF NOT EXISTS telemetry.impacts ON CLUSTER fleet (
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
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYYYYMM(time) ORDER BY (vessel, time)
     SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.trip_quarter_hours ON CLUSTER fleet (
       vessel UInt32 CODEC(ZSTD(1)),
       quarter_hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
       trip UInt32 CODEC(ZSTD(1)),
       captain UInt32 CODEC(ZSTD(1)),
       trips Int32 CODEC(T64, ZSTD(1)),
       distance_m Int32 CODEC(T64, ZSTD(1)),
       idle_s Int32 CODEC(T64, ZSTD(1)),
       accel_s Int32 CODEC(T64, ZSTD(1)),
       cruising_s Int32 CODEC(T64, ZSTD(1)),
       decel_s Int32 CODEC(T64, ZSTD(1)),
       idle_m3 Int32 CODEC(T64, ZSTD(1)),
       accel_m3 Int32 CODEC(T64, ZSTD(1)),
       cruising_m3 Int32 CODEC(T64, ZSTD(1)),
       decel_m3 Int32 CODEC(T64, ZSTD(1)),
       fuel_m3 Int32 CODEC(T64, ZSTD(1)),
       fuel_s Int32 CODEC(T64, ZSTD(1)),
       fuel_m Int32 CODEC(T64, ZSTD(1)),
       co2_kg Int32 CODEC(T64, ZSTD(1)),
       nox_g Int32 CODEC(T64, ZSTD(1)),
       sog_m Int32 CODEC(T64, ZSTD(1)),
       sog_s Int32 CODEC(T64, ZSTD(1)),
       moving_m Int32 CODEC(T64, ZSTD(1)),
       rog_m Int32 CODEC(T64, ZSTD(1)),
       rog_s Int32 CODEC(T64, ZSTD(1)),
       below_s Int32 CODEC(T64, ZSTD(1)),
       around_s Int32 CODEC(T64, ZSTD(1)),
       above_s Int32 CODEC(T64, ZSTD(1)),
       moving_s Int32 CODEC(T64, ZSTD(1)),
       impact_gs Int32 CODEC(T64, ZSTD(1)),
       impact_s Int32 CODEC(T64, ZSTD(1)),
       impact_0_s Int32 CODEC(T64, ZSTD(1)),
       impact_1_s Int32 CODEC(T64, ZSTD(1)),
       impact_2_s Int32 CODEC(T64, ZSTD(1)),
       impact_3_s Int32 CODEC(T64, ZSTD(1)),
       impact_4_s Int32 CODEC(T64, ZSTD(1)),
       impact_5_s Int32 CODEC(T64, ZSTD(1)),
       impact_6_s Int32 CODEC(T64, ZSTD(1)),
       events Int32 CODEC(T64, ZSTD(1)),
       event_peaks_g Int32 CODEC(T64, ZSTD(1)),
       red_events Int32 CODEC(T64, ZSTD(1)),
       eco_s Int32 CODEC(T64, ZSTD(1)),
       eco_known_s Int32 CODEC(T64, ZSTD(1)),
       highest_sog_mps Int32 CODEC(T64, ZSTD(1)),
       max_impact_g Int32 CODEC(T64, ZSTD(1)),
       knots Array(UInt8) CODEC(ZSTD(1)),
       bin_s Array(Int32) CODEC(ZSTD(1)),
       bin_m3 Array(Int32) CODEC(ZSTD(1)),
       bin_m Array(Int32) CODEC(ZSTD(1)),
       cruise_s Array(Int32) CODEC(ZSTD(1)),
       cruise_m3 Array(Int32) CODEC(ZSTD(1)),
       cruise_m Array(Int32) CODEC(ZSTD(1))
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYYYYMM(quarter_hour) ORDER BY (vessel, quarter_hour, trip)
     SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.heat_cells ON CLUSTER fleet (
       zoom UInt8 CODEC(ZSTD(1)),
       vessel UInt32 CODEC(ZSTD(1)),
       quarter_hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
       trip UInt32 CODEC(ZSTD(1)),
       cell Array(UInt64) CODEC(ZSTD(1)),
       moving_s Array(Float32) CODEC(ZSTD(1)),
       offset_lat Array(Float32) CODEC(ZSTD(1)),
       offset_lon Array(Float32) CODEC(ZSTD(1)),
       sog_m Array(Float32) CODEC(ZSTD(1)),
       rog_m Array(Float32) CODEC(ZSTD(1)),
       rog_s Array(Float32) CODEC(ZSTD(1)),
       fuel_l Array(Float32) CODEC(ZSTD(1)),
       fuel_s Array(Float32) CODEC(ZSTD(1)),
       fuel_m Array(Float32) CODEC(ZSTD(1)),
       wind_ms Array(Float32) CODEC(ZSTD(1)),
       wind_s Array(Float32) CODEC(ZSTD(1)),
       wave_ms Array(Float32) CODEC(ZSTD(1)),
       wave_s Array(Float32) CODEC(ZSTD(1)),
       temperature_ks Array(Float32) CODEC(ZSTD(1)),
       temperature_s Array(Float32) CODEC(ZSTD(1)),
       least_depth_m Array(Float32) CODEC(ZSTD(1)),
       events Array(Float32) CODEC(ZSTD(1)),
       event_peaks_g Array(Float32) CODEC(ZSTD(1)),
       high_events Array(Float32) CODEC(ZSTD(1)),
       red_events Array(Float32) CODEC(ZSTD(1))
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYYYYMM(quarter_hour) ORDER BY (zoom, vessel, quarter_hour, trip)
     SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.scalar_quarter_hours ON CLUSTER fleet (
       vessel UInt32 CODEC(ZSTD(1)),
       series UInt16 CODEC(ZSTD(1)),
       instance UInt8 CODEC(ZSTD(1)),
       bucket Int64 CODEC(DoubleDelta, ZSTD(1)),
       samples UInt32 CODEC(ZSTD(1)),
       min Int32 CODEC(ZSTD(1)),
       max Int32 CODEC(ZSTD(1)),
       last Int32 CODEC(ZSTD(1)),
       sum Int64 CODEC(ZSTD(1)),
       sine_sum Float64 CODEC(ZSTD(1)),
       cosine_sum Float64 CODEC(ZSTD(1)),
       covered_us Float64 CODEC(ZSTD(1)),
       area Float64 CODEC(ZSTD(1)),
       sine_area Float64 CODEC(ZSTD(1)),
       cosine_area Float64 CODEC(ZSTD(1)),
       first_us Int64 CODEC(DoubleDelta, ZSTD(1)),
       first_value Int32 CODEC(ZSTD(1)),
       last_us Int64 CODEC(DoubleDelta, ZSTD(1)),
       last_value Int32 CODEC(ZSTD(1))
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') PARTITION BY toYear(fromUnixTimestamp64Micro(bucket, 'UTC'))
     ORDER BY (vessel, series, instance, bucket) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.scalar_months ON CLUSTER fleet (
       vessel UInt32, series UInt16, instance UInt8, month UInt32, state UInt64
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY (vessel, series, instance, month) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.sources ON CLUSTER fleet (
       vessel UInt32, series UInt16, instance UInt8, source UInt32,
       from_day SimpleAggregateFunction(min, Int32), to_day SimpleAggregateFunction(max, Int32)
     ) ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY (vessel, series, instance, source) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.source_choices ON CLUSTER fleet (
       vessel UInt32, series UInt16, instance UInt8, source UInt32
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY (vessel, series, instance) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

CREATE TABLE IF NOT EXISTS telemetry.senders ON CLUSTER fleet (
       vessel UInt32, day Int32, address UInt8, what String, value String
     ) ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}') ORDER BY (vessel, address, what, day, value) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_compressed_bytes_to_fsync_after_merge = 1, merge_selector_base = 16;

ALTER TABLE telemetry.intervals ON CLUSTER fleet MODIFY COLUMN appended DateTime64(3, 'UTC') DEFAULT now64(3, 'UTC');
