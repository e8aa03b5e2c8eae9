import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { knToMps } from '#contract/domain/units.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import { NULL_VALUE } from './appendBlocks.ts'
import { integer, RowReader } from './rowReader.ts'
import type { Store } from './sourceSelection.ts'
import { intervalSql, intervalsSql, type VesselInterval } from './vesselInterval.ts'

/** Running times and faults of engines. */
export interface Engines {
  /**
   * Sums for each engine and step of `stepHz`, over seconds with an engine speed. Fuel burnt inside
   * `ignored`, [from, to) in seconds since 1970, does not count.
   */
  profile(
    interval: VesselInterval,
    stepHz: number,
    ignored: readonly { fromS: number; toS: number }[],
  ): Promise<ProfileRow[]>
  /** When these J1939 trouble codes were active, in time order. */
  faultTimes(
    interval: VesselInterval,
    spns: readonly number[],
  ): Promise<{ timeUs: number; instance: number; spn: number }[]>
  /** All of them, of many vessels; a lamp is lit at 1. */
  faults(intervals: readonly VesselInterval[]): Promise<StoredFault[]>
}

/** Trouble code as received, with its lamps in the order of Fault. */
export interface StoredFault {
  vesselNumber: number
  timeUs: number
  instance: number
  spn: number
  fmi: number
  lamps: number[]
  source: number
}

/** How one engine ran at one step of its speed, as sums over time, in stored units times seconds. */
export interface ProfileRow {
  engine: number
  /** The step begins at `step` times its width. */
  step: number
  runS: number
  fuelS: number
  fuelM3: number
  sogS: number
  sogM: number
  /** Distance in seconds in which fuel rate and speed are both known and the boat moves. */
  milesM: number
  milesM3: number
  loadS: number
  load: number
  torqueS: number
  torque: number
  coolantS: number
  coolantKs: number
}

export const openEngines = (columns: Store): Engines => ({
  profile: (interval, stepHz, ignored) => readProfile(columns, interval, stepHz, ignored),
  faultTimes: (interval, spns) => readFaultTimes(columns, interval, spns),
  faults: (intervals) => readFaults(columns, intervals),
})

const EXTRAS = ['engine_load', 'engine_torque', 'coolant_temperature'] as const satisfies SeriesKey[]
const KEYS = ['engine_speed', 'fuel_rate', ...EXTRAS] as const
/** A value, and so a fuel rate, counts until the next one, but at most for this long. */
const HELD_S = 10
/**
 * In steps of the series. Below this speed a boat hardly moves, and its fuel per mile grows without limit.
 */
const MILES_ABOVE = Math.round(knToMps(3) / SERIES.sog.step)

async function readProfile(
  columns: Store,
  interval: VesselInterval,
  stepHz: number,
  ignored: readonly { fromS: number; toS: number }[],
): Promise<ProfileRow[]> {
  const mean = (key: SeriesKey, name: string) =>
    `avgIf(value, series = ${SERIES[key].number}) * ${SERIES[key].step} AS ${name},
     countIf(series = ${SERIES[key].number}) > 0 AS has_${name}`
  const wholeS = (seconds: number) => integer(Math.round(Math.min(1e11, Math.max(-1e11, seconds))))
  const counts = ignored.map(
    ({ fromS, toS }) => `NOT (second >= ${wholeS(fromS)} AND second < ${wholeS(toS)})`,
  )
  const samples = `FROM telemetry.scalars FINAL WHERE ${intervalSql(interval)} AND value != ${NULL_VALUE}${await columns.sources.instancesSql([interval], [...KEYS, 'sog'])}`
  const second = 'intDiv(toUnixTimestamp64Micro(time), 1000000) AS second'
  const bytes = await columns.rowBinary(`
    SELECT instance, toUInt32(floor(engine_speed / ${stepHz} + 1e-9)) AS step, toFloat64(sum(dt)),
      toFloat64(sumIf(dt, burns)), sumIf(rate * dt, burns),
      toFloat64(sumIf(dt, has_sog)), sumIf(sog * dt, has_sog),
      sumIf(sog * dt, moves AND burns), sumIf(rate * dt, moves AND burns),
      ${EXTRAS.map((key) => `toFloat64(sumIf(dt, has_${key})), sumIf(${key} * dt, has_${key})`).join(', ')}
    FROM (
      SELECT *, held AND ${['1', ...counts].join(' AND ')} AS burns,
        least(leadInFrame(second, 1, second) OVER following - second, ${HELD_S + 1}) AS gap,
        if(gap > ${HELD_S}, 0, gap) AS dt
      FROM (
        SELECT *, argMaxIf(fuel_rate, second, has_fuel_rate) OVER recent AS rate,
          countIf(has_fuel_rate) OVER recent > 0 AS held
        FROM (
          SELECT instance, ${second}, ${KEYS.map((key) => mean(key, key)).join(', ')}
          ${samples} AND series IN (${KEYS.map((key) => SERIES[key].number).join(', ')})
          GROUP BY instance, second
        )
        WINDOW recent AS (PARTITION BY instance ORDER BY second RANGE BETWEEN ${HELD_S} PRECEDING AND CURRENT ROW)
      )
      WHERE has_engine_speed
      WINDOW following AS (PARTITION BY instance ORDER BY second ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING)
    ) AS engines
    LEFT JOIN (
      SELECT ${second}, avg(value) * ${SERIES.sog.step} AS sog, true AS has_sog, avg(value) > ${MILES_ABOVE} AS moves
      ${samples} AND series = ${SERIES.sog.number} AND instance = 0 GROUP BY second
    ) AS speeds USING (second)
    WHERE dt > 0 GROUP BY instance, step ORDER BY instance, step`)
  const rows = new RowReader(bytes)
  const profile: ProfileRow[] = []
  while (rows.more) {
    profile.push({
      engine: rows.uint8(),
      step: rows.uint32(),
      runS: rows.float64(),
      fuelS: rows.float64(),
      fuelM3: rows.float64(),
      sogS: rows.float64(),
      sogM: rows.float64(),
      milesM: rows.float64(),
      milesM3: rows.float64(),
      loadS: rows.float64(),
      load: rows.float64(),
      torqueS: rows.float64(),
      torque: rows.float64(),
      coolantS: rows.float64(),
      coolantKs: rows.float64(),
    })
  }
  return profile
}

async function readFaultTimes(
  columns: Columns,
  interval: VesselInterval,
  spns: readonly number[],
): Promise<{ timeUs: number; instance: number; spn: number }[]> {
  const rows = await columns.rows<{ us: number; instance: number; spn: number }>(`
    SELECT toUnixTimestamp64Micro(time) AS us, instance, spn FROM telemetry.faults FINAL
    WHERE ${intervalSql(interval)} AND spn IN (${spns.map(integer).join(', ')}) ORDER BY us`)
  return rows.map(({ us, ...rest }) => ({ timeUs: us, ...rest }))
}

async function readFaults(columns: Columns, intervals: readonly VesselInterval[]): Promise<StoredFault[]> {
  if (intervals.length === 0) return []
  const rows = await columns.rows<
    Omit<StoredFault, 'vesselNumber' | 'timeUs'> & { vessel: number; us: number }
  >(`
    SELECT vessel, toUnixTimestamp64Micro(time) AS us, instance, spn, fmi, lamps, source FROM telemetry.faults FINAL
    WHERE ${intervalsSql(intervals)} ORDER BY vessel, us`)
  return rows.map(({ vessel, us, ...rest }) => ({ vesselNumber: vessel, timeUs: us, ...rest }))
}
