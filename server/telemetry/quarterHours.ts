import { DAY_S } from '#contract/domain/time.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import {
  BIN_NAMES,
  BIN_STEPS,
  type BinName,
  QUARTER_HOUR_COLUMNS,
  QUARTER_HOUR_NAMES,
  type QuarterHourColumnName,
} from '#server/stores/columns/quarterHourColumns.ts'
import { integer, RowReader } from './rowReader.ts'

export type QuarterHourFigures = Record<QuarterHourColumnName, number>
/** Sums by whole knots of SOG, in the units of their names. */
export type SpeedBins = Map<number, Record<BinName, number>>

/** A quarter-hour of a trip. Storing it again replaces it. */
export interface TripQuarterHour {
  vesselNumber: number
  /** Seconds since 1970, a multiple of 900. */
  quarterHourS: number
  tripNumber: number
  /** 0 without a captain. */
  captainNumber: number
  figures: QuarterHourFigures
  bins: SpeedBins
}

export interface QuarterHourChoice {
  /** Vessel numbers, or null for all vessels. */
  vesselNumbers: readonly number[] | null
  captainNumber?: number
  tripNumbers?: readonly number[]
  /** Seconds since 1970: quarter-hours that begin in [fromS, toS). */
  fromS: number
  toS: number
}

/** Start of a stored quarter-hour, in seconds since 1970, and its speed bins. */
export interface StoredQuarterHour {
  quarterHourS: number
  bins: SpeedBins
}

export type QuarterHourGrouping = 'quarter_hour' | 'vessel' | 'captain' | 'trip'

/** Quarter-hours of trips, from which reports and statistics are summed. */
export interface QuarterHours {
  /** Each quarter-hour replaces its stored one. */
  store(quarterHours: readonly TripQuarterHour[]): Promise<void>
  /** Gives the stored quarter-hours of a trip to another captain, 0 for none; the figures stay. */
  setCaptain(trip: { vesselNumber: number; tripNumber: number }, captainNumber: number): Promise<void>
  /**
   * Sums figures by vessel, captain or trip number, or by the second since 1970 at which a quarter-hour
   * begins. One read gives a result for each requested grouping, with groups in the order of their numbers.
   * Fewer figures are faster; the others are as without data.
   */
  sums(
    choice: QuarterHourChoice,
    groupings: readonly QuarterHourGrouping[],
    names?: readonly QuarterHourColumnName[],
  ): Promise<Map<number, QuarterHourFigures>[]>
  /** Fuel burnt at each speed in these quarter-hours. */
  speedBins(choice: QuarterHourChoice): Promise<SpeedBins>
  /** The same by day of UTC, as seconds since 1970 at which it begins. */
  dailySpeedBins(choice: QuarterHourChoice): Promise<Map<number, SpeedBins>>
  /** The stored quarter-hours of a trip, in order, without emptied ones. */
  ofTrip(vesselNumber: number, tripNumber: number): Promise<StoredQuarterHour[]>
}

export const openQuarterHours = (columns: Columns): QuarterHours => ({
  store: (quarterHours) => insertQuarterHours(columns, quarterHours),
  setCaptain: (trip, captainNumber) => setCaptain(columns, trip, captainNumber),
  sums: (choice, groupings, names) => readSums(columns, choice, groupings, names),
  speedBins: (choice) => readSpeedBins(columns, choice),
  dailySpeedBins: (choice) => readDailySpeedBins(columns, choice),
  ofTrip: (vesselNumber, tripNumber) => readOfTrip(columns, vesselNumber, tripNumber),
})

const NOTHING: Readonly<QuarterHourFigures> = {
  ...(Object.fromEntries(QUARTER_HOUR_NAMES.map((name) => [name, 0])) as QuarterHourFigures),
  highest_sog_mps: -1,
  max_impact_g: -1,
}
export const noFigures = (): QuarterHourFigures => ({ ...NOTHING })

