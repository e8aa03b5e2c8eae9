/**
 * Measurements of one sensor during an impact event. Accelerations are low-passed and without gravity: x forward, y
 * starboard, z up.
 */
export interface ImpactPeak {
  sensor: number
  timeUs: number
  peakG: number
  /** Mean slope between a tenth and nine tenths of the peak, in g/s. */
  jerkGPerS: number
  /** From the last crossing of a tenth of the peak before it to the first one after it, at most a second. */
  durationS: number
  /** From a tenth to nine tenths of the peak. */
  riseS: number
  /** How long the boat fell before the hit; 0 when she did not. */
  freeFallS: number
  xG: number
  yG: number
  zG: number
  /** The sensor was at the end of its range: the peak is a lower bound. */
  clipped: boolean
  /** Fewer than two samples between the crossings: rise time and jerk are rough. */
  coarse: boolean
  /** The sensor samples too slowly for the filter that makes sensors comparable. */
  degraded: boolean
}

/** Samples of one sensor within an interval. */
export interface SensorCoverage {
  sensor: number
  firstUs: number
  lastUs: number
  samples: number
  /** Seconds with at least one sample. */
  coveredS: number
  rateHz: number
}

/**
 * All stored impact data of a vessel in BLOCK_US from `startUs` on. Storing a block again replaces it
 * completely.
 */
export interface ImpactBlock {
  vesselNumber: number
  /** A multiple of BLOCK_US. */
  startUs: number
  sensors: SensorCoverage[]
  peaks: ImpactPeak[]
}

/** Impacts of one interval, and the sensors with samples in it. */
export interface StoredImpacts {
  sensors: SensorCoverage[]
  peaks: ImpactPeak[]
}

/** Totals of one sensor over all time. */
export interface SensorTotals extends SensorCoverage {
  /** Null when it never measured an impact large enough to keep. */
  maxImpactG: number | null
  /** Seconds that it covered of each requested interval, in order. */
  coveredOfIntervalS: number[]
}

export const BLOCK_US = 10_000_000
