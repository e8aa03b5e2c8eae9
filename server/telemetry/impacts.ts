import { SERIES } from '#contract/domain/series.ts'
import { HOUR_US } from '#contract/domain/time.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { instant } from './appendBlocks.ts'
import {
  BLOCK_US,
  type ImpactBlock,
  type ImpactPeak,
  type SensorCoverage,
  type SensorTotals,
  type StoredImpacts,
} from './impactBlock.ts'
import { instantSql, integer, RowReader } from './rowReader.ts'
import { intervalSql, intervalsSql, type VesselInterval } from './vesselInterval.ts'

/** Impacts computed from stored motion, and facts about the sensors that measured them. */
export interface Impacts {
  /** A block that is there already is replaced whole. */
  store(blocks: readonly ImpactBlock[]): Promise<void>
  /** One result for each interval, in order; peaks in time order. */
  read(intervals: readonly VesselInterval[]): Promise<StoredImpacts[]>
  /** Hours of UTC within an interval in which a vessel's motion was received, as µs of their beginning. */
  hoursWithData(interval: VesselInterval): Promise<number[]>
  /**
   * Sums of a vessel's motion sensors, in total and for each of these disjoint intervals. The sums come from blocks of
   * some 1,500 samples. A block counts to the interval in which it begins.
   */
  sensorTotals(vesselNumber: number, intervals: readonly VesselInterval[]): Promise<SensorTotals[]>
  /**
   * Computes the impact series of a vessel again from the series of its sensors, for all time. The value is
   * the largest of the chosen sensors; in seconds without any of these, the largest of all.
   */
  chooseSensors(vesselNumber: number, chosen: readonly number[]): Promise<void>
}

export const openImpacts = (columns: Columns): Impacts => ({
  store: (blocks) => insertImpacts(columns, blocks),
  read: (intervals) => readImpacts(columns, intervals),
  hoursWithData: (interval) => readHoursWithData(columns, interval),
  sensorTotals: (vesselNumber, intervals) => readSensorTotals(columns, vesselNumber, intervals),
  chooseSensors: (vesselNumber, chosen) => chooseSensors(columns, vesselNumber, chosen),
})

const CLIPPED = 1
const COARSE = 2
const DEGRADED = 4

const NAMES = [
  'vessel',
  'time',
  ...['sensor', 'first_us', 'last_us', 'samples', 'covered_s', 'rate_hz'],
  ...['peak_sensor', 'peak_us', 'peak', 'jerk', 'duration', 'rise', 'free_fall'],
  ...['peak_x', 'peak_y', 'peak_z', 'flags'],
]

async function insertImpacts(columns: Columns, blocks: readonly ImpactBlock[]): Promise<void> {
  if (blocks.length > 0) await columns.insert('telemetry.impacts', NAMES, blocks.map(toLine).join(''))
}

function toLine({ vesselNumber, startUs, sensors, peaks }: ImpactBlock): string {
  const ofSensors = (pick: (one: SensorCoverage) => number) => `[${sensors.map(pick).join(',')}]`
  const ofPeaks = (pick: (peak: ImpactPeak) => number) => `[${peaks.map(pick).join(',')}]`
  return `${[
    vesselNumber,
    instant(startUs),
    ofSensors(({ sensor }) => sensor),
    ofSensors(({ firstUs }) => Math.round(firstUs - startUs)),
    ofSensors(({ lastUs }) => Math.round(lastUs - startUs)),
    ofSensors(({ samples }) => samples),
    ofSensors(({ coveredS }) => coveredS),
    ofSensors(({ rateHz }) => rateHz),
    ofPeaks(({ sensor }) => sensor),
    ofPeaks(({ timeUs }) => Math.round(timeUs - startUs)),
    ofPeaks(({ peakG }) => peakG),
    ofPeaks(({ jerkGPerS }) => jerkGPerS),
    ofPeaks(({ durationS }) => durationS),
    ofPeaks(({ riseS }) => riseS),
    ofPeaks(({ freeFallS }) => freeFallS),
    ofPeaks(({ xG }) => xG),
    ofPeaks(({ yG }) => yG),
    ofPeaks(({ zG }) => zG),
    ofPeaks(
      ({ clipped, coarse, degraded }) =>
        (clipped ? CLIPPED : 0) + (coarse ? COARSE : 0) + (degraded ? DEGRADED : 0),
    ),
  ].join('\t')}\n`
}

