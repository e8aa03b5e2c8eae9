import type { SeriesKey } from '#contract/series.ts'

/** Samples of one series of one vessel in time order, in stored units; samples that were null are left out. */
export interface SampleColumns {
  vesselNumber: number
  key: SeriesKey
  instance: number
  timeUs: Float64Array
  value: Float64Array
}

/** What somebody else's boat said of herself: reports in time order; course and speed NaN where they are unknown. */
export interface Track {
  /** The vessel's number or the ship's MMSI. */
  id: number
  name: string | null
  timeUs: number[]
  latitudeDeg: number[]
  longitudeDeg: number[]
  sogMps: number[]
  cogRad: number[]
}

/** A rectangle of the sea for a stretch of time; it may reach beyond the antimeridian (west > east). */
export interface Cell {
  fromUs: number
  toUs: number
  southDeg: number
  northDeg: number
  westDeg: number
  eastDeg: number
}
