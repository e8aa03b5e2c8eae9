import { QUARTER_HOUR_US } from '#contract/domain/time.ts'
import { instantSql, integer, RowReader } from './rowReader.ts'

/** An interval of one vessel's time, in µs since 1970; both ends are included. */
export interface VesselInterval {
  vesselNumber: number
  fromUs: number
  toUs: number
}

export function intervalsSql(intervals: readonly VesselInterval[]): string {
  const range = rangeOf(intervals)
  if (!range) return intervals.map(intervalSql).join(' OR ')
  const vessels = intervals.map(({ vesselNumber }) => integer(vesselNumber))
  return `vessel IN (${vessels.join(', ')}) AND time >= ${instantSql(range.fromUs)} AND time <= ${instantSql(range.toUs)}`
}

/** Intervals that intervalsSql() reads, which may exceed the requested ones. */
export function asRead(intervals: readonly VesselInterval[]): VesselInterval[] {
  const range = rangeOf(intervals)
  return intervals.map((interval) => ({ ...interval, ...range }))
}

/**
 * Queries for live vessels cover nearly equal intervals. One list of vessels and one time range is a hundred
 * times cheaper to test than a hundred pairs, and returns few extra rows.
 */
function rangeOf(intervals: readonly VesselInterval[]): Pick<VesselInterval, 'fromUs' | 'toUs'> | null {
  const fromUs = Math.min(...intervals.map((interval) => interval.fromUs))
  const toUs = Math.max(...intervals.map((interval) => interval.toUs))
  const longestUs = Math.max(...intervals.map((interval) => interval.toUs - interval.fromUs))
  return intervals.length === 1 || toUs - fromUs > 2 * longestUs ? null : { fromUs, toUs }
}

export const intervalSql = ({ vesselNumber, fromUs, toUs }: VesselInterval) =>
  `(vessel = ${integer(vesselNumber)} AND time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)})`

/** Vessels over an interval. */
export interface Fleet {
  vesselNumbers: readonly number[]
  fromUs: number
  toUs: number
}

/** Starts of quarter-hours by vessel, in order. */
export type QuarterHourStarts = Map<number, number[]>

/** Without FINAL: a value that was replaced makes a quarter-hour worth a look, and no more. */
export const fleetSql = ({ vesselNumbers, fromUs, toUs }: Fleet) =>
  `WHERE vessel IN (${vesselNumbers.map(integer).join(', ')})
     AND time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)}`

/** When the quarter-hour of a row began, µs, and rows of a fleet by that, as `quarterHour`. */
export const QUARTER_HOUR_START_SQL = `toInt64(intDiv(toUnixTimestamp64Micro(time), ${QUARTER_HOUR_US}) * ${QUARTER_HOUR_US})`
export const BY_QUARTER_HOUR_SQL = 'GROUP BY vessel, quarter_hour ORDER BY vessel, quarter_hour'

/** Rows of a vessel and a time, in the order of both. */
export function timesByVessel(bytes: Buffer): Map<number, number[]> {
  const rows = new RowReader(bytes)
  const found = new Map<number, number[]>()
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const own = found.get(vesselNumber) ?? []
    found.set(vesselNumber, own)
    own.push(rows.int64())
  }
  return found
}