async function readImpacts(columns: Columns, intervals: readonly VesselInterval[]): Promise<StoredImpacts[]> {
  if (intervals.length === 0) return []
  // An interval may begin inside a block.
  const where = intervalsSql(intervals.map((one) => ({ ...one, fromUs: one.fromUs - BLOCK_US })))
  const { sensors, peaks } = await readBlocks(columns, where)
  return intervals.map(({ vesselNumber, fromUs, toUs }) => ({
    sensors: mergeCoverage(
      (sensors.get(vesselNumber) ?? []).filter(({ firstUs, lastUs }) => firstUs <= toUs && lastUs >= fromUs),
    ),
    peaks: (peaks.get(vesselNumber) ?? []).filter(({ timeUs }) => timeUs >= fromUs && timeUs <= toUs),
  }))
}

async function readHoursWithData(columns: Columns, interval: VesselInterval): Promise<number[]> {
  const rows = await columns.rows<{ hour_s: number }>(`
    SELECT DISTINCT toUnixTimestamp(toStartOfHour(time)) AS hour_s FROM telemetry.impacts
    WHERE ${intervalSql({ ...interval, fromUs: interval.fromUs - BLOCK_US })} ORDER BY hour_s`)
  return rows.map(({ hour_s }) => hour_s * 1e6)
}

/** Coverage and peaks of each vessel's sensors, in the order of time and sensor. */
async function readBlocks(columns: Columns, where: string) {
  const rows = new RowReader(
    await columns.rowBinary(`
      SELECT vessel, toUnixTimestamp64Micro(time), sensor, first_us, last_us, samples, covered_s, rate_hz,
        peak_sensor, peak_us, peak, jerk, duration, rise, free_fall, peak_x, peak_y, peak_z, flags
      FROM telemetry.impacts FINAL WHERE ${where} ORDER BY vessel, time`),
  )
  const sensors = new Map<number, SensorCoverage[]>()
  const peaks = new Map<number, ImpactPeak[]>()
  while (rows.more) {
    const [vesselNumber, startUs] = [rows.uint32(), rows.int64()]
    for (const one of coverageOf(rows, startUs)) put(sensors, vesselNumber, one)
    for (const one of peaksOf(rows, startUs)) put(peaks, vesselNumber, one)
  }
  for (const all of peaks.values()) all.sort((a, b) => a.timeUs - b.timeUs || a.sensor - b.sensor)
  return { sensors, peaks }
}

function coverageOf(rows: RowReader, startUs: number): SensorCoverage[] {
  const sensor = rows.array(rows.uint8)
  const firstUs = rows.array(rows.int32)
  const lastUs = rows.array(rows.int32)
  const samples = rows.array(rows.uint32)
  const coveredS = rows.array(rows.uint8)
  const rateHz = rows.array(rows.float32)
  return sensor
    .map((one, i) => ({
      sensor: one,
      firstUs: startUs + (firstUs[i] as number),
      lastUs: startUs + (lastUs[i] as number),
      samples: samples[i] as number,
      coveredS: coveredS[i] as number,
      rateHz: rateHz[i] as number,
    }))
    .sort((a, b) => a.sensor - b.sensor)
}

function peaksOf(rows: RowReader, startUs: number): ImpactPeak[] {
  const sensor = rows.array(rows.uint8)
  const timeUs = rows.array(rows.int32)
  const floats = () => rows.array(rows.float32)
  const [peakG, jerk, duration, rise, freeFall] = [floats(), floats(), floats(), floats(), floats()]
  const [x, y, z] = [floats(), floats(), floats()]
  const flags = rows.array(rows.uint8)
  return sensor.map((one, i) => {
    const bits = flags[i] as number
    return {
      sensor: one,
      timeUs: startUs + (timeUs[i] as number),
      // As a float a peak of exactly 3.4 g is a little more, and above a limit of 3.4 g.
      peakG: Math.round((peakG[i] as number) * 1e5) / 1e5,
      jerkGPerS: jerk[i] as number,
      durationS: duration[i] as number,
      riseS: rise[i] as number,
      freeFallS: freeFall[i] as number,
      xG: x[i] as number,
      yG: y[i] as number,
      zG: z[i] as number,
      clipped: (bits & CLIPPED) > 0,
      coarse: (bits & COARSE) > 0,
      degraded: (bits & DEGRADED) > 0,
    }
  })
}

/** Merges the coverage of all blocks by sensor; the rate is the newest. */
function mergeCoverage(blocks: readonly SensorCoverage[]): SensorCoverage[] {
  const bySensor = new Map<number, SensorCoverage>()
  for (const block of blocks) {
    const known = bySensor.get(block.sensor)
    if (!known) bySensor.set(block.sensor, { ...block })
    else {
      known.lastUs = block.lastUs
      known.samples += block.samples
      known.coveredS += block.coveredS
      known.rateHz = block.rateHz
    }
  }
  return [...bySensor.values()].sort((a, b) => a.sensor - b.sensor)
}

