/**
 * Every sample ever, behind one small interface. Times are µs since 1970 UTC, both ends of a stretch included.
 * Vessels go by their number. Writing is idempotent: a sample is its vessel, series, instance and time, and the
 * last value written for it counts.
 */
import type { AisReport, Fault, Fix, ImuBlock, ScalarReading, SenderFact } from '#contract/reading.ts'
import type { Aggregation, SeriesKey } from '#contract/series.ts'
import type { HeatName } from '#server/stores/columns/heatColumns.ts'
import type { QuarterColumnName } from '#server/stores/columns/quarterColumns.ts'
import type { Cell, SampleColumns, Track } from './context.ts'
import type { HeatChoice, HeatQuarter, HeatZoom } from './heatCells.ts'
import type { ImpactBlock, SensorTotals, StoredImpacts } from './impactBlock.ts'
import type { ProfileRow } from './profileRow.ts'
import type {
  QuarterChoice,
  QuarterFigures,
  QuarterGrouping,
  SpeedBins,
  TripQuarter,
} from './tripQuarters.ts'

/** What one vessel has to store. */
export interface VesselReadings {
  vesselNumber: number
  scalars: readonly ScalarReading[]
  fixes: readonly Fix[]
  imu: readonly ImuBlock[]
  ais: readonly AisReport[]
  faults: readonly Fault[]
  senders?: readonly SenderFact[]
}

export interface Stretch {
  vesselNumber: number
  fromUs: number
  toUs: number
}

/** Fixes and SOG of one vessel in time order, as columns; SOG is NaN at times without one, position NaN without a fix. */
export interface Movement {
  vesselNumber: number
  timeUs: Float64Array
  latitudeDeg: Float64Array
  longitudeDeg: Float64Array
  hdop: Float64Array
  /** 1 where the receiver called the fix valid. */
  valid: Uint8Array
  sogMps: Float64Array
}

/** Motion samples of one sensor in time order; angles NaN where the sensor gave none. */
export interface Motion {
  vesselNumber: number
  sensor: number
  timeUs: Float64Array
  forceXG: Float64Array
  forceYG: Float64Array
  forceZG: Float64Array
  rollRad: Float64Array
  pitchRad: Float64Array
}

/** Samples of all motion sensors of a vessel in order of time, as columns; NaN where the sensor gave no value. */
export interface RawMotion {
  timeUs: Float64Array
  sensor: Float64Array
  /** Specific force in g. */
  forceX: Float64Array
  forceY: Float64Array
  forceZ: Float64Array
  /** Radians. */
  roll: Float64Array
  pitch: Float64Array
  yaw: Float64Array
}

export interface Field {
  key: SeriesKey
  instance: number
  aggregation: Aggregation
}

/** One aggregated series: bucket starts (µs) and values in stored units, null where every sample was null. */
export interface Buckets {
  timeUs: number[]
  value: (number | null)[]
}

/** A source that was heard; its times are those of whole days. */
export interface Heard {
  series: number
  instance: number
  source: number
  fromUs: number
  toUs: number
  isChosen: boolean
}

