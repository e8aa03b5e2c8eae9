import { HOUR_S } from '#contract/domain/time.ts'
import type { Mishap } from './mishap.ts'

/** A voyage as columns, one row a second from the moment the engines start until they stop. */
const COLUMNS = [
  'sogMps',
  'cogRad',
  'headingRad',
  'turnRadps',
  /** Change of speed along the keel. */
  'surgeMps2',
  'depthM',
  'windSpeedMps',
  'windFromRad',
  'waveHeightM',
  'airTemperatureK',
  'waterTemperatureK',
  'pressurePa',
  /** Running trim (bow up) and heel, about which the boat pitches and rolls by these amplitudes. */
  'trimRad',
  'heelRad',
  'pitchRad',
  'rollRad',
  /** Amplitude of the heave's acceleration. */
  'heaveG',
  /** Share of full power, and shaft speed. */
  'load',
  'engineHz',
  'fuelM3ps',
  'coolantK',
  'oilK',
  /** Largest impact of the second, slams and swell together. */
  'impactG',
] as const
/** Columns that need more than seven digits: the position, phases that only grow, and all fuel burnt so far. */
const LONG_COLUMNS = ['latitudeDeg', 'longitudeDeg', 'pitchPhase', 'rollPhase', 'burntM3'] as const

export type Column = (typeof COLUMNS)[number]
export type LongColumn = (typeof LONG_COLUMNS)[number]

/** One impact on the hull: half a sine of `widthS` with the peak `peakG`. */
export interface Hit {
  /** Contact, in seconds after the start of the track. */
  atS: number
  peakG: number
  widthS: number
  /** Direction in which the hull is pushed, as shares of the peak: forward, to starboard, up. */
  push: readonly [x: number, y: number, z: number]
  /** True when the boat fell before the impact, which stops the fall. */
  falls: boolean
}

export interface Track extends Record<Column, Float32Array>, Record<LongColumn, Float64Array> {
  startS: number
  seconds: number
  seed: number
  /** In order of time. */
  hits: readonly Hit[]
  /** Mishap of this voyage, in seconds after the start of the track. */
  mishap: Mishap | null
}

export interface TrackWriter {
  row(values: Record<Column | LongColumn, number>): void
  end(hits: readonly Hit[], mishap: Mishap | null): Track
}

/** Room that a voyage is given at first; where it is longer, twice as much. */
const FIRST_ROOM_S = 2 * HOUR_S

/** Collects a track. */
export function writeTrack(startS: number, seed: number): TrackWriter {
  let short = COLUMNS.map(() => new Float32Array(FIRST_ROOM_S))
  let long = LONG_COLUMNS.map(() => new Float64Array(FIRST_ROOM_S))
  let room = FIRST_ROOM_S
  let seconds = 0
  const grow = () => {
    room *= 2
    short = short.map((column) => filled(new Float32Array(room), column))
    long = long.map((column) => filled(new Float64Array(room), column))
  }
  return {
    row(values) {
      if (seconds === room) grow()
      for (let i = 0; i < short.length; i++) set(short[i], seconds, values[COLUMNS[i] as Column])
      for (let i = 0; i < long.length; i++) set(long[i], seconds, values[LONG_COLUMNS[i] as LongColumn])
      seconds++
    },
    end: (hits, mishap) =>
      ({
        startS,
        seconds,
        seed,
        hits,
        mishap,
        ...Object.fromEntries(COLUMNS.map((name, i) => [name, short[i]?.slice(0, seconds)])),
        ...Object.fromEntries(LONG_COLUMNS.map((name, i) => [name, long[i]?.slice(0, seconds)])),
      }) as unknown as Track,
  }
}

function filled<Kind extends Float32Array | Float64Array>(larger: Kind, column: Kind): Kind {
  larger.set(column)
  return larger
}

function set(column: Float32Array | Float64Array | undefined, row: number, value: number) {
  if (column) column[row] = value
}
