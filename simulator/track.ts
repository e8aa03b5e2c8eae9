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

/** One hit on the hull: half a sine of `widthS` with the peak `peakG`. */
export interface Hit {
  /** Contact, in seconds after the start of the track. */
  atS: number
  peakG: number
  widthS: number
  /** Where the hull is pushed, as shares of the peak: forward, to starboard, up. */
  push: readonly [x: number, y: number, z: number]
  /** She left the water before, and the hit gives the momentum of her fall back. */
  falls: boolean
}

export interface Track extends Record<Column, Float32Array>, Record<LongColumn, Float64Array> {
  startS: number
  seconds: number
  seed: number
  /** In order of time. */
  hits: readonly Hit[]
  /** What went wrong on this voyage, in seconds after the start of the track. */
  mishap: Mishap | null
}

export interface TrackWriter {
  row(values: Record<Column | LongColumn, number>): void
  end(hits: readonly Hit[], mishap: Mishap | null): Track
}

/** Collects a track of at most `capacity` seconds. */
export function writeTrack(startS: number, seed: number, capacity: number): TrackWriter {
  const short = COLUMNS.map((name) => [name, new Float32Array(capacity)] as const)
  const long = LONG_COLUMNS.map((name) => [name, new Float64Array(capacity)] as const)
  let seconds = 0
  return {
    row(values) {
      for (const [name, column] of short) column[seconds] = values[name]
      for (const [name, column] of long) column[seconds] = values[name]
      seconds++
    },
    end: (hits, mishap) =>
      ({
        startS,
        seconds,
        seed,
        hits,
        mishap,
        ...Object.fromEntries(short.map(([name, column]) => [name, column.slice(0, seconds)])),
        ...Object.fromEntries(long.map(([name, column]) => [name, column.slice(0, seconds)])),
      }) as unknown as Track,
  }
}