function put<Item>(byVessel: Map<number, Item[]>, vesselNumber: number, item: Item) {
  const known = byVessel.get(vesselNumber)
  if (known) known.push(item)
  else byVessel.set(vesselNumber, [item])
}

async function readSensorTotals(
  columns: Columns,
  vesselNumber: number,
  intervals: readonly VesselInterval[],
): Promise<SensorTotals[]> {
  const of = `FROM telemetry.impacts FINAL WHERE vessel = ${integer(vesselNumber)}`
  const rows = await columns.rows<TotalsRow>(`
    SELECT one, min(us + first) AS begin_us, max(us + last) AS end_us, sum(n) AS total, sum(covered) AS seconds
    FROM (SELECT *, toUnixTimestamp64Micro(time) AS us ${of})
    ARRAY JOIN sensor AS one, first_us AS first, last_us AS last, samples AS n, covered_s AS covered
    GROUP BY one ORDER BY one`)
  if (rows.length === 0) return []
  const newest = rows.map(({ one, end_us }) => `one = ${integer(one)} AND us > ${integer(end_us - HOUR_US)}`)
  const oldestUs = Math.min(...rows.map(({ end_us }) => end_us)) - HOUR_US
  const [rates, maxima, covered] = await Promise.all([
    columns.rows<{ one: number; rate: number }>(`
      SELECT one, quantileExact(rate) AS rate
      FROM (SELECT *, toUnixTimestamp64Micro(time) AS us ${of} AND time >= ${instantSql(oldestUs)})
      ARRAY JOIN sensor AS one, rate_hz AS rate WHERE ${newest.join(' OR ')} GROUP BY one`),
    columns.rows<{ one: number; highest: number }>(`
      SELECT one, max(p) AS highest FROM (SELECT peak_sensor, peak ${of}) ARRAY JOIN peak_sensor AS one, peak AS p GROUP BY one`),
    coverage(columns, of, intervals),
  ])
  return rows.map(({ one, begin_us, end_us, total, seconds }) => ({
    sensor: one,
    firstUs: begin_us,
    lastUs: end_us,
    samples: total,
    coveredS: seconds,
    rateHz: rates.find((row) => row.one === one)?.rate ?? 0,
    maxImpactG: maxima.find((row) => row.one === one)?.highest ?? null,
    coveredOfIntervalS: intervals.map(({ fromUs }) => covered.get(`${one} ${Math.floor(fromUs)}`) ?? 0),
  }))
}

interface TotalsRow {
  one: number
  begin_us: number
  end_us: number
  total: number
  seconds: number
}

/** Seconds by sensor and beginning of the interval. Ends count as beginnings of the time outside of all intervals. */
async function coverage(columns: Columns, of: string, intervals: readonly VesselInterval[]) {
  if (intervals.length === 0) return new Map<string, number>()
  const bounds = intervals.flatMap(({ fromUs, toUs }) => [Math.floor(fromUs), Math.floor(toUs) + 1])
  const sorted = [...new Set(bounds)].sort((a, b) => a - b)
  const rows = await columns.rows<{ one: number; start_us: number; seconds: number }>(`
    SELECT one, roundDown(us, [${sorted.map(integer).join(', ')}]) AS start_us, sum(covered) AS seconds
    FROM (SELECT sensor, covered_s, toUnixTimestamp64Micro(time) AS us ${of} AND time >= ${instantSql(sorted[0] ?? 0)})
    ARRAY JOIN sensor AS one, covered_s AS covered GROUP BY one, start_us`)
  return new Map(rows.map(({ one, start_us, seconds }) => [`${one} ${start_us}`, seconds]))
}

/** Inside the engine, a month at a time, since the months are its partitions. */
async function chooseSensors(
  columns: Columns,
  vesselNumber: number,
  chosen: readonly number[],
): Promise<void> {
  const ofSensors = `vessel = ${integer(vesselNumber)} AND series = ${SERIES.impact.number} AND instance > 0`
  const months = await columns.rows<{ month: number }>(
    `SELECT DISTINCT toYYYYMM(time) AS month FROM telemetry.scalars WHERE ${ofSensors} ORDER BY month`,
  )
  const isChosen = `has(CAST([${chosen.map(integer).join(', ')}] AS Array(UInt8)), instance)`
  for (const { month } of months) {
    await columns.command(`
      INSERT INTO telemetry.scalars (vessel, series, instance, time, value)
      SELECT vessel, series, 0, time, if(countIf(${isChosen}) > 0, maxIf(value, ${isChosen}), max(value))
      FROM telemetry.scalars FINAL WHERE ${ofSensors} AND toYYYYMM(time) = ${integer(month)}
      GROUP BY vessel, series, time`)
  }
}
