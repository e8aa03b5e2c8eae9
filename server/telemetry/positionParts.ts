import { DEGREE_STEP } from './appendBlocks.ts'
import { RowReader } from './rowReader.ts'
import { bucketSql, nameOf, type PartsByName } from './scalarParts.ts'
import type { Part } from './seriesParts.ts'
import type { Store } from './sourceBook.ts'
import type { Stretch } from './stretch.ts'
import { stretchSql } from './stretch.ts'

/** Positions of the believable fixes of each bucket, read together. */
export async function readPositionParts(
  columns: Store,
  stretch: Stretch,
  resolutionUs: number,
): Promise<PartsByName> {
  const bytes = await columns.rowBinary(`
    SELECT ${bucketSql(resolutionUs)} AS bucket, toUInt32(count()),
      min(latitude), max(latitude), argMax(latitude, time), sum(latitude),
      min(longitude), max(longitude), argMax(longitude, time), sum(longitude),
      sum(if(longitude < 0, longitude + 3600000000, toInt64(longitude)))
    FROM telemetry.fixes FINAL
    PREWHERE ${stretchSql(stretch)}${await columns.sources.fixesSql([stretch])}
    WHERE valid = 1 AND hdop <= 500 AND NOT (latitude = 0 AND longitude = 0)
    GROUP BY bucket ORDER BY bucket`)
  const rows = new RowReader(bytes)
  const latitudes: Part[] = []
  const longitudes: Part[] = []
  const degrees = (timeUs: number, values: number): Part => ({
    ...NOTHING_MORE,
    timeUs,
    values,
    min: rows.int32() * DEGREE_STEP,
    max: rows.int32() * DEGREE_STEP,
    last: rows.int32() * DEGREE_STEP,
    sum: rows.int64() * DEGREE_STEP,
  })
  while (rows.more) {
    const timeUs = rows.int64()
    const values = rows.uint32()
    latitudes.push(degrees(timeUs, values))
    longitudes.push({ ...degrees(timeUs, values), eastSum: rows.int64() * DEGREE_STEP })
  }
  return new Map([
    [nameOf({ key: 'latitude', instance: 0 }), latitudes],
    [nameOf({ key: 'longitude', instance: 0 }), longitudes],
  ])
}

/** Positions and attitudes come at an even rate: the mean of samples is the mean over time. */
export const NOTHING_MORE = {
  eastSum: 0,
  sineSum: 0,
  cosineSum: 0,
  coveredS: 0,
  area: 0,
  sineArea: 0,
  cosineArea: 0,
  ends: null,
} as const
