import type { SeriesKey } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import type { Field } from '#server/telemetry/field.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { lowerBound } from '../lowerBound.ts'
import { pathSteps } from '../trips/measureTrip.ts'
import { AFTERMATH_US, readMovement } from '../trips/readMovement.ts'
import { secondGrid } from '../trips/secondGrid.ts'
import { inTurns } from '../trips/stages.ts'
import { type EngineSeconds, totalFuelRate } from './totalFuelRate.ts'

/** One row for each second of an interval, NaN where unknown. Row i is second startS + i. */
export interface TripSeconds {
  startS: number
  rows: number
  /** 1 where anything was recorded. */
  present: Uint8Array
  sogMps: Float64Array
  /** 1 where it was derived from positions, since no device reported it. */
  sogDerived: Uint8Array
  /** 1 where the reported SOG is stuck. */
  sogStuck: Uint8Array
  /** 1 where the position was repeated while SOG moved; the step is then computed from SOG. */
  frozen: Uint8Array
  latitudeDeg: Float64Array
  longitudeDeg: Float64Array
  /** Distance from the last accepted position to the position of this second, m; 0 without a new position. */
  stepM: Float64Array
  /** Largest impact of the second, g. */
  impactG: Float64Array
  /** Total fuel rate, m³/s. */
  fuelM3ps: Float64Array
  /** True when the total is the sum of engines, because no device reports it. */
  enginesReport: boolean
  depthM: Float64Array
  windMps: Float64Array
  waveM: Float64Array
  airTemperatureK: Float64Array
}

const MOST_ENGINES = 6
/** Instances of engines; 0 stands for the whole boat. */
export const ENGINES = Array.from({ length: MOST_ENGINES + 1 }, (_, instance) => instance)

const ONE = { instance: 0 } as const
const SINGLE: Field[] = [
  { key: 'impact', ...ONE, aggregation: 'max' },
  { key: 'depth_below_surface', ...ONE, aggregation: 'min' },
  { key: 'depth_below_transducer', ...ONE, aggregation: 'min' },
  { key: 'wind_speed', ...ONE, aggregation: 'avg' },
  { key: 'wave_height', ...ONE, aggregation: 'avg' },
  { key: 'air_temperature', ...ONE, aggregation: 'avg' },
]
const FORECAST: Field[] = [
  { key: 'wind_speed_fc', ...ONE, aggregation: 'avg' },
  { key: 'wave_height_fc', ...ONE, aggregation: 'avg' },
]

const engineFields = (key: SeriesKey): Field[] =>
  ENGINES.map((instance) => ({ key, instance, aggregation: 'avg' }))
const FIELDS = [...SINGLE, ...FORECAST, ...engineFields('fuel_rate'), ...engineFields('engine_speed')]

export interface SecondsQuestion {
  vessel: { number: number; topSpeedMps: number | null }
  /** Whole seconds in µs, the last one included. */
  fromUs: number
  toUs: number
  isWithinTrip?: boolean
}

/** Reads all that the figures of trips need, of many vessels in two questions. */
export async function readTripSeconds(
  telemetry: Telemetry,
  questions: readonly SecondsQuestion[],
): Promise<TripSeconds[]> {
  const intervals = questions.map(({ vessel, fromUs, toUs, isWithinTrip = false }) => ({
    vesselNumber: vessel.number,
    ...{ fromUs, toUs, isWithinTrip },
  }))
  const [movements, series] = await Promise.all([
    readMovement(
      telemetry,
      intervals.map((one) => ({ ...one, toUs: one.toUs + AFTERMATH_US })),
    ),
    telemetry.series.seconds(intervals, FIELDS),
  ])
  const all: TripSeconds[] = []
  for (const [i, question] of questions.entries())
    all.push(await tripSeconds(question, movements[i] ?? null, series[i] ?? []))
  return all
}

async function tripSeconds(
  { vessel, fromUs, toUs }: SecondsQuestion,
  movement: Movement | null,
  columns: readonly Float64Array[],
): Promise<TripSeconds> {
  const startS = Math.floor(fromUs / SECOND_US)
  const rows = Math.floor(toUs / SECOND_US) - startS + 1
  const columnOf = (key: SeriesKey, instance = 0) =>
    columns[FIELDS.findIndex((field) => field.key === key && field.instance === instance)] as Float64Array
  const seconds: TripSeconds = {
    startS,
    rows,
    present: new Uint8Array(rows),
    sogMps: new Float64Array(rows).fill(Number.NaN),
    sogDerived: new Uint8Array(rows),
    sogStuck: new Uint8Array(rows),
    frozen: new Uint8Array(rows),
    latitudeDeg: new Float64Array(rows).fill(Number.NaN),
    longitudeDeg: new Float64Array(rows).fill(Number.NaN),
    stepM: new Float64Array(rows),
    impactG: columnOf('impact'),
    fuelM3ps: new Float64Array(rows),
    enginesReport: false,
    depthM: firstKnown(columnOf('depth_below_surface'), columnOf('depth_below_transducer')),
    windMps: firstKnown(columnOf('wind_speed'), held(columnOf('wind_speed_fc'))),
    waveM: firstKnown(columnOf('wave_height'), held(columnOf('wave_height_fc'))),
    airTemperatureK: held(columnOf('air_temperature')),
  }
  if (movement) {
    const grid = await inTurns(secondGrid(movement, vessel.topSpeedMps))
    const first = lowerBound(grid.timeUs, startS * SECOND_US)
    const end = lowerBound(grid.timeUs, toUs + 1)
    const steps = pathSteps(grid, first, end - 1)
    for (let row = first; row < end; row++) {
      const second = (grid.timeUs[row] as number) / SECOND_US - startS
      seconds.present[second] = 1
      seconds.sogMps[second] = grid.sogMps[row] as number
      seconds.sogDerived[second] = grid.sogDerived[row] as number
      seconds.sogStuck[second] = grid.sogStuck[row] as number
      seconds.frozen[second] = grid.frozen[row] as number
      seconds.latitudeDeg[second] = grid.latitudeDeg[row] as number
      seconds.longitudeDeg[second] = grid.longitudeDeg[row] as number
      seconds.stepM[second] = steps[row - first] as number
    }
  }
  const engines = ENGINES.map(
    (instance): EngineSeconds => ({
      instance,
      rateM3ps: columnOf('fuel_rate', instance),
      speedHz: columnOf('engine_speed', instance),
    }),
  )
  seconds.fuelM3ps = totalFuelRate(engines, seconds.rows)
  seconds.enginesReport = engines.some(
    ({ instance, rateM3ps }) => instance > 0 && rateM3ps.some((rate) => rate >= 0),
  )
  return seconds
}

const firstKnown = (own: Float64Array, other: Float64Array) =>
  own.map((value, i) => (Number.isNaN(value) ? (other[i] as number) : value))

/** A forecast or a temperature stays valid for a minute. */
const HELD_S = 60
function held(column: Float64Array): Float64Array {
  let last = Number.NaN
  let age = 0
  return column.map((value) => {
    if (!Number.isNaN(value)) {
      last = value
      age = 0
    } else if (++age > HELD_S) last = Number.NaN
    return last
  })
}
