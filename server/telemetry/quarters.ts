import type { Columns } from '#server/stores/columns/columns.ts'
import {
  BIN_NAMES,
  BIN_STEPS,
  type BinName,
  QUARTER_COLUMNS,
  QUARTER_NAMES,
  type QuarterColumnName,
} from '#server/stores/columns/quarterColumns.ts'
import { integer, RowReader } from './rowReader.ts'

export type QuarterFigures = Record<QuarterColumnName, number>
/** Sums by whole knots of SOG, in the units of their names. */
export type SpeedBins = Map<number, Record<BinName, number>>

/** A quarter-hour of a trip. Storing it again replaces it. */
export interface TripQuarter {
  vesselNumber: number
  /** Seconds since 1970, a multiple of 900. */
  quarterS: number
  tripNumber: number
  /** 0 when nobody is named. */
  captainNumber: number
  figures: QuarterFigures
  bins: SpeedBins
}

export interface QuarterChoice {
  /** Some vessels, or all when null. */
  vesselNumbers: readonly number[] | null
  captainNumber?: number
  tripNumbers?: readonly number[]
  /** Seconds since 1970: quarters that begin in [fromS, toS). */
  fromS: number
  toS: number
}
export type QuarterGrouping = 'quarter' | 'vessel' | 'captain' | 'trip'

/** Quarter-hours of trips: what reports and statistics are summed from. */
export interface Quarters {
  /** Each replaces what was kept of it. */
  store(quarters: readonly TripQuarter[]): Promise<void>
  /** Gives the stored quarter-hours of a trip to another captain, 0 for none; the figures stay. */
  setCaptain(trip: { vesselNumber: number; tripNumber: number }, captainNumber: number): Promise<void>
  /**
   * Their figures, summed by vessel, captain or trip number, or by the second since 1970 that a quarter begins: an
   * answer for each grouping asked for, all from one reading. Groups come in the order of their numbers. Asking for some
   * figures only is faster; the others stay as of nothing.
   */
  sums(
    choice: QuarterChoice,
    groupings: readonly QuarterGrouping[],
    names?: readonly QuarterColumnName[],
  ): Promise<Map<number, QuarterFigures>[]>
  /** What was burnt at which speed in them. */
  speedBins(choice: QuarterChoice): Promise<SpeedBins>
  /** Seconds since 1970 at which quarters of a trip begin that are kept; those written as nothing are left out. */
  times(vesselNumber: number, tripNumber: number): Promise<number[]>
}

export const openQuarters = (columns: Columns): Quarters => ({
  store: (quarters) => insertQuarters(columns, quarters),
  setCaptain: (trip, captainNumber) => setCaptain(columns, trip, captainNumber),
  sums: (choice, groupings, names) => readSums(columns, choice, groupings, names),
  speedBins: (choice) => readSpeedBins(columns, choice),
  times: (vesselNumber, tripNumber) => readTimes(columns, vesselNumber, tripNumber),
})

const NOTHING: Readonly<QuarterFigures> = {
  ...(Object.fromEntries(QUARTER_NAMES.map((name) => [name, 0])) as QuarterFigures),
  highest_sog_mps: -1,
  max_impact_g: -1,
}
export const noFigures = (): QuarterFigures => ({ ...NOTHING })

async function insertQuarters(columns: Columns, quarters: readonly TripQuarter[]): Promise<void> {
  if (quarters.length === 0) return
  const lines = quarters.map(({ vesselNumber, quarterS, tripNumber, captainNumber, figures, bins }) => {
    const knots = [...bins.keys()].sort((a, b) => a - b)
    const cells = [
      ...[vesselNumber, quarterS, tripNumber, captainNumber],
      ...QUARTER_NAMES.map((name) => Math.round(figures[name] / QUARTER_COLUMNS[name].step)),
      `[${knots.join(',')}]`,
      ...BIN_NAMES.map(
        (name) =>
          `[${knots.map((kn) => Math.round((bins.get(kn)?.[name] ?? 0) / BIN_STEPS[name])).join(',')}]`,
      ),
    ]
    return `${cells.join('\t')}\n`
  })
  await columns.insert('telemetry.trip_quarters', [...KEY_NAMES, ...FIGURE_NAMES], lines.join(''))
}

const KEY_NAMES = ['vessel', 'quarter', 'trip', 'captain']
const FIGURE_NAMES = [...QUARTER_NAMES, 'knots', ...BIN_NAMES]