export interface Telemetry {
  /** Resolves once everything is on disk (fsync); rejects with nothing promised. Safe to repeat. */
  append(batch: readonly VesselReadings[]): Promise<void>
  /** The same for values computed from stored samples: they leave no trace in `stretchesSince`. */
  appendDerived(batch: readonly VesselReadings[]): Promise<void>
  /**
   * Stretches that append() stored since this wall-clock time, so that a processor that was away knows what it
   * missed, late data included. Kept for a week.
   */
  stretchesSince(appendedMs: number): Promise<Stretch[]>
  /**
   * What trip detection reads, for many vessels in one query. For stretches that nearly coincide the answer may reach
   * beyond each of them, never beyond all of them.
   */
  movement(stretches: readonly Stretch[]): Promise<Movement[]>
  /** When anything at all was recorded in some stretches of one vessel: two times for ten seconds that hold any. */
  recordTimes(stretches: readonly Stretch[]): Promise<Float64Array>
  /** Motion samples, with the same liberty. */
  motion(stretches: readonly Stretch[]): Promise<Motion[]>
  /** Impacts computed from stored motion; a block that is there already is replaced whole. */
  storeImpacts(blocks: readonly ImpactBlock[]): Promise<void>
  /**
   * Makes the impact series of a vessel again from those of her sensors, for all time: the largest of the chosen ones
   * or, in seconds without one of these, of all.
   */
  chooseImpactSensors(vesselNumber: number, chosen: readonly number[]): Promise<void>
  /** What storeImpacts kept, one answer for each stretch in order; peaks in time order. */
  impacts(stretches: readonly Stretch[]): Promise<StoredImpacts[]>
  /** What the motion sensors of a vessel have said in all, and in which of these stretches, which share no time. */
  sensorTotals(vesselNumber: number, stretches: readonly Stretch[]): Promise<SensorTotals[]>
  /**
   * Buckets of `resolutionUs` aligned to the epoch, those without samples left out. `avg` is the mean over time: the
   * integral over all time between neighbouring samples at most ten seconds apart, straight lines cut at the borders of
   * buckets, by the length of that time. Where there is no such time, as for what comes once a minute, and in buckets of
   * a second or less, samples count alike. Angles have vector means; `min` and `max` of a direction, and every other
   * aggregation of states and counters, are the last value.
   * From a quarter-hour on, in whole ones, answers come from quarter-hours that are kept; with `bucketOf`, which says of
   * each quarter-hour's start where its bucket begins, buckets may be days of any zone.
   * Attitude (euler_*) of a sensor, and below a second all of it, comes from raw samples.
   */
  series(
    stretch: Stretch,
    fields: readonly Field[],
    resolutionUs: number,
    bucketOf?: (quarterUs: number) => number,
  ): Promise<Buckets[]>
  /** Keeps quarter-hours of trips; each replaces what was kept of it. */
  appendQuarters(quarters: readonly TripQuarter[]): Promise<void>
  /**
   * Their figures, summed by vessel, captain or trip number, or by the second since 1970 that a quarter begins: an
   * answer for each grouping asked for, all from one reading. Asking for some figures only is faster.
   */
  quarters(
    choice: QuarterChoice,
    groupings: readonly QuarterGrouping[],
    names?: readonly QuarterColumnName[],
  ): Promise<Map<number, QuarterFigures>[]>
  /** Seconds since 1970 at which quarters of a trip begin that are kept. */
  quarterTimes(vesselNumber: number, tripNumber: number): Promise<number[]>
  /** Keeps the squares that quarter-hours of trips went through; each replaces what was kept of it. */
  appendHeat(quarters: readonly HeatQuarter[]): Promise<void>
  countHeat(choice: HeatChoice): Promise<number>
  /** Figures of each square, summed over trips in the order of `names`. */
  heat(
    choice: HeatChoice,
    zoom: HeatZoom,
    names: readonly HeatName[],
  ): Promise<{ cell: number; trips: number; figures: number[] }[]>
  /** What was burnt at which speed in them. */
  speedBins(choice: QuarterChoice): Promise<SpeedBins>
  /** Series and instances that have samples in a stretch, in the order of the catalogue. */
  fieldsIn(stretch: Stretch): Promise<{ key: SeriesKey; instance: number }[]>
  /** Samples of all motion sensors as they came; ask for minutes. */
  rawMotion(stretch: Stretch): Promise<RawMotion>
  /** How each engine ran at each step of its speed; fuel inside `ignored` (s since 1970, [from, to)) left out. */
  engineProfile(
    stretch: Stretch,
    stepHz: number,
    ignored: readonly { fromS: number; toS: number }[],
  ): Promise<ProfileRow[]>
  /** Who was heard on a vessel; series 0 is the position. */
  sources(vesselNumber: number): Promise<Heard[]>
  /** What each address of the bus said of itself last, of a NAME, a model, a version and a serial number. */
  senders(vesselNumber: number): Promise<{ address: number; what: SenderFact['what']; said: string }[]>
  /** From now on this source speaks wherever it has a value; null takes the choice back. */
  chooseSource(
    vesselNumber: number,
    key: SeriesKey | 'position',
    instance: number,
    source: number | null,
  ): Promise<void>
  /** Plain samples of one series in time order, for tests, exports and reference computations. */
  samples(stretch: Stretch, key: SeriesKey, instance: number): Promise<Buckets>
  /** Plain samples of these series, all instances, of many vessels; with the liberty of movement(). */
  sampleColumns(stretches: readonly Stretch[], keys: readonly SeriesKey[]): Promise<SampleColumns[]>
  /** Ships that a vessel heard over AIS. */
  ships(stretch: Stretch): Promise<Track[]>
  /** Where these vessels were inside the cells. */
  tracksIn(vesselNumbers: readonly number[], cells: readonly Cell[]): Promise<Track[]>
  /** When these J1939 trouble codes were active, in time order. */
  faultTimes(
    stretch: Stretch,
    spns: readonly number[],
  ): Promise<{ timeUs: number; instance: number; spn: number }[]>
  /** Newest and oldest stored time of a vessel, null when it has none. */
  extent(vesselNumber: number): Promise<{ firstUs: number; lastUs: number } | null>
}
