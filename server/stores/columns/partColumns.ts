/**
 * Columns of a quarter-hour of one series, beside vessel, series and instance. They are sums of stored integers,
 * integrals of them over µs, and the samples at both ends. They are written and read in this order.
 */
export const PART_COLUMNS = {
  bucket: 'Int64 CODEC(DoubleDelta, ZSTD(1))',
  samples: 'UInt32 CODEC(ZSTD(1))',
  min: 'Int32 CODEC(ZSTD(1))',
  max: 'Int32 CODEC(ZSTD(1))',
  last: 'Int32 CODEC(ZSTD(1))',
  sum: 'Int64 CODEC(ZSTD(1))',
  sine_sum: 'Float64 CODEC(ZSTD(1))',
  cosine_sum: 'Float64 CODEC(ZSTD(1))',
  covered_us: 'Float64 CODEC(ZSTD(1))',
  area: 'Float64 CODEC(ZSTD(1))',
  sine_area: 'Float64 CODEC(ZSTD(1))',
  cosine_area: 'Float64 CODEC(ZSTD(1))',
  first_us: 'Int64 CODEC(DoubleDelta, ZSTD(1))',
  first_value: 'Int32 CODEC(ZSTD(1))',
  last_us: 'Int64 CODEC(DoubleDelta, ZSTD(1))',
  last_value: 'Int32 CODEC(ZSTD(1))',
} as const

export const PART_NAMES = Object.keys(PART_COLUMNS)
