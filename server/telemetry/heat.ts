import type { Columns } from '#server/stores/columns/columns.ts'
import { HEAT_NAMES, type HeatName } from '#server/stores/columns/heatColumns.ts'
import { integer, RowReader } from './rowReader.ts'

/** Sizes of squares that are kept: zooms of the Web Mercator map. */
export const HEAT_ZOOMS = [18, 16, 14] as const
export type HeatZoom = (typeof HEAT_ZOOMS)[number]

/** A square is its tile at its zoom: x times 2^18 and y. */
const Y_TILES = 2 ** 18
export const cellOf = (x: number, y: number) => x * Y_TILES + y
export const tileOf = (cell: number) => ({ x: Math.floor(cell / Y_TILES), y: cell % Y_TILES })

export type HeatFigures = Record<HeatName, number>

/** Squares that a quarter-hour of a trip went through. Storing it again replaces it. */
export interface HeatQuarterHour {
  zoom: HeatZoom
  vesselNumber: number
  quarterHourS: number
  tripNumber: number
  cells: ReadonlyMap<number, HeatFigures>
}

export interface HeatChoice {
  vesselNumbers: readonly number[]
  fromS: number
  toS: number
}

/** Squares of the map that trips went through. */
export interface Heat {
  /** Each quarter-hour replaces its stored one. */
  store(quarterHours: readonly HeatQuarterHour[]): Promise<void>
  /** Number of quarter-hours in the choice, which limits how fine its squares can be. */
  count(choice: HeatChoice): Promise<number>
  /**
   * Figures of each square, summed over all trips (of depths the least) in the order of `names`, with `trips` the number
   * of them.
   */
  squares(choice: HeatChoice, zoom: HeatZoom, names: readonly HeatName[]): Promise<HeatSquare[]>
}

export interface HeatSquare {
  cell: number
  trips: number
  figures: number[]
}

export const openHeat = (columns: Columns): Heat => ({
  store: (quarterHours) => insertHeat(columns, quarterHours),
  count: (choice) => countHeat(columns, choice),
  squares: (choice, zoom, names) => readSquares(columns, choice, zoom, names),
})

export const noHeat = (): HeatFigures =>
  Object.fromEntries(HEAT_NAMES.map((name) => [name, 0])) as HeatFigures

async function insertHeat(columns: Columns, quarterHours: readonly HeatQuarterHour[]): Promise<void> {
  if (quarterHours.length === 0) return
  const lines = quarterHours.map(({ zoom, vesselNumber, quarterHourS, tripNumber, cells }) => {
    const numbers = [...cells.keys()]
    const lists = HEAT_NAMES.map(
      (name) => `[${numbers.map((cell) => short(cells.get(cell)?.[name] ?? 0)).join(',')}]`,
    )
    return `${[zoom, vesselNumber, quarterHourS, tripNumber, `[${numbers.join(',')}]`, ...lists].join('\t')}\n`
  })
  await columns.insert(
    'telemetry.heat_cells',
    ['zoom', 'vessel', 'quarter_hour', 'trip', 'cell', ...HEAT_NAMES],
    lines.join(''),
  )
}

async function countHeat(columns: Columns, choice: HeatChoice): Promise<number> {
  if (choice.vesselNumbers.length === 0) return 0
  const [row] = await columns.rows<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM telemetry.heat_cells WHERE ${choiceSql(14, choice)}`,
  )
  return row?.n ?? 0
}

async function readSquares(
  columns: Columns,
  choice: HeatChoice,
  zoom: HeatZoom,
  names: readonly HeatName[],
): Promise<HeatSquare[]> {
  if (choice.vesselNumbers.length === 0) return []
  const combined = names.map((name) =>
    name === 'least_depth_m' ? `minIf(one_${name}, one_${name} > 0)` : `sum(one_${name})`,
  )
  const bytes = await columns.rowBinary(`
    SELECT square, toUInt32(uniqExact(trip)), ${combined.map((sql) => `toFloat64(${sql})`).join(', ')}
    FROM telemetry.heat_cells FINAL
    ARRAY JOIN cell AS square, ${names.map((name) => `${name} AS one_${name}`).join(', ')}
    WHERE ${choiceSql(zoom, choice)}
    GROUP BY square ORDER BY square`)
  const rows = new RowReader(bytes)
  const cells: HeatSquare[] = []
  while (rows.more) {
    const cell = rows.int64()
    const trips = rows.uint32()
    cells.push({ cell, trips, figures: names.map(() => rows.float64()) })
  }
  return cells
}

const choiceSql = (zoom: HeatZoom, { vesselNumbers, fromS, toS }: HeatChoice) =>
  `zoom = ${zoom} AND vessel IN (${vesselNumbers.map(integer).join(', ')})
   AND quarter_hour >= toDateTime(${integer(fromS)}, 'UTC') AND quarter_hour < toDateTime(${integer(toS)}, 'UTC')`

/** Six digits are more than a Float32 is worth writing out. */
const short = (value: number) => Number(value.toPrecision(7))