async function insertQuarterHours(columns: Columns, quarterHours: readonly TripQuarterHour[]): Promise<void> {
  if (quarterHours.length === 0) return
  const lines = quarterHours.map(
    ({ vesselNumber, quarterHourS, tripNumber, captainNumber, figures, bins }) => {
      const knots = [...bins.keys()].sort((a, b) => a - b)
      const cells = [
        ...[vesselNumber, quarterHourS, tripNumber, captainNumber],
        ...QUARTER_HOUR_NAMES.map((name) => Math.round(figures[name] / QUARTER_HOUR_COLUMNS[name].step)),
        `[${knots.join(',')}]`,
        ...BIN_NAMES.map(
          (name) =>
            `[${knots.map((kn) => Math.round((bins.get(kn)?.[name] ?? 0) / BIN_STEPS[name])).join(',')}]`,
        ),
      ]
      return `${cells.join('\t')}\n`
    },
  )
  await columns.insert('telemetry.trip_quarter_hours', [...KEY_NAMES, ...FIGURE_NAMES], lines.join(''))
}

const KEY_NAMES = ['vessel', 'quarter_hour', 'trip', 'captain']
const FIGURE_NAMES = [...QUARTER_HOUR_NAMES, 'knots', ...BIN_NAMES]

async function setCaptain(
  columns: Columns,
  { vesselNumber, tripNumber }: { vesselNumber: number; tripNumber: number },
  captainNumber: number,
): Promise<void> {
  await columns.command(`
    INSERT INTO telemetry.trip_quarter_hours (${[...KEY_NAMES, ...FIGURE_NAMES].join(', ')})
    SELECT vessel, quarter_hour, trip, ${integer(captainNumber)}, ${FIGURE_NAMES.join(', ')}
    FROM telemetry.trip_quarter_hours FINAL WHERE vessel = ${integer(vesselNumber)} AND trip = ${integer(tripNumber)}`)
}

async function readSums(
  columns: Columns,
  choice: QuarterHourChoice,
  groupings: readonly QuarterHourGrouping[],
  names: readonly QuarterHourColumnName[] = QUARTER_HOUR_NAMES,
): Promise<Map<number, QuarterHourFigures>[]> {
  const answers = groupings.map(() => new Map<number, QuarterHourFigures>())
  if (choice.vesselNumbers?.length === 0) return answers
  const sums = names.map((name) =>
    QUARTER_HOUR_COLUMNS[name].combine === 'max' ? `toInt64(max(${name}))` : `sum(${name})`,
  )
  const bytes = await columns.rowBinary(`
    SELECT ${groupings.map((one, i) => `toUInt8(grouping(${one})) AS not_in_${i}, toUInt32(${one}) AS of_${i}`).join(', ')}, ${sums.join(', ')}
    FROM telemetry.trip_quarter_hours FINAL WHERE ${choiceSql(choice)}
    GROUP BY GROUPING SETS (${groupings.map((one) => `(${one})`).join(', ')})`)
  const rows = new RowReader(bytes)
  while (rows.more) {
    let into: Map<number, QuarterHourFigures> | undefined
    let group = 0
    for (const answer of answers) {
      const isGrouped = rows.uint8() === 0
      const number = rows.uint32()
      if (!isGrouped) continue
      into = answer
      group = number
    }
    const figures = noFigures()
    for (const name of names) figures[name] = rows.int64() * QUARTER_HOUR_COLUMNS[name].step
    into?.set(group, figures)
  }
  return answers.map((answer) => new Map([...answer].sort(([a], [b]) => a - b)))
}

async function readSpeedBins(columns: Columns, choice: QuarterHourChoice): Promise<SpeedBins> {
  return (await readBinsBy(columns, choice, 'toUInt32(0)')).get(0) ?? new Map()
}

const readDailySpeedBins = (columns: Columns, choice: QuarterHourChoice) =>
  readBinsBy(columns, choice, `toUInt32(intDiv(toUInt32(quarter_hour), ${DAY_S}) * ${DAY_S})`)