async function setCaptain(
  columns: Columns,
  { vesselNumber, tripNumber }: { vesselNumber: number; tripNumber: number },
  captainNumber: number,
): Promise<void> {
  await columns.command(`
    INSERT INTO telemetry.trip_quarters (${[...KEY_NAMES, ...FIGURE_NAMES].join(', ')})
    SELECT vessel, quarter, trip, ${integer(captainNumber)}, ${FIGURE_NAMES.join(', ')}
    FROM telemetry.trip_quarters FINAL WHERE vessel = ${integer(vesselNumber)} AND trip = ${integer(tripNumber)}`)
}

async function readSums(
  columns: Columns,
  choice: QuarterChoice,
  groupings: readonly QuarterGrouping[],
  names: readonly QuarterColumnName[] = QUARTER_NAMES,
): Promise<Map<number, QuarterFigures>[]> {
  const answers = groupings.map(() => new Map<number, QuarterFigures>())
  if (choice.vesselNumbers?.length === 0) return answers
  const sums = names.map((name) =>
    QUARTER_COLUMNS[name].combine === 'max' ? `toInt64(max(${name}))` : `sum(${name})`,
  )
  const bytes = await columns.rowBinary(`
    SELECT ${groupings.map((one, i) => `toUInt8(grouping(${one})) AS not_in_${i}, toUInt32(${one}) AS of_${i}`).join(', ')}, ${sums.join(', ')}
    FROM telemetry.trip_quarters FINAL WHERE ${choiceSql(choice)}
    GROUP BY GROUPING SETS (${groupings.map((one) => `(${one})`).join(', ')})`)
  const rows = new RowReader(bytes)
  while (rows.more) {
    let into: Map<number, QuarterFigures> | undefined
    let group = 0
    for (const answer of answers) {
      const isGrouped = rows.uint8() === 0
      const number = rows.uint32()
      if (!isGrouped) continue
      into = answer
      group = number
    }
    const figures = noFigures()
    for (const name of names) figures[name] = rows.int64() * QUARTER_COLUMNS[name].step
    into?.set(group, figures)
  }
  return answers.map((answer) => new Map([...answer].sort(([a], [b]) => a - b)))
}

async function readSpeedBins(columns: Columns, choice: QuarterChoice): Promise<SpeedBins> {
  if (choice.vesselNumbers?.length === 0) return new Map()
  const bytes = await columns.rowBinary(`
    SELECT kn, ${BIN_NAMES.map((name) => `sum(one_${name})`).join(', ')}
    FROM (SELECT knots, ${BIN_NAMES.join(', ')} FROM telemetry.trip_quarters FINAL WHERE ${choiceSql(choice)})
    ARRAY JOIN knots AS kn, ${BIN_NAMES.map((name) => `${name} AS one_${name}`).join(', ')}
    GROUP BY kn ORDER BY kn`)
  const rows = new RowReader(bytes)
  const bins: SpeedBins = new Map()
  while (rows.more) {
    const kn = rows.uint8()
    const bin = {} as Record<BinName, number>
    for (const name of BIN_NAMES) bin[name] = rows.int64() * BIN_STEPS[name]
    bins.set(kn, bin)
  }
  return bins
}

/** What speedBins will say of these once they are stored, to the last digit. */
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

async function readTimes(columns: Columns, vesselNumber: number, tripNumber: number) {
  const rows = await columns.rows<{ q: number }>(`
    SELECT toUInt32(quarter) AS q FROM telemetry.trip_quarters FINAL
    WHERE vessel = ${integer(vesselNumber)} AND trip = ${integer(tripNumber)}
      AND (sog_s > 0 OR distance_m > 0 OR trips > 0 OR fuel_s > 0 OR moving_s > 0)
    ORDER BY q`)
  return rows.map(({ q }) => q)
}

function choiceSql({ vesselNumbers, captainNumber, tripNumbers, fromS, toS }: QuarterChoice): string {
  const list = (numbers: readonly number[]) => numbers.map(integer).join(', ')
  return [
    `quarter >= toDateTime(${integer(fromS)}, 'UTC') AND quarter < toDateTime(${integer(toS)}, 'UTC')`,
    ...(vesselNumbers ? [`vessel IN (${list(vesselNumbers)})`] : []),
    ...(captainNumber === undefined ? [] : [`captain = ${integer(captainNumber)}`]),
    ...(tripNumbers ? [`trip IN (${list(tripNumbers)})`] : []),
  ].join(' AND ')
}