async function readBinsBy(
  columns: Columns,
  choice: QuarterHourChoice,
  day: string,
): Promise<Map<number, SpeedBins>> {
  if (choice.vesselNumbers?.length === 0) return new Map()
  const bytes = await columns.rowBinary(`
    SELECT day, kn, ${BIN_NAMES.map((name) => `sum(one_${name})`).join(', ')}
    FROM (SELECT ${day} AS day, knots, ${BIN_NAMES.join(', ')}
          FROM telemetry.trip_quarter_hours FINAL WHERE ${choiceSql(choice)})
    ARRAY JOIN knots AS kn, ${BIN_NAMES.map((name) => `${name} AS one_${name}`).join(', ')}
    GROUP BY day, kn ORDER BY day, kn`)
  const rows = new RowReader(bytes)
  const days = new Map<number, SpeedBins>()
  while (rows.more) {
    const dayS = rows.uint32()
    const bins: SpeedBins = days.get(dayS) ?? new Map()
    days.set(dayS, bins)
    const kn = rows.uint8()
    const bin = {} as Record<BinName, number>
    for (const name of BIN_NAMES) bin[name] = rows.int64() * BIN_STEPS[name]
    bins.set(kn, bin)
  }
  return days
}

/** Sums bins to exactly the figures that speedBins returns once they are stored. */
export function sumBins(all: readonly SpeedBins[]): SpeedBins {
  const steps = new Map<number, Record<BinName, number>>()
  for (const bins of all)
    for (const [kn, bin] of bins) {
      const sum = steps.get(kn) ?? (Object.fromEntries(BIN_NAMES.map((name) => [name, 0])) as typeof bin)
      steps.set(kn, sum)
      for (const name of BIN_NAMES) sum[name] += Math.round(bin[name] / BIN_STEPS[name])
    }
  for (const sum of steps.values()) for (const name of BIN_NAMES) sum[name] *= BIN_STEPS[name]
  return steps
}

async function readOfTrip(columns: Columns, vesselNumber: number, tripNumber: number) {
  const rows = new RowReader(
    await columns.rowBinary(`
      SELECT toUInt32(quarter_hour) AS q, knots, ${BIN_NAMES.join(', ')} FROM telemetry.trip_quarter_hours FINAL
      WHERE vessel = ${integer(vesselNumber)} AND trip = ${integer(tripNumber)}
        AND (sog_s > 0 OR distance_m > 0 OR trips > 0 OR fuel_s > 0 OR moving_s > 0)
      ORDER BY q`),
  )
  const stored: StoredQuarterHour[] = []
  while (rows.more) {
    const quarterHourS = rows.uint32()
    const knots = rows.array(rows.uint8)
    const columnOf = new Map(BIN_NAMES.map((name) => [name, rows.array(rows.int32)]))
    const bins: SpeedBins = new Map()
    for (const [i, kn] of knots.entries()) {
      const bin = {} as Record<BinName, number>
      for (const name of BIN_NAMES) bin[name] = (columnOf.get(name)?.[i] ?? 0) * BIN_STEPS[name]
      bins.set(kn, bin)
    }
    stored.push({ quarterHourS, bins })
  }
  return stored
}

function choiceSql({ vesselNumbers, captainNumber, tripNumbers, fromS, toS }: QuarterHourChoice): string {
  const list = (numbers: readonly number[]) => numbers.map(integer).join(', ')
  return [
    `quarter_hour >= toDateTime(${integer(fromS)}, 'UTC') AND quarter_hour < toDateTime(${integer(toS)}, 'UTC')`,
    ...(vesselNumbers ? [`vessel IN (${list(vesselNumbers)})`] : []),
    ...(captainNumber === undefined ? [] : [`captain = ${integer(captainNumber)}`]),
    ...(tripNumbers ? [`trip IN (${list(tripNumbers)})`] : []),
  ].join(' AND ')
}
